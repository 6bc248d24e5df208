//! Replies of the engine in Cassio's protocol.

use std::fmt;

use rules::{Color, Diagram, Point, Size};

use super::notation::{MOST, hundredths, position, read_discs};
use crate::protocol::line::{read_line, write_line, write_place};

/// A reply of the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// It is ready for a command.
    Ready,
    /// It is alive and searching.
    Busy,
    /// It ends.
    Bye,
    /// Its name.
    Version(String),
    /// A result for a position.
    Found(Box<Finding>),
    /// The number of nodes and the time in seconds.
    Infos(u64, f64),
    /// A command failed.
    Error(String),
}

/// A result of the engine for a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The position.
    pub diagram: Diagram,
    /// The best move; `None` is a pass or no move.
    pub point: Option<Point>,
    /// The search depth.
    pub depth: u32,
    /// The selectivity, in percent.
    pub precision: u8,
    /// The lower bound of its value for the side to move.
    pub lower: f64,
    /// The upper bound of its value for the side to move.
    pub upper: f64,
    /// The principal variation.
    pub line: Vec<Option<Point>>,
    /// The number of nodes.
    pub nodes: u64,
    /// The time in seconds.
    pub seconds: f64,
}

impl Reply {
    /// Parses a line; `None` for an unknown line, which is to be ignored.
    #[must_use]
    pub fn read(line: &str) -> Option<Reply> {
        let line = line.trim();
        let lower = line.to_ascii_lowercase();
        if let Some(text) = lower.strip_prefix("error") {
            let text = &line[line.len() - text.len()..];
            return Some(Reply::Error(
                text.trim_start_matches([':', ' ']).to_string(),
            ));
        }
        if lower.starts_with("version:") {
            return Some(Reply::Version(line["version:".len()..].trim().to_string()));
        }
        match lower.trim_end_matches(['.', '!']) {
            "ready" => return Some(Reply::Ready),
            "ok" => return Some(Reply::Busy),
            "bye bye" => return Some(Reply::Bye),
            _ => {}
        }
        if lower.starts_with("node ") {
            let (nodes, seconds) = work(&lower)?;
            return Some(Reply::Infos(nodes, seconds));
        }
        Finding::read(line).map(|found| Reply::Found(Box::new(found)))
    }
}

/// The numbers in `node 1234, time 0.123`.
fn work(text: &str) -> Option<(u64, f64)> {
    let mut nodes = None;
    let mut seconds = None;
    for part in text.split(',').map(str::trim) {
        if let Some(number) = part.strip_prefix("node ") {
            nodes = number.trim().parse().ok();
        } else if let Some(number) = part.strip_prefix("time ") {
            seconds = number.trim().parse().ok();
        }
    }
    Some((nodes?, seconds?))
}

impl Finding {
    fn read(line: &str) -> Option<Finding> {
        let mut parts = line.split(',').map(str::trim);
        let squares = parts.next()?;
        let squares: String = squares.split_whitespace().collect();
        let diagram: Diagram = squares.parse().ok()?;
        if squares.len() != 65 || diagram.size() != Size::EIGHT {
            return None;
        }
        let name = parts.next()?.strip_prefix("move")?.trim();
        let mut found = Finding {
            diagram,
            point: read_line(name)?.first().copied().flatten(),
            depth: 0,
            precision: 100,
            lower: -MOST,
            upper: MOST,
            line: Vec::new(),
            nodes: 0,
            seconds: 0.0,
        };
        let (nodes, seconds) = work(line).unwrap_or_default();
        (found.nodes, found.seconds) = (nodes, seconds);
        for part in parts {
            if let Some(depth) = part.strip_prefix("depth") {
                found.depth = depth.trim().parse().unwrap_or_default();
            } else if let Some(percent) = part.strip_prefix('@') {
                found.precision = percent.trim_end_matches('%').parse().unwrap_or(100);
            } else if let Some((lower, rest)) = part.split_once("<=") {
                let upper = rest.rsplit("<=").next().unwrap_or_default();
                let side = diagram.to_move();
                if let (Some(one), Some(other)) = (read_discs(lower, side), read_discs(upper, side))
                {
                    found.lower = one.min(other);
                    found.upper = one.max(other);
                }
            } else if let Some(line) = read_line(part)
                && found.line.is_empty()
            {
                found.line = line;
            }
        }
        Some(found)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = match self.diagram.to_move() {
            Color::Black => 'B',
            Color::White => 'W',
        };
        write!(
            f,
            "{}, move {}, depth {}, @{}%, {color}{:+.2} <= v <= {color}{:+.2}, {}, node {}, time {:.3}",
            position(&self.diagram),
            write_place(self.point),
            self.depth,
            self.precision,
            hundredths(self.lower),
            hundredths(self.upper),
            write_line(&self.line),
            self.nodes,
            self.seconds
        )
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Ready => f.write_str("ready."),
            Reply::Busy => f.write_str("ok."),
            Reply::Bye => f.write_str("bye bye."),
            Reply::Version(text) => write!(f, "version: {text}"),
            Reply::Found(found) => found.fmt(f),
            Reply::Infos(nodes, seconds) => write!(f, "node {nodes}, time {seconds:.3}"),
            Reply::Error(text) => write!(f, "ERROR: {text}"),
        }
    }
}
