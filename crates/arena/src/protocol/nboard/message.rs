//! Messages of NBoard's protocol: commands of the GUI and replies of the engine.

use std::fmt;
use std::time::Duration;

use rules::formats::ggf::{self, GgfError};
use rules::formats::is_pass;
use rules::{ByColor, Point, Record, Value};

use super::clock::Times;
use crate::protocol::line::{read_line, write_line, write_place};

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

/// The game of `set game`.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The game so far.
    pub record: Record,
    /// Whether its last turn is an explicit pass.
    pub passed: bool,
    /// The clocks at its start.
    pub times: ByColor<Option<Times>>,
}

impl Setup {
    fn read(text: &str) -> Result<Setup, GgfError> {
        let text = &text[text.find("(;").unwrap_or(0)..];
        let record = ggf::read(text)?;
        let mut passed = false;
        for tag in text.split(']') {
            if let Some((name, value)) = tag.split_once('[')
                && matches!(name.trim(), "B" | "W")
            {
                passed = is_pass(value.split('/').next().unwrap_or_default().trim());
            }
        }
        Ok(Setup {
            record,
            passed,
            times: Times::in_record(text),
        })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The form that the GUI itself writes passes in.
        let text = ggf::write(&self.record).replace("[pass]", "[PA]");
        // Directly after the name of the game, where a player's name cannot be mistaken for it.
        let head = "(;GM[Othello]";
        f.write_str(head)?;
        match self.times {
            ByColor {
                black: Some(black),
                white,
            } if white == Some(black) => write!(f, "TI[{black}]")?,
            ByColor { black, white } => {
                for (name, times) in [("TB", black), ("TW", white)] {
                    if let Some(times) = times {
                        write!(f, "{name}[{times}]")?;
                    }
                }
            }
        }
        f.write_str(text.strip_prefix(head).unwrap_or(&text))
    }
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

/// A move as it is sent: `F5/1.25/0.03` with its value and time, both of which may be missing.
///
/// ```
/// use arena::protocol::nboard::Made;
/// let made = Made::read("d6 -1.00 0.5").unwrap(); // as Edax writes it
/// assert_eq!(made.to_string(), "D6/-1.00/0.50");
/// assert_eq!(Made::read("PA").unwrap().point, None);
/// assert_eq!(Made::read("banana"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Made {
    /// The square; `None` is a pass.
    pub point: Option<Point>,
    /// Its value for the mover.
    pub value: Option<Value>,
    /// The time it took.
    pub time: Option<Duration>,
}

impl Made {
    /// Parses a move; `None` when it is none.
    #[must_use]
    pub fn read(text: &str) -> Option<Made> {
        let mut parts = text.split('/').flat_map(|part| {
            let mut words: Vec<&str> = part.split_whitespace().collect();
            if words.is_empty() {
                words.push("");
            }
            words
        });
        let name = parts.next().unwrap_or_default();
        let point = if is_pass(name) {
            None
        } else {
            Some(name.parse().ok()?)
        };
        let value = parts.next().and_then(read_value);
        let seconds = parts.next().and_then(|time| time.parse().ok());
        let time = seconds.filter(|seconds| (0.0..1e9).contains(seconds));
        Some(Made {
            point,
            value,
            time: time.map(Duration::from_secs_f64),
        })
    }
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_place(self.point))?;
        match (self.value, self.time) {
            (Some(value), Some(time)) => write!(f, "/{value}/{:.2}", time.as_secs_f64()),
            (Some(value), None) => write!(f, "/{value}"),
            (None, Some(time)) => write!(f, "//{:.2}", time.as_secs_f64()),
            (None, None) => Ok(()),
        }
    }
}

/// A value in discs, or the mean of two when a draw has different values for the two sides.
fn read_value(text: &str) -> Option<Value> {
    match text.split_once(',') {
        None => text.parse().ok(),
        Some((seeking, avoiding)) => {
            let seeking: Value = seeking.parse().ok()?;
            let avoiding: Value = avoiding.parse().ok()?;
            Some(Value((seeking.0 + avoiding.0) / 2))
        }
    }
}

/// A reply of the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Its name.
    Name(String),
    /// Its status, as a text for the user.
    Status(String),
    /// It has stopped. Later replies do not concern the position before.
    Pong(String),
    /// The move that it plays.
    Move(Made),
    /// A move that it has searched.
    Search(Hint),
    /// A move that is in its book.
    Book(Hint),
    /// The number of nodes and the time in seconds.
    NodeStats(u64, f64),
    /// The number of turns, and the value of the position after them for the side to move.
    Analysis(usize, Value),
    /// It has learnt the game.
    Learned,
}

/// The engine's evaluation of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The principal variation, beginning with the move; `None` is a pass.
    pub line: Vec<Option<Point>>,
    /// Its value for the side to move.
    pub value: Value,
    /// The number of games in the book with this move.
    pub games: u64,
    /// The search depth.
    pub depth: Depth,
}

/// A search depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// A number of moves.
    Moves(u32),
    /// To the end, with this selectivity in percent.
    Probable(u8),
    /// To the end, exact.
    Exact,
    /// To the end, win/loss/draw only.
    WinLossDraw,
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::Moves(moves) => write!(f, "{moves}"),
            Depth::Probable(percent) => write!(f, "{percent}%"),
            Depth::Exact => f.write_str("100%"),
            Depth::WinLossDraw => f.write_str("100%W"),
        }
    }
}

impl Depth {
    fn read(word: &str) -> Option<Depth> {
        let end = word.find(|letter: char| !letter.is_ascii_digit());
        let (digits, suffix) = word.split_at(end.unwrap_or(word.len()));
        let number: u32 = digits.parse().ok()?;
        Some(match (number, suffix) {
            (100, "%") => Depth::Exact,
            (100, "%W") => Depth::WinLossDraw,
            (percent @ 0..=100, suffix) if suffix.starts_with('%') => {
                Depth::Probable(percent as u8)
            }
            _ => Depth::Moves(number),
        })
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = write_line(&self.line);
        write!(f, "{line} {} {} {}", self.value, self.games, self.depth)
    }
}

impl Hint {
    fn read(text: &str) -> Option<Hint> {
        let mut words = text.split_whitespace();
        let line = read_line(words.next()?)?;
        let value = read_value(words.next()?)?;
        let games = words.next()?.parse().ok()?;
        let depth = Depth::read(words.next()?)?;
        Some(Hint {
            line,
            value,
            games,
            depth,
        })
    }
}

impl Reply {
    /// Parses a line; `None` for an unknown line, which is to be ignored.
    #[must_use]
    pub fn read(line: &str) -> Option<Reply> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let mut words = rest.split_whitespace();
        Some(match word {
            "set" => {
                let is_name = words.next() == Some("myname");
                let name = words.next().filter(|_| is_name)?;
                Reply::Name(name.to_string())
            }
            "status" => Reply::Status(rest.to_string()),
            "pong" => Reply::Pong(words.next().unwrap_or_default().to_string()),
            "===" => Reply::Move(Made::read(rest)?),
            "search" => Reply::Search(Hint::read(rest)?),
            "book" => Reply::Book(Hint::read(rest)?),
            "nodestats" => {
                let nodes = words.next()?.parse().ok()?;
                Reply::NodeStats(nodes, words.next()?.parse().ok()?)
            }
            "analysis" => {
                let made = words.next()?.parse().ok()?;
                Reply::Analysis(made, read_value(words.next()?)?)
            }
            "learned" | "learn" => Reply::Learned,
            _ => return None,
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Name(name) => write!(f, "set myname {name}"),
            Reply::Status(text) if text.is_empty() => f.write_str("status"),
            Reply::Status(text) => write!(f, "status {text}"),
            Reply::Pong(word) => write!(f, "pong {word}"),
            Reply::Move(made) => write!(f, "=== {made}"),
            Reply::Search(hint) => write!(f, "search {hint}"),
            Reply::Book(hint) => write!(f, "book {hint}"),
            Reply::NodeStats(nodes, seconds) => write!(f, "nodestats {nodes} {seconds:.2}"),
            Reply::Analysis(made, value) => write!(f, "analysis {made} {value}"),
            Reply::Learned => f.write_str("learned"),
        }
    }
}

#[cfg(test)]
mod tests;
