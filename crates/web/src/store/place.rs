//! The default place of the file: the data folder of the user.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// The default file, in this user's data folder.
///
/// # Errors
/// When there is no such folder, or it cannot be created.
pub fn usual_place() -> Result<PathBuf> {
    let folder = data_folder().context("there is no home folder; say where with --data FILE")?;
    let folder = folder.join("reversi");
    make(&folder)?;
    Ok(folder.join("games.sqlite"))
}

/// Creates a folder that only this user can read.
fn make(folder: &Path) -> Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).with_context(|| {
        let name = folder.display();
        format!("cannot make the folder {name}; --data FILE keeps games elsewhere")
    })
}

fn data_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let absolute = |value| Some(PathBuf::from(value)).filter(|path| path.is_absolute());
    if let Some(folder) = set("XDG_DATA_HOME").and_then(absolute) {
        return Some(folder);
    }
    if cfg!(windows) {
        return set("LOCALAPPDATA").map(PathBuf::from);
    }
    let home = PathBuf::from(set("HOME")?);
    let inside = if cfg!(target_os = "macos") {
        "Library/Application Support"
    } else {
        ".local/share"
    };
    Some(home.join(inside))
}
