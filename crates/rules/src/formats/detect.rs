//! What kind of file some bytes are the beginning of.

use crate::formats::{Format, board_string, decode, ggf, rev, wthor};
use crate::size::Size;

/// Bytes beyond these are not looked at.
const ENOUGH: usize = 1 << 16;

/// The format of a file, from its first bytes; `None` when it is like nothing we know. Whether the
/// file holds what it promises is found out by reading it.
///
/// ```
/// use rules::formats::{detect, Format};
/// assert_eq!(detect(b"(;GM[Othello]PB[Ann]"), Some(Format::Ggf));
/// assert_eq!(detect(b"1. F5 d6 2. C3"), Some(Format::Transcript));
/// assert_eq!(detect(b"hello"), None);
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<Format> {
    let bytes = &bytes[..bytes.len().min(ENOUGH)];
    if rev::is_rev(bytes) {
        return Some(Format::Rev);
    }
    if wthor::is_games(bytes) {
        return Some(Format::Wthor);
    }
    if bytes.contains(&0) {
        return None;
    }
    let text = decode(bytes);
    if ggf::is_ggf(&text) {
        return Some(Format::Ggf);
    }
    of_line(first_line(&text)?, &text)
}

/// The first line that says something.
fn first_line(text: &str) -> Option<&str> {
    let mut lines = text.lines().map(str::trim);
    lines.find(|line| !line.is_empty() && !line.starts_with('%'))
}

fn of_line(line: &str, text: &str) -> Option<Format> {
    let is_square = |letter: char| "xobw*-.".contains(letter.to_ascii_lowercase());
    let squares = |text: &str| {
        let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
        letters.all(is_square)
    };
    let (board, fields) = line.split_once(';').unwrap_or((line, ""));
    if squares(board.split('%').next().unwrap_or(board)) {
        let count = text.chars().filter(|letter| is_square(*letter)).count();
        let has_fields = line.contains(';') && fields.chars().all(|letter| !letter.is_control());
        return match board_string::read(board) {
            Ok(_) if has_fields => Some(Format::Obf),
            _ if count >= Size::MIN.area() => Some(Format::Board),
            _ => None,
        };
    }
    begins_with_move(line).then_some(Format::Transcript)
}

/// Whether a line begins with a square or a pass, perhaps after a number.
fn begins_with_move(line: &str) -> bool {
    let numbered = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let numbered = numbered.strip_prefix('.').unwrap_or(line);
    let mut letters = numbered.trim_start().chars();
    let (first, second) = (letters.next(), letters.next());
    first.is_some_and(|letter| letter.is_ascii_alphabetic())
        && second.is_some_and(|digit| digit.is_ascii_digit())
}
