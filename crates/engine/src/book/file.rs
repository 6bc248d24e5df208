//! Book files: reading and writing. See `docs/book.md`.

use std::collections::{HashMap, HashSet};
use std::fmt;

use reversi_rules::Board;

use super::next::{Next, distinct_moves};
use super::{Book, Move, Page};
use crate::envelope::{Envelope, EnvelopeError, VERSION, unpack};
use crate::score::Score;

const MAGIC: &[u8; 8] = b"REVERSIB";

/// The largest number of positions of a book that is read.
pub const MOST_POSITIONS: usize = 1 << 20;

/// The largest number of moves of a position.
const MOST_MOVES: usize = 60;

/// The depth stored for a move whose position is in the book.
const FOLLOWED: u8 = 0;

/// What is wrong with a book file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BookError {
    /// It does not begin as a book does.
    NotABook,
    /// It was written by a later version of the program.
    Version(u8),
    /// It ends too early.
    Truncated,
    /// Its bytes are not those that were written.
    Damaged,
    /// It has too many positions: this many.
    TooLarge(usize),
    /// It has an impossible depth.
    Depth(u8),
    /// It has an impossible score, in 128ths of a disc.
    Score(i16),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BookError::NotABook => write!(f, "this is not a book"),
            BookError::Version(version) => write!(
                f,
                "the book has version {version}; this program reads version {VERSION}"
            ),
            BookError::Truncated => write!(f, "the book ends too early"),
            BookError::Damaged => write!(f, "the book is damaged; copy it again"),
            BookError::TooLarge(positions) => write!(
                f,
                "a book of {positions} positions; this program reads up to {MOST_POSITIONS}"
            ),
            BookError::Depth(depth) => write!(
                f,
                "the book has a search {depth} moves deep, past the end of the game"
            ),
            BookError::Score(units) => write!(
                f,
                "the book has a score of {}; 64 discs is all there is",
                Score::from_units((*units).into())
            ),
        }
    }
}

impl std::error::Error for BookError {}

impl From<EnvelopeError> for BookError {
    fn from(error: EnvelopeError) -> BookError {
        match error {
            EnvelopeError::OtherKind => BookError::NotABook,
            EnvelopeError::Version(version) => BookError::Version(version),
            EnvelopeError::Truncated => BookError::Truncated,
            EnvelopeError::Damaged => BookError::Damaged,
        }
    }
}

impl Book {
    /// The book as the bytes of a file.
    ///
    /// The file holds neither positions nor moves: a reader walks from the start in the same order as
    /// the writer. So no file can hold an illegal move or contradictory scores.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let walk = self.walk();
        let mut depths = Vec::new();
        let mut kinds = Vec::new();
        let mut scores: Vec<i16> = Vec::new();
        for board in &walk {
            let page = &self.pages[board];
            depths.push(page.depth as u8);
            for (square, _) in distinct_moves(*board) {
                let found = page.moves.iter().find(|other| other.square == square);
                match found {
                    Some(book_move) if book_move.is_followed => kinds.push(FOLLOWED),
                    Some(book_move) => {
                        kinds.push(book_move.depth as u8);
                        scores.push(book_move.score.units() as i16);
                    }
                    None => unreachable!("a page has every move of its position"),
                }
            }
        }
        let counts = [walk.len(), kinds.len()].map(|count| (count as u32).to_le_bytes());
        let envelope = Envelope {
            first: 0,
            more: counts.as_flattened(),
            about: &self.about,
        };
        // High bytes are nearly all 0 or 255. Stored apart from the low ones they compress better.
        let low = scores.iter().map(|score| score.to_le_bytes()[0]);
        let high = scores.iter().map(|score| score.to_le_bytes()[1]);
        let bytes = depths.into_iter().chain(kinds).chain(low).chain(high);
        envelope.seal(MAGIC, &bytes.collect::<Vec<u8>>())
    }

    /// The book in the bytes of a file.
    ///
    /// # Errors
    /// Says what is wrong with the file; no bytes make this panic or take much memory.
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let fits = |_, more: &[u8]| {
            let (positions, moves) = counts(more);
            if positions > MOST_POSITIONS {
                return Err(BookError::TooLarge(positions));
            }
            if moves > positions * MOST_MOVES {
                return Err(BookError::Damaged);
            }
            Ok(())
        };
        let (envelope, packed) = Envelope::open(MAGIC, 8, bytes, fits)?;
        let (positions, moves) = counts(envelope.more);
        let payload = unpack(packed, positions + 3 * moves)?;
        let reader = Reader::new(&payload, positions, moves).ok_or(BookError::Damaged)?;
        let (walk, pages) = reader.read()?;
        let mut book = Book {
            about: envelope.about.to_string(),
            pages,
        };
        book.settle_all(walk);
        Ok(book)
    }
}

/// The numbers of positions and of moves in a file.
fn counts(more: &[u8]) -> (usize, usize) {
    let (numbers, _) = more.as_chunks();
    let number = |place: usize| u32::from_le_bytes(numbers[place]) as usize;
    (number(0), number(1))
}

/// The parts of a book that is being read.
struct Reader<'a> {
    depths: &'a [u8],
    kinds: &'a [u8],
    /// Low and high bytes of the scores that are left.
    low: &'a [u8],
    high: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Splits the payload; `None` when its length does not fit its counts.
    fn new(payload: &'a [u8], positions: usize, moves: usize) -> Option<Reader<'a>> {
        let (depths, rest) = payload.split_at_checked(positions)?;
        let (kinds, rest) = rest.split_at_checked(moves)?;
        let scores = kinds.iter().filter(|kind| **kind != FOLLOWED).count();
        let (low, high) = rest.split_at_checked(scores)?;
        (high.len() == scores).then_some(Reader {
            depths,
            kinds,
            low,
            high,
        })
    }

    /// Walks from the start through the book: the positions in the order of the walk, and their
    /// pages. The scores of moves into the book are not known yet.
    fn read(mut self) -> Result<(Vec<Board>, HashMap<Board, Page>), BookError> {
        let mut pages = HashMap::new();
        let mut order = vec![Board::START.canonical()];
        let mut seen: HashSet<Board> = order.iter().copied().collect();
        for (place, &depth) in self.depths.iter().enumerate() {
            let board = *order.get(place).ok_or(BookError::Damaged)?;
            let mut moves = Vec::new();
            for (square, next) in distinct_moves(board) {
                let (&kind, rest) = self.kinds.split_first().ok_or(BookError::Damaged)?;
                self.kinds = rest;
                let mut book_move = Move {
                    square,
                    score: Score::DRAW,
                    depth: 0,
                    is_followed: kind == FOLLOWED,
                };
                match (kind, next) {
                    (FOLLOWED, Next::End) => return Err(BookError::Damaged),
                    (FOLLOWED, Next::Position { board, .. }) => {
                        if seen.insert(board) {
                            order.push(board);
                        }
                    }
                    _ => {
                        book_move.depth = searched(kind, board)?;
                        book_move.score = self.score()?;
                    }
                }
                moves.push(book_move);
            }
            let depth = searched(depth, board)?;
            pages.insert(board, Page { depth, moves });
        }
        let is_whole = order.len() == self.depths.len() || self.depths.is_empty();
        let is_used_up = self.kinds.is_empty() && self.low.is_empty();
        if is_whole && is_used_up {
            Ok((order, pages))
        } else {
            Err(BookError::Damaged)
        }
    }

    fn score(&mut self) -> Result<Score, BookError> {
        let (&low, low_rest) = self.low.split_first().ok_or(BookError::Damaged)?;
        let (&high, high_rest) = self.high.split_first().ok_or(BookError::Damaged)?;
        (self.low, self.high) = (low_rest, high_rest);
        let units = i16::from_le_bytes([low, high]);
        let score = Score::from_units(units.into());
        if (-Score::MAX..=Score::MAX).contains(&score) {
            Ok(score)
        } else {
            Err(BookError::Score(units))
        }
    }
}

/// The depth of a position, if it is a possible one.
fn searched(depth: u8, board: Board) -> Result<u32, BookError> {
    if (1..=board.empties()).contains(&depth.into()) {
        Ok(depth.into())
    } else {
        Err(BookError::Depth(depth))
    }
}
