//! Descriptions of trials and their results.

use arena::contest::check::{Check, Details, Spoken, Trial};
use arena::protocol::Protocol;
use arena::protocol::console::Habit;

use play::TimeControl;

use crate::input::{printable, shown};

/// Maximum number of files named.
const MAX_FILES: usize = 5;

/// A time control: `5 s a move`, `60 s a game and 1 s more for each move`.
pub fn time(time: &TimeControl) -> String {
    let mut parts = Vec::new();
    if let Some(one) = time.per_move {
        parts.push(format!("{} s a move", one.as_secs_f64()));
    }
    if let Some(game) = time.per_game {
        parts.push(format!("{} s a game", game.as_secs_f64()));
    }
    if !time.increment.is_zero() {
        let more = time.increment.as_secs_f64();
        parts.push(format!("{more} s more for each move"));
    }
    if parts.is_empty() {
        parts.push("no time limit".to_string());
    }
    parts.join(" and ")
}

/// The limits of a check in one line.
pub fn limits(check: &Check) -> String {
    let sandbox = &check.launch.sandbox;
    let mut parts = Vec::new();
    if let Some(memory) = sandbox.memory {
        parts.push(format!("{} of memory", play::bytes(memory)));
    }
    if let Some(processes) = sandbox.processes {
        parts.push(format!("{processes} processes"));
    }
    if let Some(threads) = sandbox.threads {
        parts.push(format!("{threads} threads"));
    }
    parts.push(format!("{} of files", play::bytes(sandbox.file)));
    parts.push(format!(
        "{} s until it is ready",
        check.manners.startup.as_secs_f64()
    ));
    let margin = check.time.margin.as_secs_f64();
    format!(
        "Limits: {}; an answer may be late by {margin} s",
        parts.join(", ")
    )
}

/// Names of files, at most a few of them.
pub fn files(files: &[String]) -> String {
    let named: Vec<String> = files
        .iter()
        .take(MAX_FILES)
        .map(|name| shown(name))
        .collect();
    let more = files.len().saturating_sub(MAX_FILES);
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    named.join(", ") + &rest
}

/// The description of a trial.
pub fn trial(trial: &Trial, protocol: Protocol) -> String {
    match *trial {
        Trial::Start(_) if protocol == Protocol::Once => "is started for each move".to_string(),
        Trial::Start(size) => format!("starts, and is ready for a game on {size}×{size}"),
        Trial::Game {
            size,
            color,
            opponent,
        } => format!("a game on {size}×{size} as {color} against {opponent}"),
        Trial::Pass { size, color, own } => {
            let who = if own { "it" } else { "its opponent" };
            format!("on {size}×{size} as {color}, {who} has to pass")
        }
        Trial::Leave => match protocol {
            Protocol::Simple | Protocol::Once => "ends when its input ends".to_string(),
            _ => "ends when it is told to quit".to_string(),
        },
        Trial::Habits => "prints everything the assignment asks for".to_string(),
        Trial::Folder => "writes nothing in its own folder".to_string(),
    }
}

/// The details of a successful trial.
pub fn details(trial: &Trial, details: &Details) -> String {
    if !matches!(trial, Trial::Game { .. }) {
        return String::new();
    }
    let Details {
        moves,
        passes,
        slowest,
        score,
    } = details;
    let result = match score {
        0 => "a draw".to_string(),
        score if *score > 0 => format!("won by {score}"),
        score => format!("lost by {}", -score),
    };
    let passed = match passes {
        0 => String::new(),
        1 => ", a pass".to_string(),
        passes => format!(", {passes} passes"),
    };
    let seconds = slowest.as_secs_f64();
    format!(": {result}, {moves} moves{passed}, the slowest {seconds:.3} s")
}

/// A line of the protocol, with its direction.
pub fn spoken(line: &Spoken) -> String {
    match line {
        Spoken::Told(line) => format!("> {}", printable(line)),
        Spoken::Said(line) => format!("< {}", printable(line)),
    }
}

/// A missing output, and where it belongs.
pub fn habit(habit: Habit) -> &'static str {
    match habit {
        Habit::Prompt => "the prompt `> ` before each command",
        Habit::MovePlayed => "`Move played: f5` under the board after each move",
        Habit::Turn => "`White player (computer) plays now`, whose turn it is",
        Habit::Count => "`White: 1 - Black: 4`, the count of discs, last under each board",
        Habit::EndOfGame => "`END OF GAME` after the count under the last board",
    }
}
