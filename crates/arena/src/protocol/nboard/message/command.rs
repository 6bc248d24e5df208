//! Commands of the GUI in NBoard's protocol.

use std::fmt;

use rules::formats::ggf::GgfError;

use super::made::Made;
use super::setup::Setup;

/// A command of the GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The version of the protocol.
    NBoard(u32),
    /// Sets the search depth in the midgame.
    Depth(u32),
    /// Sets the game.
    Game(Box<Setup>),
    /// Sets the value of a draw for Black (contempt), from -100 to 100.
    Contempt(i32),
    /// Adds a move or a pass to the game.
    Move(Made),
    /// Asks for this number of good moves.
    Hint(usize),
    /// Asks for a move.
    Go,
    /// Stops the engine; it answers with this word.
    Ping(String),
    /// Asks the engine to learn the game.
    Learn,
    /// Asks for the value of every position of the game.
    Analyze,
    /// Ends the engine.
    Quit,
}

/// The reason why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongCommand {
    /// An unknown command, which is to be ignored.
    Unknown,
    /// The argument of `set game` is no game.
    Game(GgfError),
    /// The arguments of this command are wrong.
    Argument(&'static str),
}

impl fmt::Display for WrongCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongCommand::Unknown => f.write_str("unknown command"),
            WrongCommand::Game(error) => write!(f, "set game: {error}"),
            WrongCommand::Argument(wanted) => write!(f, "expected {wanted}"),
        }
    }
}

impl std::error::Error for WrongCommand {}

impl Command {
    /// Parses a line. As in Edax, a move is accepted without `move`, and a setting without `set`.
    ///
    /// # Errors
    /// When it is no command, or has wrong arguments.
    ///
    /// ```
    /// use arena::protocol::nboard::{Command, WrongCommand};
    /// assert_eq!(Command::read("set depth 12"), Ok(Command::Depth(12)));
    /// assert_eq!(Command::read("F5"), Command::read("move F5"));
    /// assert_eq!(Command::read("sing"), Err(WrongCommand::Unknown));
    /// ```
    pub fn read(line: &str) -> Result<Command, WrongCommand> {
        // Error messages quote it, so control characters are removed.
        let line = line.replace(char::is_control, " ");
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let (word, rest) = match word {
            "set" => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
            word => (word, rest),
        };
        let rest = rest.trim();
        let first = rest.split_whitespace().next().unwrap_or_default();
        let wrong = |wanted| move |_| WrongCommand::Argument(wanted);
        Ok(match word {
            "nboard" => Command::NBoard(first.parse().map_err(wrong("nboard VERSION"))?),
            "depth" => Command::Depth(first.parse().map_err(wrong("set depth MOVES"))?),
            "contempt" => {
                let contempt = first.parse().map_err(wrong("set contempt NUMBER"))?;
                Command::Contempt(contempt)
            }
            "game" => {
                let setup = Setup::read(rest).map_err(WrongCommand::Game)?;
                Command::Game(Box::new(setup))
            }
            "move" => {
                let wrong = WrongCommand::Argument("move SQUARE, as in move F5");
                Command::Move(Made::read(rest).ok_or(wrong)?)
            }
            "hint" if first.is_empty() => Command::Hint(1),
            "hint" => Command::Hint(first.parse().map_err(wrong("hint MOVES"))?),
            "go" => Command::Go,
            "ping" => Command::Ping(first.to_string()),
            "learn" => Command::Learn,
            "analyze" | "analyse" => Command::Analyze,
            "quit" | "exit" => Command::Quit,
            _ => Command::Move(Made::read(line).ok_or(WrongCommand::Unknown)?),
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::NBoard(version) => write!(f, "nboard {version}"),
            Command::Depth(depth) => write!(f, "set depth {depth}"),
            Command::Game(setup) => write!(f, "set game {setup}"),
            Command::Contempt(contempt) => write!(f, "set contempt {contempt}"),
            Command::Move(made) => write!(f, "move {made}"),
            Command::Hint(moves) => write!(f, "hint {moves}"),
            Command::Go => f.write_str("go"),
            Command::Ping(word) => write!(f, "ping {word}"),
            Command::Learn => f.write_str("learn"),
            Command::Analyze => f.write_str("analyze"),
            Command::Quit => f.write_str("quit"),
        }
    }
}
