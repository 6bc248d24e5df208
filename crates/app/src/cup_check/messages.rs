//! Descriptions of trials and their results.

use arena::contest::check::{Details, Spoken, Trial};
use arena::protocol::Protocol;
use arena::protocol::console::Habit;

use crate::input::printable;

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
