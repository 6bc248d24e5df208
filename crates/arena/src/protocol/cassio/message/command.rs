//! Commands of the GUI in Cassio's protocol.

use std::fmt;

use rules::{Diagram, Point, Size};

use super::notation::{MOST, position};
use crate::protocol::line::{read_line, write_line};

/// The first word of every command.
const KEYWORD: &str = "ENGINE-PROTOCOL";

/// A command of the GUI.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Asks whether the engine is alive.
    Alive,
    /// Initialises the engine.
    Init,
    /// Asks for the engine's name.
    GetVersion,
    /// Announces a position that is unrelated to those before.
    NewPosition,
    /// Searches a position.
    Search(Box<Search>),
    /// Stops the search.
    Stop,
    /// Asks for the progress of the search.
    GetSearchInfos,
    /// Feeds the hash table with a result of another engine.
    FeedHash(Box<Fed>),
    /// Clears the hash table.
    EmptyHash,
    /// Ends the engine.
    Quit,
}

/// A search request.
#[derive(Clone, Debug, PartialEq)]
pub struct Search {
    /// The position.
    pub diagram: Diagram,
    /// The lower bound of the search window.
    pub alpha: f64,
    /// The upper bound of the search window.
    pub beta: f64,
    /// The search depth; `None` is to the end of the game.
    pub depth: Option<u32>,
    /// The selectivity, in percent.
    pub precision: u8,
}

/// A result of another engine for a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Fed {
    /// The position.
    pub diagram: Diagram,
    /// The lower bound of its value for the side to move.
    pub lower: f64,
    /// The upper bound of its value for the side to move.
    pub upper: f64,
    /// The search depth.
    pub depth: u32,
    /// The selectivity, in percent.
    pub precision: u8,
    /// The principal variation; may be empty.
    pub line: Vec<Option<Point>>,
}

/// The reason why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCommand(pub String);

impl fmt::Display for WrongCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongCommand {}

impl Command {
    /// Parses a line.
    ///
    /// # Errors
    /// When it is no command, or has wrong arguments; the reason.
    ///
    /// ```
    /// use arena::protocol::cassio::Command;
    /// assert_eq!(Command::read("ENGINE-PROTOCOL init"), Ok(Command::Init));
    /// assert_eq!(Command::read(""), Ok(Command::Alive));
    /// assert!(Command::read("hello").is_err());
    /// ```
    pub fn read(line: &str) -> Result<Command, WrongCommand> {
        let mut words = line.split_whitespace();
        match words.next() {
            None => return Ok(Command::Alive),
            Some(KEYWORD) => {}
            Some(word) => {
                let word = shortened(word);
                let text = format!("`{word}` is unknown; every line begins with {KEYWORD}");
                return Err(WrongCommand(text));
            }
        }
        let command = words.next().unwrap_or_default().to_ascii_lowercase();
        let mut arguments = Arguments {
            command: &command,
            words,
        };
        Ok(match command.as_str() {
            "init" => Command::Init,
            "get-version" => Command::GetVersion,
            "new-position" => Command::NewPosition,
            "midgame-search" => Command::Search(Box::new(Search {
                diagram: arguments.position()?,
                alpha: arguments.discs("alpha")?,
                beta: arguments.discs("beta")?,
                depth: Some(arguments.number("depth", 60)?),
                precision: arguments.percent()?,
            })),
            "endgame-search" => Command::Search(Box::new(Search {
                diagram: arguments.position()?,
                alpha: arguments.discs("alpha")?,
                beta: arguments.discs("beta")?,
                depth: None,
                precision: arguments.percent()?,
            })),
            "stop" => Command::Stop,
            "get-search-infos" => Command::GetSearchInfos,
            "feed-hash" => Command::FeedHash(Box::new(Fed {
                diagram: arguments.position()?,
                lower: arguments.discs("lower bound")?,
                upper: arguments.discs("upper bound")?,
                depth: arguments.number("depth", 60)?,
                precision: arguments.percent()?,
                line: arguments
                    .words
                    .next()
                    .and_then(read_line)
                    .unwrap_or_default(),
            })),
            "empty-hash" => Command::EmptyHash,
            "quit" => Command::Quit,
            other => {
                let text = format!("unknown command `{}`", shortened(other));
                return Err(WrongCommand(text));
            }
        })
    }
}

/// The arguments of a command.
struct Arguments<'a> {
    command: &'a str,
    words: std::str::SplitWhitespace<'a>,
}

impl Arguments<'_> {
    fn wrong(&self, what: &str) -> WrongCommand {
        WrongCommand(format!("{} cannot read the {what}", self.command))
    }

    /// 64 squares and the side to move, with or without a blank between them.
    fn position(&mut self) -> Result<Diagram, WrongCommand> {
        let squares = self.words.next().unwrap_or_default();
        let side = match squares.len() {
            64 => self.words.next().unwrap_or_default(),
            _ => "",
        };
        let has_side = squares.len() == 65 || side.len() == 1;
        let diagram: Option<Diagram> = format!("{squares}{side}").parse().ok();
        let diagram = diagram.filter(|diagram| has_side && diagram.size() == Size::EIGHT);
        diagram.ok_or_else(|| self.wrong("position: 64 squares and the side to move"))
    }

    fn discs(&mut self, what: &str) -> Result<f64, WrongCommand> {
        let number = self.words.next().and_then(|word| word.parse().ok());
        let number = number.filter(|number: &f64| !number.is_nan());
        let number = number.ok_or_else(|| self.wrong(what))?;
        Ok(number.clamp(-MOST, MOST))
    }

    fn number(&mut self, what: &str, most: u32) -> Result<u32, WrongCommand> {
        let number: Option<u32> = self.words.next().and_then(|word| word.parse().ok());
        Ok(number.ok_or_else(|| self.wrong(what))?.min(most))
    }

    /// A percentage, which may be left out at the end of a line.
    fn percent(&mut self) -> Result<u8, WrongCommand> {
        let Some(word) = self.words.next() else {
            return Ok(100);
        };
        let number: Option<u32> = word.trim_end_matches('%').parse().ok();
        let number = number.ok_or_else(|| self.wrong("precision"))?;
        Ok(number.min(100) as u8)
    }
}

/// The beginning of a word for an error message, without control characters.
fn shortened(word: &str) -> String {
    word.chars()
        .take(20)
        .map(|letter| if letter.is_control() { '?' } else { letter })
        .collect()
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self {
            Command::Alive => return Ok(()),
            Command::Search(search) => {
                let Search {
                    diagram,
                    alpha,
                    beta,
                    precision,
                    ..
                } = &**search;
                let position = position(diagram);
                return match search.depth {
                    Some(depth) => write!(
                        f,
                        "{KEYWORD} midgame-search {position} {alpha:.2} {beta:.2} {depth} {precision}"
                    ),
                    // Programs read whole numbers here.
                    None => write!(
                        f,
                        "{KEYWORD} endgame-search {position} {} {} {precision}",
                        alpha.floor(),
                        beta.ceil()
                    ),
                };
            }
            Command::FeedHash(fed) => {
                return write!(
                    f,
                    "{KEYWORD} feed-hash {} {:.2} {:.2} {} {} {}",
                    position(&fed.diagram),
                    fed.lower,
                    fed.upper,
                    fed.depth,
                    fed.precision,
                    write_line(&fed.line)
                );
            }
            Command::Init => "init",
            Command::GetVersion => "get-version",
            Command::NewPosition => "new-position",
            Command::Stop => "stop",
            Command::GetSearchInfos => "get-search-infos",
            Command::EmptyHash => "empty-hash",
            Command::Quit => "quit",
        };
        write!(f, "{KEYWORD} {word}")
    }
}
