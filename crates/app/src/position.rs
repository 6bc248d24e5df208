//! Positions given on the command line.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use rules::formats::{Format, board_string, ggf, transcript};
use rules::{Diagram, Game, Record, Size, Start};

use crate::cli::GameArgs;
use crate::records;

/// The position that a game begins from.
pub fn starting(args: &GameArgs) -> Result<Game> {
    let size = args.size.get();
    match &args.position {
        Some(text) => read(text, size),
        None if args.mirrored => Ok(begin(size, Start::Mirrored)),
        None => Ok(begin(size, Start::Standard)),
    }
}

fn begin(size: Size, start: Start) -> Game {
    Game::from_diagram(Diagram::start(size, start))
}

/// Reads a position: `start`, a board string, the moves that lead to it, a game in any format, or
/// the name of a file that holds one of these.
pub fn read(text: &str, size: Size) -> Result<Game> {
    Ok(records::one(text, size)?.game)
}

/// Reads what was typed, unless it is the name of a file.
pub(crate) fn read_text(text: &str, size: Size) -> Result<Record> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("start") {
        return Ok(begin(size, Start::Standard).into());
    }
    if text.is_empty() {
        bail!("give a board string, moves such as f5d6c3, a file or the word start");
    }
    if ggf::is_ggf(text) {
        // Of several games, the one played last.
        let last = ggf::read_all(text).last();
        return Ok(last.ok_or_else(|| anyhow!("there is no game in it"))??);
    }
    let board_error = match board_string::read(text) {
        Ok(diagram) => return Ok(Game::from_diagram(diagram).into()),
        Err(error) => error,
    };
    // Board strings have no digits and moves cannot do without.
    if text.contains(|letter: char| letter.is_ascii_digit()) {
        let start = Diagram::start(size, Start::Standard);
        return Ok(transcript::read(text, start)?.into());
    }
    Err(board_error.into())
}

pub(crate) fn looks_like_a_file(text: &str) -> bool {
    let short = text.len() < 200 && !text.contains(char::is_whitespace);
    let extension = Path::new(text).extension().and_then(OsStr::to_str);
    let known = extension.is_some_and(|end| Format::of_extension(end).is_some());
    short && (text.contains('/') || known)
}

/// The beginning of a text, as it can be shown.
pub(crate) fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    crate::input::printable(&short)
}
