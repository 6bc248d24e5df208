//! Where the games of a match begin, as typed.

use std::fmt;
use std::str::FromStr;

/// The openings, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsArg {
    /// The start position.
    Start,
    /// Random moves; how many, if given.
    Random(Option<u32>),
    /// Random moves that leave neither side ahead.
    Balanced,
    /// A file.
    File(String),
}

impl fmt::Display for OpeningsArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningsArg::Start => f.write_str("start"),
            OpeningsArg::Random(None) => f.write_str("random"),
            OpeningsArg::Random(Some(moves)) => write!(f, "random:{moves}"),
            OpeningsArg::Balanced => f.write_str("balanced"),
            OpeningsArg::File(name) => f.write_str(name),
        }
    }
}

impl FromStr for OpeningsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<OpeningsArg, String> {
        let (word, moves) = match text.split_once(':') {
            Some((word, moves)) => (word, Some(moves)),
            None => (text, None),
        };
        Ok(match (word.to_ascii_lowercase().as_str(), moves) {
            ("start", None) => OpeningsArg::Start,
            ("balanced", None) => OpeningsArg::Balanced,
            ("random", None) => OpeningsArg::Random(None),
            ("random", Some(moves)) => {
                let moves = moves.parse().map_err(|_| {
                    "after random: comes a number of moves, as in random:8".to_string()
                })?;
                OpeningsArg::Random(Some(moves))
            }
            _ => OpeningsArg::File(text.to_string()),
        })
    }
}
