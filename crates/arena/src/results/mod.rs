//! The results of cups, as they are kept and shown: a page, JSON, records of the games,
//! and tables for the terminal. An event that is not over is told as far as it has come.

mod crosstable;
mod extras;
mod game_files;
mod json;
mod names;
mod page;
pub mod text;
mod words;
mod writer;

use std::fs;
use std::path::{Path, PathBuf};

use crate::cup::Event;
use anyhow::{Context, Result};

use records::files;

pub use game_files::{ggf, pgn};
pub use json::json;
pub use page::page;
pub use writer::write_during;

/// Writes the results of an event into a folder, which is made where there is none, and says which
/// files they are in. Each is the old file or the new one, never half of one.
///
/// # Errors
/// When a file cannot be written; those before it have been.
pub fn write(event: &Event, folder: &Path) -> Result<Vec<PathBuf>> {
    let cannot = || format!("cannot make the folder {}", folder.display());
    fs::create_dir_all(folder).with_context(cannot)?;
    type Told = fn(&Event) -> String;
    let files: [(&str, Told); 4] = [
        ("games.ggf", ggf),
        ("games.pgn", pgn),
        ("results.json", json),
        ("results.html", page),
    ];
    let mut written = Vec::new();
    for (name, text) in files {
        let path = folder.join(name);
        files::write_atomically(&path, text(event).as_bytes())?;
        written.push(path);
    }
    Ok(written)
}
