//! Results of cups: an HTML page, JSON, game files (GGF, PGN), and tables for the terminal. They can
//! be made of a cup that is not over yet.

mod crosstable;
mod extras;
mod game_files;
mod json;
pub mod live;
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
pub use page::{live_news, live_page, page};
pub use writer::write_during;

/// Writes the results of an event into a folder, which is created if missing, and returns the paths
/// of the files. Each file is replaced atomically.
///
/// # Errors
/// When a file cannot be written; the files before it have been.
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
