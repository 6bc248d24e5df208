//! Games in files: read one after the other, whatever the format and however many there are.

mod names;
mod reader;
mod source;
mod writer;
mod wthor;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use rules::formats;
use rules::{Record, Size};

pub use reader::{BadRecord, Reader};
pub use writer::{WriteError, Writer};
pub use wthor::one_game;

use crate::{files, position};

/// Files longer than this were not pasted.
const LONGEST_PASTE: usize = 1 << 20;

/// A game given on a command line: its text, in any format, or the name of a file. Of a file with
/// several games, the last one.
pub fn one(text: &str, size: Size) -> Result<Record> {
    match position::read_text(text, size) {
        Ok(record) => Ok(record),
        Err(_) if Path::new(text).exists() => last_of(Path::new(text), size),
        Err(_) if position::looks_like_a_file(text) => bail!("there is no file {text}"),
        Err(error) => {
            let what = position::shortened(text);
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
        // What is pasted into a file is read like what is typed.
        let bytes = files::read_up_to(path, LONGEST_PASTE)?;
        let text = formats::decode(&bytes);
        position::read_text(&text, size).map_err(|_| error)
    })
}
