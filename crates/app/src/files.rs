//! Reading and writing whole files, safely.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// Writes a file aside and renames it into place: whatever happens, the old file or the new one is
/// there, never half of one.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    write_aside(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

fn write_aside(path: &Path, bytes: &[u8]) -> Result<()> {
    // Through a link, the file it points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let existing = fs::metadata(&target).ok();
    match &existing {
        Some(old) if old.is_dir() => bail!("it is a directory"),
        // A device or a pipe cannot be replaced; what is written there is not kept anyway.
        Some(old) if !old.is_file() => return Ok(fs::write(&target, bytes)?),
        Some(old) if old.permissions().readonly() => bail!("it is read-only"),
        _ => {}
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".reversi-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut aside = builder.tempfile_in(folder)?;
    aside.write_all(bytes)?;
    aside.as_file().sync_all()?;
    if let Some(old) = existing {
        aside.as_file().set_permissions(old.permissions())?;
    }
    aside.persist(&target).map_err(|failed| failed.error)?;
    Ok(())
}

/// Reads a file of at most `most` bytes; of a longer one, one byte more than that.
pub fn read_up_to(path: &Path, most: usize) -> Result<Vec<u8>> {
    let read = || -> io::Result<Vec<u8>> {
        let file = File::open(path)?;
        if file.metadata()?.is_dir() {
            return Err(io::Error::other("it is a directory"));
        }
        let mut bytes = Vec::new();
        file.take(most as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}
