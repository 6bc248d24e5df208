//! Positions given on the command line.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use rules::formats::{self, Format};
use rules::{Diagram, Game, Record, Size, Start};

use crate::cli::GameArgs;
use crate::records;

/// What is said when moves make sense only from the other start.
const MIRRORED: &str = "the moves are legal only from the mirrored start; the game begins there";

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

/// Reads what was typed, unless it is the name of a file. Of several games, the last.
pub(crate) fn read_text(text: &str, size: Size) -> Result<Record> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("start") {
        return Ok(begin(size, Start::Standard).into());
    }
    if text.is_empty() {
        bail!("give a board string, moves such as f5d6c3, a file or the word start");
    }
    let mut found = formats::recognise(text.as_bytes(), size)?;
    let record = found.records.pop().context("there is no game in it")?;
    if found.is_mirrored {
        // If it cannot be written, the board that follows shows it too.
        let _ = writeln!(io::stderr(), "reversi: {MIRRORED}");
    }
    Ok(record)
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
