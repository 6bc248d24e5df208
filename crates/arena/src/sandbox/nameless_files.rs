//! Files without a name that processes have open: they take room, but no folder shows them.

use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;

/// Files without a name that processes have open, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NamelessFiles {
    /// Files in memory that never had a name (`memfd_create`).
    pub memory: u64,
    /// Files that were removed.
    pub removed: u64,
}

impl NamelessFiles {
    /// The files without a name that these processes have open.
    pub fn of(processes: impl Iterator<Item = i32>) -> NamelessFiles {
        let mut seen = HashSet::new();
        let mut found = NamelessFiles::default();
        let files = processes.flat_map(open_files);
        for (name, about) in files.filter(|(_, about)| about.is_file() && about.nlink() == 0) {
            if !seen.insert((about.dev(), about.ino())) {
                continue;
            }
            let bytes = about.blocks() * 512;
            if name.as_os_str().as_encoded_bytes().starts_with(b"/memfd:") {
                found.memory += bytes;
            } else {
                found.removed += bytes;
            }
        }
        found
    }
}

/// The open files of a process, as far as we may look at them: their names and what is known of them.
fn open_files(pid: i32) -> impl Iterator<Item = (PathBuf, Metadata)> {
    let entries = fs::read_dir(format!("/proc/{pid}/fd"));
    let entries = entries.into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let path = entry.path();
        Some((fs::read_link(&path).ok()?, fs::metadata(&path).ok()?))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_removed_file_counts_while_it_is_open() {
        let own = || std::iter::once(std::process::id().cast_signed());
        let mut file = tempfile::tempfile().expect("a file without a name");
        file.write_all(&[7; 200_000]).expect("there is room");
        assert!(NamelessFiles::of(own()).removed >= 200_000);
    }
}
