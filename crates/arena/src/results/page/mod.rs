//! The results of an event as one self-contained page: no network, no other file.
//!
//! The page is well-formed XML as well as HTML. Its script knows no rules: every move comes with
//! the discs that it flips, see [`replay`].

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

/// The template of the page.
const PAGE: &str = include_str!("page.html");

/// The style of the web app's board, and of the page.
const STYLE: &str = concat!(
    include_str!("../../../../../web/style/board.css"),
    include_str!("style.css")
);

/// The content security policy: this style and this script, by their SHA-256, and nothing from
/// anywhere else. A script that was injected by a name would not run.
fn policy(style: &str, script: &str) -> String {
    let [style, script] = [style, script].map(|text| BASE64.encode(Sha256::digest(text)));
    format!(
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; \
         style-src 'sha256-{style}'; script-src 'sha256-{script}'"
    )
}

/// The page of the current state of an event.
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

/// Links to the sections of the page.
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

/// A name as its own element, isolated from the text direction around it.
fn name(names: &Names, entrant: usize) -> String {
    format!("<bdi>{}</bdi>", escape(&names.short(entrant)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A browser refuses a style or a script whose hash is not in the policy.
    #[test]
    fn the_policy_allows_a_style_and_a_script_by_their_hashes() {
        // The output of `printf 'p{}' | openssl dgst -sha256 -binary | base64`.
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
