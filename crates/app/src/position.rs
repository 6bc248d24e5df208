//! Positions given on the command line.

use std::path::Path;

use anyhow::{Context, Result, bail};
use rules::formats::{board_string, rev, transcript};
use rules::{Diagram, Game, Size, Start};

use crate::files;

/// Text files longer than this hold no position.
const LONGEST_TEXT: usize = 64 * 1024;

/// Reads a position: `start`, a board string, the moves that lead to it, or the name of a file
/// that holds one of these or a saved state.
pub fn read(text: &str, size: Size) -> Result<Game> {
    let path = Path::new(text);
    if path.is_file() {
        return read_file(path, size);
    }
    read_text(text, size).with_context(|| format!("`{}` is not a position", shortened(text)))
}

fn read_text(text: &str, size: Size) -> Result<Game> {
    let start = Diagram::start(size, Start::Standard);
    if text.trim().eq_ignore_ascii_case("start") {
        return Ok(Game::from_diagram(start));
    }
    if text.trim().is_empty() {
        bail!("give a board string, moves such as f5d6c3, a file or the word start");
    }
    let board_error = match board_string::read(text) {
        Ok(diagram) => return Ok(Game::from_diagram(diagram)),
        Err(error) => error,
    };
    // Board strings have no digits and moves cannot do without.
    if text.contains(|letter: char| letter.is_ascii_digit()) {
        return Ok(transcript::read(text, start)?);
    }
    Err(board_error.into())
}

fn read_file(path: &Path, size: Size) -> Result<Game> {
    let bytes = files::read_up_to(path, LONGEST_TEXT)?;
    let name = path.display();
    if bytes.len() > LONGEST_TEXT {
        bail!("{name} is too long to hold a position");
    }
    match String::from_utf8(bytes) {
        // The size at the front of a state file has bytes no text has.
        Ok(text) if !text.contains('\0') => {
            read_text(&text, size).with_context(|| format!("{name} holds no position"))
        }
        Ok(text) => read_state(text.as_bytes(), path),
        Err(error) => read_state(error.as_bytes(), path),
    }
}

fn read_state(bytes: &[u8], path: &Path) -> Result<Game> {
    let loaded = rev::read(bytes).with_context(|| path.display().to_string())?;
    Ok(Game::from_diagram(loaded.diagram))
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
