//! The game of `set game` in NBoard's protocol, in GGF.

use std::fmt;

use rules::formats::ggf::{self, GgfError};
use rules::formats::is_pass;
use rules::{ByColor, Record};

use crate::protocol::nboard::clock::Times;

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
    /// Parses a GGF record.
    pub(super) fn read(text: &str) -> Result<Setup, GgfError> {
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
