//! Positions given on the command line.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use rules::formats::{board_string, ggf, rev, transcript};
use rules::{Diagram, Game, Size, Start};

use crate::cli::GameArgs;
use crate::files;

/// Files longer than this hold no position.
const LONGEST_FILE: usize = 16 << 20;

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

/// Reads a position: `start`, a board string, the moves that lead to it, a game in GGF, or the name
/// of a file that holds one of these or a saved position.
pub fn read(text: &str, size: Size) -> Result<Game> {
    let path = Path::new(text);
    match read_text(text, size) {
        Ok(game) => Ok(game),
        Err(_) if path.exists() => read_file(path, size),
        Err(_) if looks_like_a_file(text) => bail!("there is no file {text}"),
        Err(error) => {
            Err(error).with_context(|| format!("`{}` is not a position", shortened(text)))
        }
    }
}

fn read_text(text: &str, size: Size) -> Result<Game> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("start") {
        return Ok(begin(size, Start::Standard));
    }
    if text.is_empty() {
        bail!("give a board string, moves such as f5d6c3, a file or the word start");
    }
    if ggf::is_ggf(text) {
        // Of several games, the one played last.
        let last = ggf::read_all(text).last();
        let (_, game) = last.ok_or_else(|| anyhow!("there is no game in it"))??;
        return Ok(game);
    }
    let board_error = match board_string::read(text) {
        Ok(diagram) => return Ok(Game::from_diagram(diagram)),
        Err(error) => error,
    };
    // Board strings have no digits and moves cannot do without.
    if text.contains(|letter: char| letter.is_ascii_digit()) {
        return Ok(transcript::read(
            text,
            Diagram::start(size, Start::Standard),
        )?);
    }
    Err(board_error.into())
}

fn looks_like_a_file(text: &str) -> bool {
    let short = text.len() < 200 && !text.contains(char::is_whitespace);
    let extension = Path::new(text).extension().and_then(|end| end.to_str());
    let known = extension.is_some_and(|end| ["rev", "ggf", "txt"].contains(&end));
    short && (text.contains('/') || known)
}

fn read_file(path: &Path, size: Size) -> Result<Game> {
    let bytes = files::read_up_to(path, LONGEST_FILE)?;
    let name = path.display();
    if bytes.len() > LONGEST_FILE {
        bail!("{name} is too long to hold a position");
    }
    match String::from_utf8(bytes) {
        // The size at the front of a saved position has bytes no text has.
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

/// The beginning of a text, as it can be shown.
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    crate::input::printable(&short)
}
