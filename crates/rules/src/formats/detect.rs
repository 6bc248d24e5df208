//! Format detection from the first bytes of a file.

use crate::formats::{
    Format, bitboards, board_string, decode, ggf, position_list, rev, transcript, wthor,
};
use crate::size::Size;

/// The bytes that detection looks at.
const PREFIX_BYTES: usize = 1 << 16;

/// The format of a file, from its first bytes; `None` when it is unknown. It does not check that the
/// file is valid.
///
/// ```
/// use reversi_rules::formats::{detect, Format};
/// assert_eq!(detect(b"(;GM[Othello]PB[Ann]"), Some(Format::Ggf));
/// assert_eq!(detect(b"(;GM[2];B[f5]"), Some(Format::Sgf));
/// assert_eq!(detect(b"1. F5 d6 2. C3"), Some(Format::Transcript));
/// assert_eq!(detect(b"F5d6C3d3C4  Tiger"), Some(Format::Openings));
/// assert_eq!(detect(b"hello"), None);
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<Format> {
    let bytes = &bytes[..bytes.len().min(PREFIX_BYTES)];
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
    let text = text.trim_start();
    if ggf::is_ggf(text) {
        return Some(ggf_or_sgf(text));
    }
    if text.starts_with('(') && text[1..].trim_start().starts_with([';', '(']) {
        return Some(Format::Sgf);
    }
    if is_tag(text) {
        return Some(Format::Pgn);
    }
    let is_comment = |line: &str| ["%", "//", "#"].iter().any(|mark| line.starts_with(mark));
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty() && !is_comment(line))?;
    if line.len() < 9 && line.bytes().all(|byte| byte.is_ascii_digit()) {
        // Zebra's list of openings starts with their number.
        let next = lines.find(|line| !line.is_empty())?;
        return of_line(next, text).filter(|format| *format == Format::Openings);
    }
    of_line(line, text)
}

/// Both start with `(;`. They differ in typical properties; else, SGF has a `;` before each node and
/// GGF only one.
fn ggf_or_sgf(text: &str) -> Format {
    let mut rest = text;
    let mut nodes = 0;
    while let Some(at) = rest.find(['[', ';', ')']) {
        let after = &rest[at + 1..];
        match rest.as_bytes()[at] {
            b')' => return Format::Sgf,
            b';' if after.trim_start().starts_with(')') => return Format::Ggf,
            b';' if nodes > 0 => return Format::Sgf,
            b';' => {
                nodes += 1;
                rest = after;
            }
            _ => {
                let value = after.split(']').next().unwrap_or("");
                match rest[..at].trim() {
                    "GM" if value.eq_ignore_ascii_case("othello") => return Format::Ggf,
                    "GM" | "FF" | "SZ" => return Format::Sgf,
                    "BO" | "TY" => return Format::Ggf,
                    _ => rest = after.get(value.len() + 1..).unwrap_or(""),
                }
            }
        }
    }
    Format::Ggf
}

/// Whether a text starts with a PGN tag.
fn is_tag(text: &str) -> bool {
    let name = |tag: &str| tag.find(|letter: char| !letter.is_ascii_alphanumeric());
    text.strip_prefix('[').is_some_and(|tag| {
        let end = name(tag).unwrap_or(0);
        end > 0 && tag[end..].trim_start().starts_with('"')
    })
}

fn of_line(line: &str, text: &str) -> Option<Format> {
    if position_list::is_line(line) {
        return Some(Format::Positions);
    }
    if bitboards::is_bitboards(line) {
        return Some(Format::Bitboards);
    }
    let is_square = |letter: char| "xobw*-.".contains(letter.to_ascii_lowercase());
    let squares = |text: &str| {
        let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
        letters.all(is_square)
    };
    let board = line.split([';', '%']).next().unwrap_or(line);
    if squares(board) {
        let count = text.chars().filter(|letter| is_square(*letter)).count();
        return match board_string::read(board) {
            Ok(_) if line.contains(';') => Some(Format::Obf),
            _ if count >= Size::MIN.area() => Some(Format::Board),
            _ => None,
        };
    }
    if line.starts_with(['+', '-']) && begins_with_move(&line[1..]) {
        return Some(Format::Logbook);
    }
    begins_with_move(line).then(|| of_moves(line))
}

/// Whether a line starts with a square, possibly after a move number.
fn begins_with_move(line: &str) -> bool {
    let numbered = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let numbered = numbered.strip_prefix('.').unwrap_or(line);
    let mut letters = numbered.trim_start().chars();
    let (first, second) = (letters.next(), letters.next());
    first.is_some_and(|letter| letter.is_ascii_alphabetic())
        && second.is_some_and(|digit| digit.is_ascii_digit())
}

/// The format of a line that starts with a move.
fn of_moves(line: &str) -> Format {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if transcript::is_moves(line) {
        Format::Transcript
    } else if line.contains(['{', '$', '(']) && first.contains('.') {
        Format::Pgn
    } else if transcript::is_moves(first) && !first.contains('.') && is_name(rest.trim()) {
        Format::Openings
    } else {
        Format::Transcript
    }
}

/// Whether the text after the moves can be a name.
fn is_name(text: &str) -> bool {
    let begins =
        text.starts_with(|letter: char| letter.is_alphanumeric() || "\"'(".contains(letter));
    begins && !text.contains(char::is_control)
}
