//! Snapshot of a program's folder: what the program has written there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Folders with more files are not compared.
const MAX_FILES: usize = 10_000;

/// The files of a folder, with their lengths and times.
#[derive(Debug)]
pub(super) struct Snapshot {
    top: PathBuf,
    files: BTreeMap<PathBuf, (u64, Option<SystemTime>)>,
}

impl Snapshot {
    /// The files of a folder as they are now.
    pub(super) fn of(top: &Path) -> Snapshot {
        let mut files = BTreeMap::new();
        let mut folders = vec![top.to_path_buf()];
        while let Some(folder) = folders.pop()
            && files.len() < MAX_FILES
        {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                // Links are not followed.
                let Ok(about) = entry.metadata() else {
                    continue;
                };
                // Python keeps compiled modules there, and does without if it cannot.
                if entry.file_name() == "__pycache__" {
                    continue;
                }
                if about.is_dir() {
                    folders.push(entry.path());
                } else if files.len() < MAX_FILES {
                    files.insert(entry.path(), (about.len(), about.modified().ok()));
                }
            }
        }
        let top = top.to_path_buf();
        Snapshot { top, files }
    }

    /// The files that are new or have changed since, relative to the folder.
    pub(super) fn written_since(&self) -> Vec<String> {
        if self.files.len() >= MAX_FILES {
            return Vec::new();
        }
        let now = Snapshot::of(&self.top);
        let changed = now
            .files
            .iter()
            .filter(|(path, about)| self.files.get(*path) != Some(about));
        changed
            .map(|(path, _)| path.strip_prefix(&self.top).unwrap_or(path))
            .map(|path| path.display().to_string())
            .collect()
    }
}
