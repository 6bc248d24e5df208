//! The results of an event as one page that needs nothing beside it: no network, no other file.
//!
//! The page is well-formed XML as well as HTML. Its script knows no rules: every move comes with the
//! discs that it turns, see [`replay`].

mod bracket;
mod games;
mod replay;
mod script;
mod summary;
mod tables;
mod template;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use crate::cup::Event;

use super::names::Names;
use super::{crosstable::Crosstable, words};
use records::svg::escape;

/// The page with places for what differs from event to event.
const PAGE: &str = include_str!("page.html");

/// The style of the web app's board, and of the page.
const STYLE: &str = concat!(
    include_str!("../../../../../web/style/board.css"),
    include_str!("style.css")
);

/// What a browser may use in the page: this style and this script, by their SHA-256, and nothing
/// from anywhere else. A script that came in by a name would not run.
fn policy(style: &str, script: &str) -> String {
    let [style, script] = [style, script].map(|text| BASE64.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; \
         style-src 'sha256-{style}'; script-src 'sha256-{script}'"
    )
}

/// The page of an event as it stands.
#[must_use]
pub fn page(event: &Event) -> String {
    let names = Names::of(event);
    let table = Crosstable::of(event);
    let script = script::script();
    template::fill(PAGE, |place| match place {
        "title" => escape(&words::title(event)),
        "policy" => policy(STYLE, &script),
        "style" => STYLE.to_string(),
        "script" => script.clone(),
        "head" => summary::head(event),
        "navigation" => navigation(event),
        "podium" => summary::podium(event, &names),
        "bracket" => bracket::section(event, &names),
        "standings" => tables::standings(event, &names),
        "crosstable" => tables::crosstable(event, &names, &table),
        "ratings" => tables::ratings(event, &names),
        "games" => games::section(event, &names),
        "entrants" => tables::entrants(event, &names),
        "data" => replay::data(event, &names),
        "version" => env!("CARGO_PKG_VERSION").to_string(),
        unknown => unreachable!("the page has no place {unknown}"),
    })
}

/// Links to the parts that there are.
fn navigation(event: &Event) -> String {
    let parts = [
        ("bracket", "Bracket", event.bracket.is_some()),
        ("standings", "Standings", !event.standings.is_empty()),
        ("crosstable", "Crosstable", !event.games.is_empty()),
        ("ratings", "Ratings", !event.ratings.is_empty()),
        ("games", "Games", true),
        ("entrants", "Entrants", true),
    ];
    let there = parts.into_iter().filter(|(_, _, there)| *there);
    let link = |(id, name, _): (&str, &str, bool)| format!("<li><a href=\"#{id}\">{name}</a></li>");
    there.map(link).collect()
}

/// A name that stands by itself, whichever way its letters run.
fn name(names: &Names, entrant: usize) -> String {
    format!("<bdi>{}</bdi>", escape(&names.short(entrant)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A browser refuses a style or a script whose hash is not in the policy.
    #[test]
    fn the_policy_allows_a_style_and_a_script_by_their_hashes() {
        // As `printf 'p{}' | openssl dgst -sha256 -binary | base64` says.
        let allowed = policy("p{}", "p{}");
        for kind in ["style", "script"] {
            let hash = "sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y=";
            assert!(
                allowed.contains(&format!("{kind}-src '{hash}'")),
                "{allowed}"
            );
        }
    }
}
