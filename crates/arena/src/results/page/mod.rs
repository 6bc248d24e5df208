//! The results of an event as one self-contained page: no network, no other file.
//!
//! A live page is the same page with a connection to the program that plays the cup.
//!
//! The page is well-formed XML as well as HTML. Its script knows no rules: every move comes with
//! the discs that it flips, see [`replay`].

mod bracket;
mod games;
mod live;
mod replay;
mod rulings;
mod script;
mod standings;
mod summary;
mod tables;
mod template;
mod times;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest, Sha256};

use crate::cup::Event;

use super::live::LiveState;
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
/// anywhere else. A script that was injected by a name would not run. A live page may ask the server
/// that it comes from.
fn policy(style: &str, script: &str, is_live: bool) -> String {
    let [style, script] = [style, script].map(|text| BASE64.encode(Sha256::digest(text)));
    let connect = if is_live { "; connect-src 'self'" } else { "" };
    format!(
        "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; \
         style-src 'sha256-{style}'; script-src 'sha256-{script}'{connect}"
    )
}

/// The page of the current state of an event. It needs no server.
#[must_use]
pub fn page(event: &Event) -> String {
    filled(event, None)
}

/// The page of an event that is being played. It asks its server for changes.
#[must_use]
pub fn live_page(event: &Event, state: &LiveState) -> String {
    filled(event, Some(state))
}

/// The message that renews the live page, as JSON on one line.
#[must_use]
pub fn live_news(event: &Event, state: &LiveState) -> String {
    let names = Names::of(event);
    let parts = [
        ("head", summary::head(event)),
        ("podium", summary::podium(event, &names)),
        ("bracket", bracket::section(event, &names)),
        ("qualifier", standings::qualifier(event, &names)),
        ("rulings", rulings::section(event, &names)),
        ("standings", standings::section(event, &names)),
    ];
    live::news(event, state, parts)
}

fn filled(event: &Event, state: Option<&LiveState>) -> String {
    let names = Names::of(event);
    let table = Crosstable::of(event);
    let script = script::script(state.is_some());
    template::fill(PAGE, |place| match place {
        "title" => escape(&words::title(event)),
        "policy" => policy(STYLE, &script, state.is_some()),
        "refresh" => state.map_or(String::new(), |_| REFRESH.to_string()),
        "style" => STYLE.to_string(),
        "script" => script.clone(),
        "head" => summary::head(event),
        "navigation" => navigation(event, state.is_some()),
        "live" => state.map_or(String::new(), live::section),
        "podium" => summary::podium(event, &names),
        "bracket" => bracket::section(event, &names),
        "qualifier" => standings::qualifier(event, &names),
        "rulings" => rulings::section(event, &names),
        "standings" => standings::section(event, &names),
        "crosstable" => tables::crosstable(event, &names, &table),
        "ratings" => tables::ratings(event, &names),
        "games" => games::section(event, &names),
        "entrants" => tables::entrants(event, &names),
        "data" => replay::data(event, &names),
        "source" => match state {
            Some(_) => CONNECTED,
            None if has_talk(event) => WITH_TALK,
            None => ALONE,
        }
        .to_string(),
        "version" => env!("CARGO_PKG_VERSION").to_string(),
        unknown => unreachable!("the page has no place {unknown}"),
    })
}

/// The last sentence of the page, without and with a connection.
const ALONE: &str = "This page needs nothing beside it.";
const WITH_TALK: &str =
    "This page needs nothing beside it but the folder talk, for the links to it.";
const CONNECTED: &str = "This page changes while the cup is played.";

/// Whether the page links the talk of a game.
fn has_talk(event: &Event) -> bool {
    let mut talks = event.games.iter().flat_map(|game| &game.talk);
    talks.any(Option::is_some)
}

/// Without scripts the live page is loaded again, every half minute.
const REFRESH: &str = "<noscript><meta http-equiv=\"refresh\" content=\"30\"/></noscript>\n";

/// Links to the sections of the page.
fn navigation(event: &Event, is_live: bool) -> String {
    let parts = [
        ("live", "Live", is_live),
        ("qualifier", "Qualifier", event.qualifier.is_some()),
        ("bracket", "Bracket", event.bracket.is_some()),
        ("standings", "Standings", !event.standings.is_empty()),
        ("crosstable", "Crosstable", !event.games.is_empty()),
        ("ratings", "Ratings", !event.ratings.is_empty()),
        ("rulings", "Rulings", !event.rulings.is_empty()),
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
        let allowed = policy("p{}", "p{}", false);
        assert!(!allowed.contains("connect-src"), "{allowed}");
        assert!(policy("", "", true).ends_with("; connect-src 'self'"));
        for kind in ["style", "script"] {
            let hash = "sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y=";
            assert!(
                allowed.contains(&format!("{kind}-src '{hash}'")),
                "{allowed}"
            );
        }
    }
}
