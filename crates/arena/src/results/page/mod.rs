//! The results of an event as one page that needs nothing beside it: no network, no other file.
//!
//! The page is well-formed XML as well as HTML. Its script knows no rules: every move comes with the
//! discs that it turns, see [`replay`].

mod bracket;
mod games;
mod replay;
mod summary;
mod tables;
mod template;

use crate::cup::Event;

use super::names::Names;
use super::{crosstable::Crosstable, words};
use records::svg::escape;

/// The page with places for what differs from event to event.
const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// What a browser may use in the page: this style and this script, by their SHA-256, and nothing
/// from anywhere else. A script that came in by a name would not run.
const POLICY: &str = "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; \
    style-src 'sha256-ZJuufztvC7wgBK1tun/U0goMd+u5rVLJNzrNYfcAVaQ='; \
    script-src 'sha256-49FKnJ+oDriL1Ny8dYy19PMcwVnGBr//EMepr4VmM9A='";

/// The page of an event as it stands.
#[must_use]
pub fn page(event: &Event) -> String {
    let names = Names::of(event);
    let table = Crosstable::of(event);
    template::fill(PAGE, |place| match place {
        "title" => escape(&words::title(event)),
        "policy" => POLICY.to_string(),
        "style" => STYLE.to_string(),
        "script" => SCRIPT.to_string(),
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
    use sha2::{Digest, Sha256};

    use super::*;

    /// Bytes as base64 writes them.
    fn base64(bytes: &[u8]) -> String {
        const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for three in bytes.chunks(3) {
            let bits = (0..3).fold(0, |bits, at| {
                bits << 8 | usize::from(three.get(at).copied().unwrap_or(0))
            });
            for at in 0..4 {
                let letter = LETTERS[bits >> (18 - 6 * at) & 63];
                text.push(if at > three.len() {
                    '='
                } else {
                    char::from(letter)
                });
            }
        }
        text
    }

    /// A browser refuses a style or a script whose hash is not in the policy: after a change of
    /// either, this says what to write there.
    #[test]
    fn the_policy_allows_our_own_style_and_script() {
        assert_eq!(base64(b"reversi"), "cmV2ZXJzaQ==");
        for (kind, text) in [("style", STYLE), ("script", SCRIPT)] {
            let allowed = format!("{kind}-src 'sha256-{}'", base64(&Sha256::digest(text)));
            assert!(POLICY.contains(&allowed), "the policy must have {allowed}");
        }
    }
}
