//! The files of player and tournament names that belong to a WTHOR file.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rules::formats::wthor::{Kind, NameList, Names};

use crate::files;

/// Maximum length of a file of names in bytes.
const LONGEST_FILE: usize = 16 + 65_536 * 26;

/// The names in the `.jou` and `.trn` files beside a file of games: with the same name, with a name
/// that is a prefix of it (`WTH.JOU` for `WTH_1985.wtb`), or the only ones in the folder. Without
/// such files all names are unknown.
///
/// # Errors
/// When a file holds no names, or several files are candidates.
pub fn beside(games: &Path) -> Result<Names> {
    lists(|extension| find(games, extension))
}

/// The names already in the files that belong to a file to be written. Other games refer to them by
/// number, so their order must not change.
pub fn already_at(games: &Path) -> Result<Names> {
    lists(|extension| Ok(Some(place(games, extension)).filter(|path| path.is_file())))
}

/// The path of a file of names to be written: the same name, in any case.
pub fn place(games: &Path, extension: &str) -> PathBuf {
    let usual = games.with_extension(extension);
    let mut same = candidates(games, extension).filter(|path| stem(path) == stem(games));
    if usual.exists() {
        usual
    } else {
        same.next().unwrap_or(usual)
    }
}

fn lists(path_of: impl Fn(&str) -> Result<Option<PathBuf>>) -> Result<Names> {
    let mut names = Names::new();
    if let Some(path) = path_of("jou")? {
        names.players = read(&path, Kind::Players)?;
    }
    if let Some(path) = path_of("trn")? {
        names.tournaments = read(&path, Kind::Tournaments)?;
    }
    Ok(names)
}

fn find(games: &Path, extension: &str) -> Result<Option<PathBuf>> {
    let mut found: Vec<PathBuf> = candidates(games, extension).collect();
    let own = stem(games);
    // The longest prefix wins; without one, any file.
    let fit = |path: &PathBuf| Some(stem(path).len()).filter(|_| own.starts_with(&stem(path)));
    let best = found.iter().map(fit).max().flatten();
    found.retain(|path| fit(path) == best);
    found.sort();
    match found.as_slice() {
        [] => Ok(None),
        [only] => Ok(Some(only.clone())),
        [one, other, ..] => bail!(
            "{}: which names are those of its games? There are {} and {}; give the right one the \
             name {}",
            games.display(),
            one.display(),
            other.display(),
            games.with_extension(extension).display()
        ),
    }
}

/// The files beside a file of games with this extension, in any case.
fn candidates(games: &Path, extension: &str) -> impl Iterator<Item = PathBuf> {
    let folder = match games.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.filter(move |path| {
        path.extension()
            .is_some_and(|end| end.eq_ignore_ascii_case(extension))
    })
}

/// The file name without extension, in lower case.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().to_lowercase()
}

fn read(path: &Path, kind: Kind) -> Result<NameList> {
    let bytes = files::read_up_to(path, LONGEST_FILE)?;
    NameList::read(&bytes, kind).with_context(|| path.display().to_string())
}
