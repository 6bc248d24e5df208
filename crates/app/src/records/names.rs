//! The names that belong to a WTHOR file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rules::formats::wthor::{Kind, NameList, Names};

use crate::files;

/// No list of names is longer.
const LONGEST_FILE: usize = 16 + 65_536 * 26;

/// The players and tournaments whose files lie beside a file of games: of the same name, of a name
/// that its name begins with (`WTH.JOU` for `WTH_1985.wtb`), or the only ones there. Without any,
/// all are unknown.
///
/// # Errors
/// When there are files that hold no names, or several that may be meant.
pub fn beside(games: &Path) -> Result<Names> {
    let mut names = Names::new();
    if let Some(path) = find(games, "jou")? {
        names.players = read(&path, Kind::Players)?;
    }
    if let Some(path) = find(games, "trn")? {
        names.tournaments = read(&path, Kind::Tournaments)?;
    }
    Ok(names)
}

/// The names that are in the files of exactly this name already. Other games refer to them by
/// number, so they must keep their places.
pub fn already_at(games: &Path) -> Result<Names> {
    let mut names = Names::new();
    let (players, tournaments) = (games.with_extension("jou"), games.with_extension("trn"));
    if players.is_file() {
        names.players = read(&players, Kind::Players)?;
    }
    if tournaments.is_file() {
        names.tournaments = read(&tournaments, Kind::Tournaments)?;
    }
    Ok(names)
}

fn find(games: &Path, extension: &str) -> Result<Option<PathBuf>> {
    let folder = match games.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return Ok(None);
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let fits = |path: &PathBuf| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case(extension))
    };
    let mut found: Vec<PathBuf> = paths.filter(fits).collect();
    found.sort();
    let stem = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().to_lowercase()
    };
    let own = stem(games);
    let kin = found.iter().filter(|path| own.starts_with(&stem(path)));
    let nearest = kin.max_by_key(|path| stem(path).len());
    match (nearest, found.as_slice()) {
        (Some(path), _) => Ok(Some(path.clone())),
        (None, []) => Ok(None),
        (None, [only]) => Ok(Some(only.clone())),
        (None, [one, other, ..]) => bail!(
            "{}: which names are those of its games? There are {} and {}; give the right one the \
             name {}",
            games.display(),
            one.display(),
            other.display(),
            games.with_extension(extension).display()
        ),
    }
}

fn read(path: &Path, kind: Kind) -> Result<NameList> {
    let bytes = files::read_up_to(path, LONGEST_FILE)?;
    NameList::read(&bytes, kind).with_context(|| path.display().to_string())
}
