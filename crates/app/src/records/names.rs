//! The names that belong to a WTHOR file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rules::formats::wthor::{Kind, NameList, Names};

use crate::files;

/// No list of names is longer.
const LONGEST_FILE: usize = 16 + 65_536 * 26;

/// The players and tournaments whose files lie beside a file of games: of the same name, or the
/// only ones there. Without any, all are unknown.
///
/// # Errors
/// When there are files that hold no names.
pub fn beside(games: &Path) -> Result<Names> {
    let mut names = Names::new();
    if let Some(path) = find(games, "jou") {
        names.players = read(&path, Kind::Players)?;
    }
    if let Some(path) = find(games, "trn") {
        names.tournaments = read(&path, Kind::Tournaments)?;
    }
    Ok(names)
}

fn find(games: &Path, extension: &str) -> Option<PathBuf> {
    let folder = match games.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let entries = fs::read_dir(folder).ok()?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let fits = |path: &PathBuf| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case(extension))
    };
    let found: Vec<PathBuf> = paths.filter(fits).collect();
    let stem = games.file_stem()?;
    let own = |path: &&PathBuf| {
        path.file_stem()
            .is_some_and(|name| name.eq_ignore_ascii_case(stem))
    };
    let only = || found.first().filter(|_| found.len() == 1);
    found.iter().find(own).or_else(only).cloned()
}

fn read(path: &Path, kind: Kind) -> Result<NameList> {
    let bytes = files::read_up_to(path, LONGEST_FILE)?;
    NameList::read(&bytes, kind).with_context(|| path.display().to_string())
}
