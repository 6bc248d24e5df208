//! What is said about a cup.

use anyhow::Result;
use arena::contest::{Ending, Played};
use arena::cup::{Event, Format, Slot, Tournament};
use rules::{ByColor, Color};

use super::fences;
use crate::input::printable;

/// How wide tables are where nobody knows how wide the screen is.
const USUAL_WIDTH: usize = 100;

/// How wide the screen is.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0).max(20))
}

/// So many of something.
pub fn count(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// What a cup is, who plays, and what has been played of it.
pub fn beginning(course: &Tournament) -> Result<String> {
    let config = course.config();
    let terms = &config.rules;
    let format = match terms.format {
        Format::Knockout => "knock-out",
        Format::RoundRobin => "round robin",
        Format::Swiss => "Swiss system",
        Format::Gauntlet => "gauntlet",
    };
    let mut text = format!(
        "{}: {format}, {}, {}×{}\n",
        printable(&config.title),
        count(terms.entrants, "entrant"),
        config.size,
        config.size,
    );
    text += &fences::told(config);
    let played = course.games().len();
    if course.fixtures().is_finished() {
        text += &format!("All {} have been played.\n", count(played, "game"));
    } else if played > 0 {
        text += &format!("Going on after {}.\n", count(played, "game"));
    }
    Ok(text)
}

/// Names of entrants, as they can be shown.
pub fn names(course: &Tournament) -> Vec<String> {
    let participants = course.config().participants.iter();
    participants.map(|one| printable(&one.name)).collect()
}

/// Points as people write them: 2½.
pub fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_string(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// A game that has ended, in a line.
pub fn game(label: &str, names: &[String], seats: ByColor<usize>, played: &Played) -> String {
    let all = played.game.size().area() as i32;
    let score = played.score();
    let [black, white] = [Color::Black, Color::White].map(|color| &names[seats[color]]);
    let mut line = format!(
        "{label}  {black} {}-{} {white}",
        (all + score) / 2,
        (all - score) / 2
    );
    if let Ending::Fault {
        black: is_black,
        reason,
    } = &played.ending
    {
        let loser = if *is_black { black } else { white };
        line += &format!(": {loser} {}", printable(reason));
    }
    line
}

/// Who goes on, when the last game of a tie of several has been played; empty before.
pub fn decision(course: &Tournament, slot: Slot, names: &[String]) -> String {
    let Some(meeting) = course.fixtures().meeting(slot) else {
        return String::new();
    };
    let tally = meeting.tally(course.scores());
    let Some((side, decider)) = tally.decided else {
        return String::new();
    };
    let [winner, loser] = [side, 1 - side].map(|side| &names[meeting.entrants[side]]);
    let [more, less] = [side, 1 - side].map(|side| points(tally.halves[side]));
    let by = match decider.name() {
        "" => String::new(),
        name => format!(", by {name}"),
    };
    format!(
        "{}  {winner} beats {loser} {more}-{less}{by}",
        meeting.label
    )
}

/// How the winner fared against the house program; empty where there is none, or not yet.
pub fn house(event: &Event) -> String {
    let (Some(house), Some(winner)) = (event.house, event.winner) else {
        return String::new();
    };
    let games = event.games.iter();
    let games: Vec<_> = games
        .filter(|game| game.seats.black == house || game.seats.white == house)
        .collect();
    if games.is_empty() {
        return String::new();
    }
    let halves = |entrant: usize| -> u32 {
        let one = |game: &&arena::cup::CupGame| match game.played.winner() {
            None => 1,
            Some(color) if game.seats[color] == entrant => 2,
            Some(_) => 0,
        };
        games.iter().map(one).sum()
    };
    format!(
        "\nHouse match: {} {} - {} {}\n",
        printable(&event.entrants[winner].name),
        points(halves(winner)),
        points(halves(house)),
        printable(&event.entrants[house].name),
    )
}
