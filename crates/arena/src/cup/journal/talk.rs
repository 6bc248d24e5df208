//! The talk of a game: all lines between the referee and a program, compressed in a file of its own.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;
use records::files;

use crate::cup::score::Slot;

/// The folder in the results folder.
pub const FOLDER: &str = "talk";

/// Writes the talk of Black and White, and returns the paths of the files in the results folder.
/// There is no file for an empty talk. The first game of a slot has `talk/2.1.4-black.txt.gz`; a game
/// that is played again has its number too, as in `talk/2.1.4-again-2-black.txt.gz`.
///
/// # Errors
/// When a file cannot be written.
pub fn keep(
    results: &Path,
    slot: Slot,
    attempt: usize,
    talk: &[String; 2],
) -> io::Result<[Option<String>; 2]> {
    let mut paths = [None, None];
    for (side, text) in talk.iter().enumerate() {
        if text.is_empty() {
            continue;
        }
        fs::create_dir_all(results.join(FOLDER))?;
        let color = ["black", "white"][side];
        let again = match attempt {
            1 => String::new(),
            attempt => format!("-again-{attempt}"),
        };
        let path = format!("{FOLDER}/{slot}{again}-{color}.txt.gz");
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes())?;
        let bytes = encoder.finish()?;
        files::write_atomically(&results.join(&path), &bytes).map_err(io::Error::other)?;
        paths[side] = Some(path);
    }
    Ok(paths)
}
