//! What NBoard and its engines say to each other.

use std::fmt;
use std::time::Duration;

use rules::formats::ggf::{self, GgfError};
use rules::formats::is_pass;
use rules::{ByColor, Point, Record, Value};

use super::clock::Times;
use crate::protocol::line::{read_line, write_line, write_place};

/// What the GUI says.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The version of the protocol.
    NBoard(u32),
    /// How many moves to look ahead in the middle game.
    Depth(u32),
    /// The game from now on.
    Game(Box<Setup>),
    /// What a draw is worth to Black, from -100 to 100.
    Contempt(i32),
    /// A move was made, or a pass.
    Move(Made),
    /// Tell about so many good moves.
    Hint(usize),
    /// Tell the move that you would play.
    Go,
    /// Stop, and say so with this word.
    Ping(String),
    /// Remember the game.
    Learn,
    /// Judge every position of the game.
    Analyze,
    /// Go home.
    Quit,
}

/// A game as it is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The game so far.
    pub record: Record,
    /// Whether its last turn is a pass that was made.
    pub passed: bool,
    /// The clocks at its beginning.
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
        // The GUI itself writes passes so.
        let text = ggf::write(&self.record).replace("[pass]", "[PA]");
        // Right after the name of the game, where no player's name can be mistaken for it.
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

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongCommand {
    /// Nobody knows it; it is to be passed over.
    Unknown,
    /// What follows `set game` is no game.
    Game(GgfError),
    /// What follows this command makes no sense.
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
    /// Reads a line. As Edax does, a move is also read without `move`, and a setting without `set`.
    ///
    /// # Errors
    /// When it is no command, or a wrong one.
    ///
    /// ```
    /// use arena::protocol::nboard::{Command, WrongCommand};
    /// assert_eq!(Command::read("set depth 12"), Ok(Command::Depth(12)));
    /// assert_eq!(Command::read("F5"), Command::read("move F5"));
    /// assert_eq!(Command::read("sing"), Err(WrongCommand::Unknown));
    /// ```
    pub fn read(line: &str) -> Result<Command, WrongCommand> {
        // What is wrong with it may be told, and no control characters with it.
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
    /// What it is worth to the side that makes it.
    pub value: Option<Value>,
    /// How long it took.
    pub time: Option<Duration>,
}

impl Made {
    /// Reads a move; `None` when it is none.
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

/// A number of discs, or two of them when draws are not worth the same to both sides: then what
/// lies between.
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

/// What the engine says.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// What it is called.
    Name(String),
    /// What it is doing, for a person to read.
    Status(String),
    /// It has stopped, and nothing that comes after this is about the position before.
    Pong(String),
    /// The move that it would play.
    Move(Made),
    /// A move that it has searched.
    Search(Hint),
    /// A move that is in its book.
    Book(Hint),
    /// How many positions it has looked at in how many seconds.
    NodeStats(u64, f64),
    /// What the position after so many turns is worth to the side to move.
    Analysis(usize, Value),
    /// It has remembered the game.
    Learned,
}

/// What an engine thinks of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// The move and what may follow; `None` is a pass.
    pub line: Vec<Option<Point>>,
    /// What it is worth to the side to move.
    pub value: Value,
    /// How many games of the book it was played in.
    pub games: u64,
    /// How far it was looked into.
    pub depth: Depth,
}

/// How far a move was looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// So many moves ahead.
    Moves(u32),
    /// To the end, and right with this probability in percent.
    Probable(u8),
    /// To the last disc.
    Exact,
    /// To who wins.
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
    /// Reads a line; `None` for one that means nothing here, which is to be passed over.
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
