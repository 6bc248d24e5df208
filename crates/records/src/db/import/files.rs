//! The files that an import reads: named files, and files of games found in named folders.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rules::formats::{Format, detect};

use crate::files;

/// Maximum depth of folders inside a named folder.
const DEEPEST: usize = 8;

/// Bytes read from a file to detect its format.
const FIRST_BYTES: usize = 1 << 16;

/// The named files, and the files of games in the named folders, sorted by name within each folder.
///
/// # Errors
/// When something is missing or cannot be read, or there are no games in a folder.
pub fn files(named: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in named {
        if !path.exists() {
            bail!("there is no file {}", path.display());
        }
        if path.is_dir() {
            let before = files.len();
            add_folder(path, 0, &mut files)?;
            if files.len() == before {
                bail!("there are no games in the folder {}", path.display());
            }
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

fn add_folder(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<()> {
    let cannot = || format!("cannot read the folder {}", folder.display());
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot)? {
        entries.push(entry.with_context(cannot)?.path());
    }
    entries.sort();
    for path in entries {
        let is_hidden = path.file_name().is_none_or(|name| {
            let name = name.to_string_lossy();
            name.starts_with('.')
        });
        if is_hidden {
            continue;
        }
        if path.is_dir() {
            // Links are not followed: they may form a cycle.
            if depth < DEEPEST && !path.is_symlink() {
                add_folder(&path, depth + 1, files)?;
            }
        } else if path.is_file() && looks_like_games(&path) {
            files.push(path);
        }
    }
    Ok(())
}

/// True if the file extension, or else the content, is that of a format with games.
fn looks_like_games(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str);
    let by_name = extension.and_then(Format::of_extension);
    let by_content = || {
        let bytes = files::read_up_to(path, FIRST_BYTES).unwrap_or_default();
        detect(&bytes)
    };
    match by_name {
        // These extensions are used for any text.
        None | Some(Format::Transcript | Format::Openings) => by_content().is_some_and(holds_games),
        Some(format) => holds_games(format),
    }
}

/// True if the records of a format are played games.
pub fn holds_games(format: Format) -> bool {
    !format.is_of_positions() && format != Format::Openings
}
