//! Replies of the engine in NBoard's protocol.

use std::fmt;

use rules::Value;

use super::hint::Hint;
use super::made::{Made, read_value};

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
