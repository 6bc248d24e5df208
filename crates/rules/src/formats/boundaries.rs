//! Record boundaries: where one record of a file ends and the next begins, without parsing them.

use crate::formats::Format;
use crate::size::Size;

/// The first piece of a buffer. More of the file may follow the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A record, after blanks.
    Record {
        /// The offset of its first byte.
        start: usize,
        /// The offset after its last byte.
        end: usize,
    },
    /// Text that is not a record, after blanks.
    Junk {
        /// The offset of its first byte.
        start: usize,
        /// The offset after its last byte.
        end: usize,
    },
    /// More bytes are needed to decide.
    More,
    /// Only blanks are left.
    End,
}

impl Format {
    /// The first record in `bytes`, the next part of a file. `at_end`: no more bytes follow. For text
    /// formats: WTHOR entries have a fixed length, and a state file is one record.
    ///
    /// ```
    /// use reversi_rules::formats::{Format, Piece};
    /// let bytes = b"\nf5d6c3\nf5f6";
    /// assert_eq!(Format::Transcript.first(bytes, false), Piece::Record { start: 1, end: 8 });
    /// assert_eq!(Format::Transcript.first(&bytes[8..], false), Piece::More);
    /// assert_eq!(Format::Transcript.first(&bytes[8..], true), Piece::Record { start: 0, end: 4 });
    /// ```
    #[must_use]
    pub fn first(self, bytes: &[u8], at_end: bool) -> Piece {
        let blank = |byte: &u8| byte.is_ascii_whitespace();
        let Some(start) = bytes.iter().position(|byte| !blank(byte)) else {
            return if at_end { Piece::End } else { Piece::More };
        };
        let found = match self {
            Format::Ggf => first_ggf(&bytes[start..], at_end),
            Format::Sgf => first_sgf(&bytes[start..], at_end),
            Format::Pgn | Format::RatingPgn => first_pgn(&bytes[start..], at_end),
            Format::Board => first_board(&bytes[start..], at_end),
            Format::Rev | Format::Wthor => at_end.then_some(Found::Record(bytes.len() - start)),
            _ => line(&bytes[start..], at_end).map(Found::Record),
        };
        match found {
            Some(Found::Record(length)) => Piece::Record {
                start,
                end: start + length,
            },
            Some(Found::Junk(length)) => Piece::Junk {
                start,
                end: start + length,
            },
            None => Piece::More,
        }
    }
}

/// The length of the first piece, in bytes.
enum Found {
    Record(usize),
    Junk(usize),
}

/// The length of the first line with its line end; `None` when it may be incomplete.
fn line(bytes: &[u8], at_end: bool) -> Option<usize> {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) => Some(end + 1),
        None if at_end => Some(bytes.len()),
        None => None,
    }
}

/// A game ends at the first `;)` outside of a value. A game that is not closed ends before the next
/// line that starts with a game. The first game of a match has the number of games before it.
fn first_ggf(bytes: &[u8], at_end: bool) -> Option<Found> {
    let number = bytes.iter().take_while(|byte| is_number(**byte)).count();
    if !at_end && bytes.len() < number + 2 {
        return None;
    }
    if !bytes[number..].starts_with(b"(;") {
        return next_game(bytes, at_end).map(Found::Junk);
    }
    let mut inside = false;
    let mut index = number + 2;
    while index < bytes.len() {
        match bytes[index] {
            b'[' => inside = true,
            b']' => inside = false,
            b';' if !inside && bytes.get(index + 1) == Some(&b')') => {
                return Some(Found::Record(index + 2));
            }
            b'\n' => {
                let rest = &bytes[index..];
                let number = rest.iter().take_while(|byte| is_number(**byte)).count();
                if rest[number..].starts_with(b"(;") {
                    return Some(Found::Record(index));
                }
            }
            _ => {}
        }
        index += 1;
    }
    at_end.then_some(Found::Record(bytes.len()))
}

const fn is_number(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_whitespace()
}

/// The offset of the next game, or the end.
fn next_game(bytes: &[u8], at_end: bool) -> Option<usize> {
    match bytes.windows(2).position(|pair| pair == b"(;") {
        Some(start) => Some(start),
        None if at_end => Some(bytes.len()),
        None => None,
    }
}

/// A game ends at the bracket that closes its first one. A game that is not closed ends before the next
/// line that starts with a root node.
fn first_sgf(bytes: &[u8], at_end: bool) -> Option<Found> {
    if !at_end && bytes.len() < 2 {
        return None;
    }
    if bytes[0] != b'(' {
        return next_game(bytes, at_end).map(Found::Junk);
    }
    let mut depth: usize = 0;
    let mut inside = false;
    let mut index = 0;
    while index < bytes.len() {
        match bytes[index] {
            b'\\' if inside => index += 1,
            b']' => inside = false,
            b'\n'
                if [b"(;FF[", b"(;GM["]
                    .iter()
                    .any(|root| bytes[index + 1..].starts_with(*root)) =>
            {
                return Some(Found::Record(index));
            }
            _ if inside => {}
            b'[' => inside = true,
            b'(' => depth += 1,
            b')' if depth <= 1 => return Some(Found::Record(index + 1)),
            b')' => depth -= 1,
            _ => {}
        }
        index += 1;
    }
    at_end.then_some(Found::Record(bytes.len()))
}

/// A game is tags, then moves, up to the next tag outside of a comment.
fn first_pgn(bytes: &[u8], at_end: bool) -> Option<Found> {
    let mut length = 0;
    let mut in_comment = false;
    // Whether a tag starts the next game: true after moves or a blank line.
    let mut is_complete = false;
    while length < bytes.len() {
        let next = length + line(&bytes[length..], at_end)?;
        let row = &bytes[length..next];
        if in_comment && row.starts_with(b"[Event \"") {
            return Some(Found::Record(length));
        }
        let is_tag = !in_comment && row.first() == Some(&b'[');
        if is_tag && is_complete {
            return Some(Found::Record(length));
        }
        is_complete |= !is_tag;
        if !is_tag {
            in_comment = is_open_after(row, in_comment);
        }
        length = next;
    }
    at_end.then_some(Found::Record(length))
}

/// Whether a comment is open at the end of a line.
fn is_open_after(row: &[u8], mut in_comment: bool) -> bool {
    for byte in row {
        match byte {
            b'{' => in_comment = true,
            b'}' => in_comment = false,
            b';' if !in_comment => return false,
            _ => {}
        }
    }
    in_comment
}

/// A board in rows, or on one line. The side to move may be on its own line.
fn first_board(bytes: &[u8], at_end: bool) -> Option<Found> {
    let mut length = line(bytes, at_end)?;
    let first = letters(&bytes[..length]);
    if bytes[0] == b'%' {
        return Some(Found::Record(length));
    }
    let mut has_side = Size::of_area(first).is_none();
    if let Drawing::Rows(rows, with_side) = drawing(bytes, first, at_end)? {
        (length, has_side) = (rows, with_side);
    }
    if !has_side && (!bytes[length..].is_empty() || !at_end) {
        let next = line(&bytes[length..], at_end)?;
        if letters(&bytes[length..length + next]) == 1 {
            length += next;
        }
    }
    Some(Found::Record(length))
}

/// Whether a board is written in rows.
enum Drawing {
    No,
    /// Its length in bytes, and whether the last row contains the side to move.
    Rows(usize, bool),
}

/// Looks for a board of `side` rows with `side` squares each; `None` when more bytes are needed.
fn drawing(bytes: &[u8], side: usize, at_end: bool) -> Option<Drawing> {
    if Size::new(side).is_err() {
        return Some(Drawing::No);
    }
    let mut length = 0;
    for row in 1..=side {
        let rest = &bytes[length..];
        if rest.is_empty() && at_end {
            return Some(Drawing::No);
        }
        let next = line(rest, at_end)?;
        let count = letters(&rest[..next]);
        length += next;
        if row == side && count == side + 1 {
            return Some(Drawing::Rows(length, true));
        }
        if count != side {
            return Some(Drawing::No);
        }
    }
    Some(Drawing::Rows(length, false))
}

fn letters(row: &[u8]) -> usize {
    row.iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .count()
}
