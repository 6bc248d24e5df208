//! WTHOR, the tournament games of the French Othello federation: games in `.wtb` files, one per year,
//! the names of players in a `.jou` and those of tournaments in a `.trn` file.
//!
//! Every file starts with a [`Header`]. In a `.wtb` file an [`Entry`] for each game follows:
//!
//! ```
//! use reversi_rules::formats::wthor::{self, Entry, Header, Names};
//! use reversi_rules::{formats::transcript, Diagram, Record, Size, Start};
//!
//! let start = Diagram::start(Size::EIGHT, Start::Standard);
//! let mut record = Record::from(transcript::read("f5d6c3", start)?);
//! record.info.players.black = "Tastet Marc".to_string();
//! record.info.declared = Some(64);
//!
//! let mut names = Names::new();
//! let entry = Entry::of_record(&record, &mut names)?;
//! let header = Header { games: 1, ..Header::EMPTY };
//! let mut bytes = header.write().to_vec();
//! entry.write(&mut bytes);
//!
//! let (header, mut games) = wthor::read(&bytes)?;
//! let entry = games.next().unwrap()?;
//! assert_eq!(entry.replay()?.moves, 3);
//! assert_eq!(entry.to_record(&header, &names)?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod entry;
mod header;
mod joined;
mod names;

use std::fmt;

pub use entry::{BadGame, Entry, NoPlace, Replay};
pub use header::Header;
pub use joined::split;
pub use names::{Kind, NameList, Names};

use crate::size::Size;

/// Reads a `.wtb` file: its header, and an iterator over its games. If the file is shorter or longer
/// than the header says, the last item is an error.
///
/// # Errors
/// When it does not start with a valid header.
pub fn read(
    bytes: &[u8],
) -> Result<(Header, impl Iterator<Item = Result<Entry, WthorError>>), WthorError> {
    let header = Header::read(bytes)?;
    let width = Entry::bytes(header.size);
    let mut rest = &bytes[Header::BYTES..];
    let mut number: u32 = 0;
    let games = std::iter::from_fn(move || {
        if number == header.games {
            let extra = std::mem::take(&mut rest).len();
            return (extra > 0).then_some(Err(WthorError::Extra {
                announced: header.games,
                bytes: extra as u64,
            }));
        }
        let (Some(entry), Some(after)) = (Entry::read(rest, header.size), rest.get(width..)) else {
            let whole = number;
            number = header.games;
            rest = &[];
            return Some(Err(WthorError::Truncated {
                announced: header.games,
                whole,
            }));
        };
        rest = after;
        number += 1;
        Some(Ok(entry))
    });
    Ok((header, games))
}

/// Whether bytes start like a `.wtb` file: a header of games, then moves that are squares.
#[must_use]
pub(crate) fn is_games(bytes: &[u8]) -> bool {
    let Ok(header) = Header::read(bytes) else {
        return false;
    };
    let centuries = 17..=21;
    let dated = bytes[0] == 0 || centuries.contains(&bytes[0]) && bytes[1] < 100;
    let plausible = dated && bytes[2] <= 12 && bytes[3] <= 31 && bytes[13] <= 1;
    let rest = &bytes[Header::BYTES..];
    let moves = match Entry::read(rest, header.size) {
        Some(entry) => entry.points().all(|point| point.is_ok()),
        // Less than one game: an empty or truncated file.
        None => true,
    };
    plausible && moves && header.names == 0 && (header.games > 0 || rest.is_empty())
}

/// Whether bytes start like a file of names, `.jou` or `.trn`.
#[must_use]
pub fn is_names(bytes: &[u8]) -> bool {
    let is_text = |byte: &u8| *byte == 0 || *byte >= b' ';
    let header = Header::read(bytes);
    header.is_ok_and(|header| header.games == 0 && header.names > 0 && header.year == 0)
        && (17..=21).contains(&bytes[0])
        && bytes[Header::BYTES..].iter().take(20).all(is_text)
}

/// Why a file is not a WTHOR file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WthorError {
    /// The file is shorter than a header. Holds its length.
    NoHeader(usize),
    /// The board is neither 8×8 nor 10×10.
    Side(u8),
    /// The file ends before the last game.
    Truncated {
        /// The number of games in the header.
        announced: u32,
        /// The number of complete games.
        whole: u32,
    },
    /// Bytes follow the last game.
    Extra {
        /// The number of games in the header.
        announced: u32,
        /// The number of bytes after them.
        bytes: u64,
    },
    /// A file of names has the wrong length.
    Names {
        /// The number of names in the header.
        announced: u16,
        /// The bytes of one name.
        width: usize,
        /// The number of bytes after the header.
        bytes: usize,
    },
}

impl fmt::Display for WthorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WthorError::NoHeader(bytes) => write!(
                f,
                "not a WTHOR file: it should begin with a header of {} bytes; its length is {bytes}",
                Header::BYTES
            ),
            WthorError::Side(side) => write!(
                f,
                "not a WTHOR file: its boards should be of side {} or {}, not {side}",
                Size::EIGHT,
                Size::TEN
            ),
            WthorError::Truncated { announced, whole } => write!(
                f,
                "the file is cut short: its header announces {announced} games, it has {whole}"
            ),
            WthorError::Extra { announced, bytes } => write!(
                f,
                "the file is too long: {bytes} bytes follow the {announced} games it announces"
            ),
            WthorError::Names {
                announced,
                width,
                bytes,
            } => write!(
                f,
                "the file should have {announced} names of {width} bytes after its header; \
                 it has {bytes} bytes there"
            ),
        }
    }
}

impl std::error::Error for WthorError {}
