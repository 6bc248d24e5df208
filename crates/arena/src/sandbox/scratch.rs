//! Scratch folders: the only folder that a program may write to.

use std::fs::{self, DirBuilder, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

use rustix::fs::statvfs;
use rustix::process::getuid;

use super::view::PRIVATE_HOME;

/// The number of the next scratch folder of this process.
static NEXT_NUMBER: AtomicU64 = AtomicU64::new(0);

/// Counting stops at this number of files; the folder then counts as too large.
pub(super) const MAX_FILES: usize = 10_000;

/// Folders in folders deeper than this count as too large too.
const MAX_DEPTH: usize = 100;

/// Creates an empty folder that only the current user may enter (mode 0700).
pub(super) fn create() -> io::Result<PathBuf> {
    let parent = fs::canonicalize(std::env::temp_dir())?;
    static SWEPT: Once = Once::new();
    SWEPT.call_once(|| sweep(&parent));
    loop {
        let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!("reversi-{}-{number}", process::id()));
        match DirBuilder::new().mode(0o700).create(&folder) {
            // Left by an earlier process with our id that was killed together with its supervisor.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|()| folder),
        }
    }
}

/// Removes the folders of processes that were killed together with their supervisors.
fn sweep(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| {
            let (owner, number) = name.strip_prefix("reversi-")?.split_once('-')?;
            number.parse::<u64>().ok()?;
            owner.parse::<u32>().ok()
        });
        if owner.is_some_and(|owner| !Path::new("/proc").join(owner.to_string()).exists()) {
            let ours = |about: fs::Metadata| about.uid() == getuid().as_raw() && about.is_dir();
            if entry.metadata().is_ok_and(ours) {
                remove(&entry.path());
            }
        }
    }
}

/// Removes the folder with its contents, including folders that the program has made unreadable.
pub(super) fn remove(folder: &Path) {
    if fs::remove_dir_all(folder).is_err() && folder.exists() {
        unlock(folder);
        // What still cannot be removed belongs to another user.
        let _ = fs::remove_dir_all(folder);
    }
}

/// Makes every folder below `top` readable and writable.
fn unlock(top: &Path) {
    let mut folders = vec![top.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let _ = fs::set_permissions(&folder, Permissions::from_mode(0o700));
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let inner = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        folders.extend(inner.map(|entry| entry.path()));
    }
}

/// The disk space of the files in a folder, in bytes; `u64::MAX` for more than [`MAX_FILES`] files, or
/// folders deeper than [`MAX_DEPTH`].
/// The program may change them at the same time.
pub(super) fn size(top: &Path) -> u64 {
    let mut bytes = 0;
    let mut files = 0;
    let mut folders = vec![(top.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            files += 1;
            if files > MAX_FILES || depth > MAX_DEPTH {
                return u64::MAX;
            }
            match entry.metadata() {
                Ok(about) if about.is_dir() => folders.push((entry.path(), depth + 1)),
                Ok(about) => bytes += about.blocks() * 512,
                Err(_) => {}
            }
        }
    }
    bytes
}

/// The bytes that an enclosed process and others have written to their private folder; `u64::MAX`
/// when those are more than [`MAX_FILES`]. `None` if it cannot be seen.
pub(super) fn private_size(pid: i32) -> Option<u64> {
    let sizes = [PRIVATE_HOME, "/dev/shm"].map(|place| {
        let about = statvfs(format!("/proc/{pid}/root{place}")).ok()?;
        let used = about.f_blocks.saturating_sub(about.f_bfree);
        let full = about.f_files.saturating_sub(about.f_ffree) > MAX_FILES as u64;
        Some(if full {
            u64::MAX
        } else {
            used * about.f_frsize
        })
    });
    sizes
        .into_iter()
        .try_fold(0, |sum: u64, size| Some(sum.saturating_add(size?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_dead_processes_are_removed() {
        let parent = create().expect("a folder");
        // No process has this id: it is larger than the largest possible one.
        let dead = parent.join("reversi-4294967295-0");
        let full = parent.join("reversi-4294967295-1");
        let alive = parent.join(format!("reversi-{}-0", process::id()));
        let other = parent.join("reversi-notes");
        for folder in [&dead, &full, &alive, &other] {
            fs::create_dir(folder).expect("a folder");
        }
        fs::write(full.join("file"), "left").expect("a file");
        sweep(&parent);
        assert!(!dead.exists() && !full.exists());
        assert!(alive.exists() && other.exists());
        remove(&parent);
    }

    #[test]
    fn a_folder_is_removed_with_its_contents() {
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
