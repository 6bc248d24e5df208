//! Messages about a cup.

use anyhow::{Result, bail};
use arena::contest::{Ending, Entrant, Played, cores};
use arena::cup::config::Config;
use arena::cup::{Event, Format, Qualifier, Slot, Tournament};
use arena::sandbox::SandboxOptions;
use rules::{ByColor, Color};

use crate::input::printable;

/// The width of tables when that of the terminal is unknown.
const USUAL_WIDTH: usize = 100;

/// The width of the terminal.
pub fn width() -> usize {
    terminal_size::terminal_size().map_or(USUAL_WIDTH, |(width, _)| usize::from(width.0).max(20))
}

/// A number with its noun: `1 game`, `2 games`.
pub fn count(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// The heading of a cup: format, entrants, sandbox, games played so far.
pub fn beginning(course: &Tournament) -> Result<String> {
    let config = course.config();
    let terms = &config.rules;
    let format = match terms.format {
        Format::Knockout => "knock-out",
        Format::RoundRobin => "round robin",
        Format::Swiss => "Swiss system",
        Format::Gauntlet => "gauntlet",
    };
    let format = match terms.qualifier {
        None => format.to_string(),
        Some(stage) => format!("{}, then {format} of {}", qualifier(stage), stage.advance),
    };
    let mut text = format!(
        "{}: {format}, {}, {}×{}\n",
        printable(&config.title),
        count(terms.entrants, "entrant"),
        config.size,
        config.size,
    );
    text += &sandbox(config);
    let cores = cores();
    if config.tables > cores {
        text += &format!(
            "Warning: {} at once, but this machine has {}: programs slow each other down.\n",
            count(config.tables, "game"),
            count(cores, "processor core"),
        );
    }
    if let Some(stage) = terms.qualifier
        && stage.advance >= terms.entrants
    {
        text += &format!(
            "Warning: all {} advance from the qualifier: it eliminates none and only seeds the \
             knock-out.\n",
            count(terms.entrants, "entrant"),
        );
    }
    let played = course.games_counted();
    if course.fixtures().is_finished() {
        text += &format!("All {} have been played.\n", count(played, "game"));
    } else if played > 0 {
        text += &format!("Going on after {}.\n", count(played, "game"));
    } else if course.is_new() && has_programs(config) {
        text += "First, every program is started once.\n";
    }
    Ok(text)
}

/// The limits and the sandbox of other programs, in two sentences; empty when no other program plays.
fn sandbox(config: &Config) -> String {
    if !has_programs(config) {
        return String::new();
    }
    let usual = SandboxOptions::default();
    let mut limits = Vec::new();
    if let Some(memory) = config.memory.or(usual.memory) {
        limits.push(format!("{} of memory", play::bytes(memory)));
    }
    if let Some(processes) = config.processes.or(usual.processes) {
        limits.push(format!("{processes} processes"));
    }
    if let Some(threads) = config.threads.or(usual.threads) {
        limits.push(format!("{threads} threads"));
    }
    let turns = match config.ponder {
        true => " It may think in its opponent's turn.",
        false => "",
    };
    format!(
        "Each program may use {}.{turns} {}\n",
        limits.join(", "),
        config.sandbox.state()
    )
}

/// Whether other programs play.
fn has_programs(config: &Config) -> bool {
    let mut entrants = config.participants.iter().map(|one| &one.entrant);
    entrants.any(|entrant| matches!(entrant, Entrant::Program(..)))
}

/// The format of a qualifier, in words.
fn qualifier(stage: Qualifier) -> String {
    match (stage.format, stage.groups) {
        (Format::Swiss, _) => "Swiss qualifier".to_string(),
        (_, 1) => "round robin".to_string(),
        (_, groups) => format!("{groups} groups"),
    }
}

/// The names of the entrants, safe for a terminal.
pub fn names(course: &Tournament) -> Vec<String> {
    let participants = course.config().participants.iter();
    participants.map(|one| printable(&one.name)).collect()
}

/// Points with halves: 2½.
pub fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_string(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The result of a game in one line, with its slot, by which the arbiter names it.
pub fn game(
    (slot, label): (Slot, &str),
    names: &[String],
    seats: ByColor<usize>,
    played: &Played,
) -> String {
    let all = played.game.size().area() as i32;
    let score = played.score();
    let [black, white] = [Color::Black, Color::White].map(|color| &names[seats[color]]);
    let mut line = format!(
        "{slot:<7} {label}  {black} {}-{} {white}",
        (all + score) / 2,
        (all - score) / 2
    );
    match &played.ending {
        Ending::Board | Ending::Adjudicated { .. } => {}
        Ending::Fault {
            black: is_black,
            reason,
        } => {
            let loser = if *is_black { black } else { white };
            line += &format!(": {loser} {}", printable(reason));
        }
        Ending::Void { reason } => line += &format!(": void, {}", printable(reason)),
    }
    line
}

/// A line for each game that was lost by a withdrawal since the last call.
pub fn forfeits(course: &mut Tournament, names: &[String]) -> Vec<String> {
    let slots = course.take_forfeits().into_iter();
    let line = |slot: Slot| {
        let (meeting, played) = (course.fixtures().meeting(slot)?, course.played(slot)?);
        let place = (slot, meeting.label.as_str());
        Some(game(place, names, meeting.seats(slot.game), &played))
    };
    slots.filter_map(line).collect()
}

/// What happens to a game that was disturbed from outside: it is played again, or its result stands.
pub fn disturbed(reason: &str, is_repeated: bool) -> String {
    let then = match is_repeated {
        true => "it is played again",
        false => "it was played again often enough, the result stands",
    };
    format!("        disturbed, {then}: {}", printable(reason))
}

/// The standard error of both programs of a game.
pub fn stderr(course: &Tournament, slot: Slot) -> Result<String> {
    let Some(played) = course.played(slot) else {
        bail!("game {slot} has not been played");
    };
    let names = names(course);
    let seats = course.scores()[&slot].seats;
    let mut text = String::new();
    for (color, said) in Color::ALL.into_iter().zip(&played.stderr) {
        text += &format!("{}:\n", names[seats[color]]);
        for line in said.lines() {
            text += &format!("  {}\n", printable(line));
        }
    }
    Ok(text)
}

/// The result of a tie of several games after its last game; empty before.
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

/// The result of the winner against the house program; empty without one.
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
