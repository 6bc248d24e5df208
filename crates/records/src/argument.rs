//! A game or position given as text: moves, a board string, a game in any format, or the name of a
//! file that holds one of these.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};
use rules::formats::{self, Format};
use rules::{Diagram, Game, Record, Size, Start};

use crate::files;
use crate::quote::shortened;
use crate::reader::Reader;

/// The note printed when moves are legal only from the mirrored start.
const MIRRORED: &str = "the moves are legal only from the mirrored start; the game begins there";

/// Reads a position: `start`, a board string, the moves that lead to it, a game in any format, or
/// the name of a file that holds one of these.
pub fn read_position(text: &str, size: Size) -> Result<Game> {
    Ok(read_game(text, size)?.game)
}

/// Longer files are not read as pasted text.
const LONGEST_PASTE: usize = 1 << 20;

/// A game given on a command line: its text, in any format, or the name of a file. Of a file with
/// several games, the last one.
pub fn read_game(text: &str, size: Size) -> Result<Record> {
    match read_text(text, size) {
        Ok(record) => Ok(record),
        Err(_) if Path::new(text).exists() => last_of(Path::new(text), size),
        Err(_) if looks_like_a_file(text) => bail!("there is no file {text}"),
        Err(error) => {
            let what = shortened(text);
            Err(error).with_context(|| format!("`{what}` is not a position"))
        }
    }
}

/// The last game of a file.
fn last_of(path: &Path, size: Size) -> Result<Record> {
    let name = path.display();
    if !fs::metadata(path).is_ok_and(|file| file.is_file() || file.is_dir()) {
        bail!("cannot read {name}: it is not a regular file");
    }
    let read = || -> Result<Record> {
        let last = Reader::open(path)?.on(size).last();
        Ok(last.with_context(|| format!("{name} holds no position"))??)
    };
    read().or_else(|error| {
        // Text pasted into a file is read like typed text.
        let bytes = files::read_up_to(path, LONGEST_PASTE)?;
        let text = formats::decode(&bytes);
        read_text(&text, size).map_err(|_| error)
    })
}

/// Reads typed text that is not the name of a file. Of several games, the last one.
fn read_text(text: &str, size: Size) -> Result<Record> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("start") {
        return Ok(Game::from_diagram(Diagram::start(size, Start::Standard)).into());
    }
    if text.is_empty() {
        bail!("give a board string, moves such as f5d6c3, a file or the word start");
    }
    let mut found = formats::recognise(text.as_bytes(), size)?;
    let record = found.records.pop().context("there is no game in it")?;
    if found.is_mirrored {
        // A failed write is ignored: the board printed next shows the start position too.
        let _ = writeln!(io::stderr(), "reversi: {MIRRORED}");
    }
    Ok(record)
}

fn looks_like_a_file(text: &str) -> bool {
    let short = text.len() < 200 && !text.contains(char::is_whitespace);
    let extension = Path::new(text).extension().and_then(OsStr::to_str);
    let known = extension.is_some_and(|end| Format::of_extension(end).is_some());
    short && (text.contains('/') || known)
}
