//! The `.rev` state file: the board size as a 4-byte integer, then `b`, `w` or `n` (no disc) for
//! every square, row by row.
//!
//! The byte order depends on the machine that wrote the file. Sizes are at most 26, so a size read in
//! the wrong byte order is far too large and the reader can tell.

use std::fmt;

use crate::color::{ByColor, Color};
use crate::diagram::Diagram;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::{Size, SizeError};

/// The size of the largest state file. Reading one byte more is enough to detect a longer file.
pub const MAX_BYTES: usize = 4 + Size::MAX.area();

/// Writes a position. The size is big-endian, as in the published sample.
#[must_use]
pub fn write(diagram: &Diagram) -> Vec<u8> {
    let mut bytes = (diagram.size().side() as u32).to_be_bytes().to_vec();
    let squares = PointSet::full(diagram.size()).into_iter();
    bytes.extend(squares.map(|point| match diagram.disc(point) {
        Some(Color::Black) => b'b',
        Some(Color::White) => b'w',
        None => b'n',
    }));
    bytes
}

/// A position from a state file, and how its side to move was inferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The position.
    pub diagram: Diagram,
    /// How the side to move was inferred; the file does not contain it.
    pub inferred: Inferred,
}

/// How the side to move was inferred from the discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inferred {
    /// By parity: with an even number of discs Black is to move, if no side has passed.
    Parity,
    /// By parity the other side is to move, but it has no legal move.
    OnlyMover,
    /// Neither side can move.
    GameOver,
}

impl fmt::Display for Loaded {
    /// The side to move and the reason, as a sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = self.diagram.to_move();
        match self.inferred {
            Inferred::Parity => {
                let counts = self.diagram.counts();
                let discs = counts.black + counts.white;
                write!(
                    f,
                    "The file does not say who moves next; with {discs} discs it is {color}"
                )
            }
            Inferred::OnlyMover => write!(
                f,
                "The file does not say who moves next; only {color} has a legal move"
            ),
            Inferred::GameOver => write!(f, "The game in the file is over: nobody can move"),
        }
    }
}

/// Whether bytes start like a state file: a board size in 4 bytes, then squares.
#[must_use]
pub(crate) fn is_rev(bytes: &[u8]) -> bool {
    let Some((header, squares)) = bytes.split_first_chunk::<4>() else {
        return false;
    };
    let side = u32::from_be_bytes(*header).min(u32::from_le_bytes(*header));
    // Text has no zero bytes, and no other binary format has these letters after a small number.
    let mut first = squares.iter().take(Size::MIN.area());
    (1..100).contains(&side)
        && (header[0] == 0 || header[3] == 0)
        && first.all(|byte| b"bwn".contains(byte))
        && !squares.is_empty()
}

/// Reads a state file in either byte order.
///
/// # Errors
/// When the size is not allowed, bytes are missing or left over, or a byte is not `b`, `w` or `n`.
pub fn read(bytes: &[u8]) -> Result<Loaded, RevError> {
    let (header, squares) = bytes
        .split_first_chunk::<4>()
        .ok_or(RevError::NoSize(bytes.len()))?;
    let side = match u32::from_be_bytes(*header) {
        big if big <= 0xffff => big,
        _ => u32::from_le_bytes(*header),
    };
    let size = Size::new(side as usize).map_err(RevError::Size)?;
    if squares.len() != size.area() {
        return Err(RevError::Length {
            size,
            squares: squares.len(),
        });
    }
    let mut discs = ByColor::<PointSet>::default();
    for (index, &byte) in squares.iter().enumerate() {
        let point = Point::new(index % size.side(), index / size.side()).expect("inside the board");
        match byte {
            b'b' => discs.black.insert(point),
            b'w' => discs.white.insert(point),
            b'n' => {}
            _ => return Err(RevError::Byte { byte, point }),
        }
    }
    Ok(infer(size, discs).expect("each square was read once"))
}

/// Infers the side to move from the discs; `None` when a disc is off the board or a square has two.
pub(crate) fn infer(size: Size, discs: ByColor<PointSet>) -> Option<Loaded> {
    let count = discs.black.len() + discs.white.len();
    let by_parity = if count.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    };
    let diagram = Diagram::from_discs(size, discs, by_parity)?;
    let (diagram, inferred) = if !diagram.legal_moves().is_empty() {
        (diagram, Inferred::Parity)
    } else if !diagram.pass().legal_moves().is_empty() {
        (diagram.pass(), Inferred::OnlyMover)
    } else {
        (diagram, Inferred::GameOver)
    };
    Some(Loaded { diagram, inferred })
}

/// Why bytes are not a state file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RevError {
    /// There are fewer than four bytes.
    NoSize(usize),
    /// The first four bytes are not the size of a board, in either byte order.
    Size(SizeError),
    /// The number of squares does not fit the size.
    Length {
        /// The size in the file.
        size: Size,
        /// The number of bytes after it.
        squares: usize,
    },
    /// A byte is not `b`, `w` or `n`.
    Byte {
        /// The byte.
        byte: u8,
        /// Its square.
        point: Point,
    },
}

impl fmt::Display for RevError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RevError::NoSize(bytes) => write!(
                f,
                "not a state file: it should begin with a board size of 4 bytes; its length is {bytes}"
            ),
            RevError::Size(error) => write!(f, "not a state file: {error}"),
            RevError::Length { size, squares } => write!(
                f,
                "damaged state file: its board of {size}×{size} needs {} squares, it has {squares}{}",
                size.area(),
                if *squares > size.area() {
                    " or more"
                } else {
                    ""
                },
            ),
            RevError::Byte { byte, point } => write!(
                f,
                "damaged state file: square {point} is {:?}; it should be b, w or n",
                char::from(*byte)
            ),
        }
    }
}

impl std::error::Error for RevError {}
