//! The folder that a program may write to.

use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tells apart the folders that one process makes.
static NEXT: AtomicU64 = AtomicU64::new(0);

/// No more files than this are counted: so many are too many.
const MOST_FILES: usize = 10_000;

/// Makes an empty folder that only we may enter.
pub(super) fn create() -> io::Result<PathBuf> {
    let parent = fs::canonicalize(std::env::temp_dir())?;
    static SWEPT: Once = Once::new();
    SWEPT.call_once(|| sweep(&parent));
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!("reversi-{}-{number}", process::id()));
        match DirBuilder::new().mode(0o700).create(&folder) {
            // Left by a process that had our number and was cut off with its supervisor.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
}

/// Removes the empty folders of processes that were killed before their supervisor was there.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| {
            let (owner, number) = name.strip_prefix("reversi-")?.split_once('-')?;
            number.parse::<u64>().ok()?;
            owner.parse::<u32>().ok()
        });
        if owner.is_some_and(|owner| !Path::new("/proc").join(owner.to_string()).exists()) {
            // One that is not empty, or not ours, stays.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Removes the folder with all that is in it, also what the program has locked away.
pub(super) fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() && folder.exists() {
        unlock(folder);
        // What still cannot be removed is not ours to remove.
        let _ = fs::remove_dir_all(folder);
    }
}

/// Makes every folder one that can be emptied.
fn unlock(top: &Path) {
    let mut folders = vec![top.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let _ = fs::set_permissions(&folder, Permissions::from_mode(0o700));
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let inner = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        folders.extend(inner.map(|entry| entry.path()));
    }
}

/// How many bytes the files in a folder take up. The program may be changing them meanwhile.
pub(super) fn size(top: &Path) -> u64 {
    let mut bytes = 0;
    let mut files = 0;
    let mut folders = vec![top.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            files += 1;
            if files > MOST_FILES {
                return u64::MAX;
            }
            match entry.metadata() {
                Ok(about) if about.is_dir() => folders.push(entry.path()),
                Ok(about) => bytes += about.blocks() * 512,
                Err(_) => {}
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_dead_left_empty_is_swept() {
        let parent = create().expect("a folder");
        // No process has this number: it is beyond the largest there can be.
        let dead = parent.join("reversi-4294967295-0");
        let full = parent.join("reversi-4294967295-1");
        let alive = parent.join(format!("reversi-{}-0", process::id()));
        let other = parent.join("reversi-notes");
        for folder in [&dead, &full, &alive, &other] {
            fs::create_dir(folder).expect("a folder");
        }
        fs::write(full.join("file"), "kept").expect("a file");
        sweep(&parent);
        assert!(!dead.exists());
        assert!(full.exists() && alive.exists() && other.exists());
        remove(&parent);
    }

    #[test]
    fn a_folder_goes_with_all_that_is_in_it() {
        let folder = create().expect("a folder");
        assert_ne!(
            folder,
            create().inspect(|other| remove(other)).expect("another")
        );
        fs::create_dir_all(folder.join("locked/deeper")).expect("a folder");
        fs::write(folder.join("locked/deeper/file"), [7; 10_000]).expect("a file");
        assert!(
            (10_000..20_000).contains(&size(&folder)),
            "{}",
            size(&folder)
        );
        fs::set_permissions(folder.join("locked"), Permissions::from_mode(0o000)).expect("locked");
        remove(&folder);
        assert!(!folder.exists());
    }
}
