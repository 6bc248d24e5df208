//! Messages about a cup.

use anyhow::Result;
use arena::contest::{Ending, Entrant, Played};
use arena::cup::config::Config;
use arena::cup::{Event, Format, Slot, Tournament};
use arena::sandbox::{Sandbox, SandboxOptions};
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
    let mut text = format!(
        "{}: {format}, {}, {}×{}\n",
        printable(&config.title),
        count(terms.entrants, "entrant"),
        config.size,
        config.size,
    );
    text += &sandbox(config);
    let played = course.games().len();
    if course.fixtures().is_finished() {
        text += &format!("All {} have been played.\n", count(played, "game"));
    } else if played > 0 {
        text += &format!("Going on after {}.\n", count(played, "game"));
    }
    Ok(text)
}

/// The limits and the sandbox of other programs, in two sentences; empty when no other program plays.
fn sandbox(config: &Config) -> String {
    let is_program = |entrant: &Entrant| matches!(entrant, Entrant::Program(..));
    if !config
        .participants
        .iter()
        .any(|one| is_program(&one.entrant))
    {
        return String::new();
    }
    let usual = SandboxOptions::default();
    let mut limits = Vec::new();
    if let Some(memory) = config.memory.or(usual.memory) {
        limits.push(format!("{} MB of memory", memory / 1_000_000));
    }
    if let Some(processes) = config.processes.or(usual.processes) {
        limits.push(format!("{processes} processes"));
    }
    let shut_in = match (config.sandbox, Sandbox::available()) {
        (Sandbox::Off, _) => {
            "No sandbox, as the cup asks for: programs can read and write files as you can, and use \
             the network."
                .to_string()
        }
        (_, Ok(_)) => "Programs are in a sandbox: no network, the system read-only, the folders of \
                       the others hidden."
            .to_string(),
        (_, Err(why)) => format!(
            "No sandbox ({why}): programs can read and write files as you can, and use the network."
        ),
    };
    format!("Each program may use {}. {shut_in}\n", limits.join(" and "))
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

/// The result of a game in one line.
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
