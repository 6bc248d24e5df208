//! The tree of a knock-out on the page.

use std::collections::HashMap;

use crate::cup::{Event, Tie};

use super::name;
use crate::results::extras::extras;
use crate::results::names::{Names, clean};
use crate::results::words;
use records::svg::{escape, put};

/// The most ties of a round that is a column of the tree. Earlier rounds are lists above it, which
/// can be opened.
const TALLEST: usize = 16;

/// A column for each round; empty for other formats.
pub(super) fn section(event: &Event, names: &Names) -> String {
    let Some(bracket) = &event.bracket else {
        return String::new();
    };
    let seeds = bracket.seeds();
    let card = |tie: &Tie| format!("<li>{}</li>\n", card(event, names, &seeds, tie));
    let mut html = "<section id=\"bracket\" aria-labelledby=\"bracket-title\">\n\
        <h2 id=\"bracket-title\">Bracket</h2>\n"
        .to_string();
    let early = bracket
        .rounds
        .iter()
        .take_while(|ties| ties.len() > TALLEST);
    let early = early.count();
    for (index, (round, ties)) in words::rounds(bracket)
        .zip(&bracket.rounds)
        .take(early)
        .enumerate()
    {
        let cards: String = ties.iter().map(card).collect();
        let is_played = |tie: &&Tie| !tie.bye && tie.winner.is_some();
        let decided = ties.iter().filter(is_played).count();
        let all = ties.iter().filter(|tie| !tie.bye).count();
        let is_on = |tie: &Tie| tie.winner.is_none() && tie.entrants.iter().all(Option::is_some);
        let open = if ties.iter().any(is_on) {
            " open=\"open\""
        } else {
            ""
        };
        put(
            &mut html,
            format_args!(
                "<details class=\"early\" id=\"round-{}\"{open}><summary>{round}: {decided} of {all} ties \
                 decided</summary>\n<ol class=\"ties\">\n{cards}</ol></details>\n",
                index + 1
            ),
        );
    }
    html.push_str(
        "<div class=\"wide tree\" tabindex=\"0\" role=\"group\" aria-label=\"Bracket, scrolls sideways\">\n",
    );
    for (round, ties) in words::rounds(bracket).zip(&bracket.rounds).skip(early) {
        let cards: String = ties.iter().map(card).collect();
        put(
            &mut html,
            format_args!("<div class=\"round\"><h3>{round}</h3><ol>\n{cards}</ol></div>\n"),
        );
    }
    html.push_str("</div>\n");
    for extra in extras(event) {
        let [one, other] = extra.entrants.map(|entrant| name(names, entrant));
        let [won, lost] = extra.points.map(words::points);
        let games = links(extra.games.into_iter());
        put(
            &mut html,
            format_args!(
                "<p class=\"extra\">{}: {one} <strong>{won}–{lost}</strong> {other}, {games}</p>\n",
                escape(&extra.label)
            ),
        );
    }
    html.push_str("</section>\n");
    html
}

/// Links to games by number: `games 3 4`.
fn links(numbers: impl Iterator<Item = usize>) -> String {
    let games: Vec<String> = numbers
        .map(|number| format!("<a href=\"#g{number}\">{number}</a>"))
        .collect();
    let word = if games.len() == 1 { "game" } else { "games" };
    format!("{word} {}", games.join(" "))
}

fn card(event: &Event, names: &Names, seeds: &HashMap<usize, usize>, tie: &Tie) -> String {
    let class = match (tie.bye, tie.winner) {
        (true, _) => "tie bye",
        (false, Some(_)) => "tie decided",
        (false, None) => "tie",
    };
    let mut html = format!("<div class=\"{class}\">");
    for (side, entrant) in tie.entrants.iter().enumerate() {
        let goes_on = entrant.is_some() && *entrant == tie.winner;
        let class = if goes_on { "side goes-on" } else { "side" };
        let (seed, who) = match entrant {
            Some(entrant) => {
                let seed = seeds.get(entrant).map_or(String::new(), usize::to_string);
                (seed, name(names, *entrant))
            }
            None if tie.bye => (String::new(), "<i>bye</i>".to_string()),
            None => (String::new(), "<i>not known yet</i>".to_string()),
        };
        let points = if tie.bye || tie.games.is_empty() {
            String::new()
        } else {
            words::points(tie.points[side])
        };
        let mark = if goes_on && !tie.bye {
            "<span class=\"tick\" title=\"goes on\">✓</span>"
        } else {
            ""
        };
        put(
            &mut html,
            format_args!(
                "<p class=\"{class}\"><span class=\"seed\">{seed}</span><span class=\"who\">{who}</span>\
                 {mark}<span class=\"points\">{points}</span></p>"
            ),
        );
    }
    let rule = clean(&tie.decided_by);
    if !rule.is_empty() {
        put(
            &mut html,
            format_args!("<p class=\"rule\">decided by {}</p>", escape(&rule)),
        );
    }
    if !tie.games.is_empty() {
        let games = tie.games.iter().filter_map(|&place| event.games.get(place));
        let games = links(games.map(|game| game.number));
        put(&mut html, format_args!("<p class=\"links\">{games}</p>"));
    }
    html.push_str("</div>");
    html
}
