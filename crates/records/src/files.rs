//! Atomic writes, bounded reads and locks of whole files.

use std::fs::{self, File, Metadata, OpenOptions, Permissions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

/// Maximum time to wait for another program's lock.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// Maximum number of symbolic links followed.
const MOST_LINKS: usize = 16;

/// The path that a person typed; `~/` is the home folder, as in a shell.
pub fn expand_home(name: &str) -> PathBuf {
    match (name.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(name),
    }
}

/// The beginning of the names of temporary files.
const TEMPORARY: &str = ".reversi-";

/// Removes the temporary files that a killed program left in a folder. The caller makes sure that no
/// other program writes files there. A file that cannot be removed stays.
pub fn remove_leftovers(folder: &Path) {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_ours = |file: &fs::DirEntry| {
        let name = file.file_name();
        let is_ours = name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes());
        is_ours && file.file_type().is_ok_and(|kind| kind.is_file())
    };
    for file in files.filter(is_ours) {
        let _ = fs::remove_file(file.path());
    }
}

/// Writes a temporary file and renames it: after a crash the old file or the new one is there,
/// never a part of it.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    write_and_rename(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Checks that a file can be written, before the work starts whose result it will hold.
pub fn check_writable(path: &Path) -> Result<()> {
    let checked = Destination::of(path).map(|_| ());
    checked.with_context(|| format!("cannot write {}", path.display()))
}

/// The destination of a write, after symbolic links.
struct Destination {
    target: PathBuf,
    /// The existing file.
    existing: Option<Metadata>,
    folder: PathBuf,
}

impl Destination {
    fn of(path: &Path) -> Result<Destination> {
        let target = followed(path)?;
        let existing = fs::metadata(&target).ok();
        match &existing {
            Some(old) if old.is_dir() => bail!("it is a directory"),
            Some(old) if !old.is_file() && !is_device(old) => bail!("it is not a regular file"),
            Some(old) if old.permissions().readonly() => bail!("it is read-only"),
            _ => {}
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        if !folder.is_dir() {
            bail!("there is no folder {}", folder.display());
        }
        Ok(Destination {
            target,
            existing,
            folder,
        })
    }
}

fn write_and_rename(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut aside = AtomicFile::begin(path)?;
    aside.write_all(bytes)?;
    aside.finish()
}

/// A file written atomically: a temporary file that replaces the destination when it is
/// [committed](AtomicFile::commit). Without a commit nothing changes.
pub struct AtomicFile {
    path: PathBuf,
    target: PathBuf,
    /// The permissions of the replaced file.
    permissions: Option<Permissions>,
    output: Output,
}

enum Output {
    Temporary(NamedTempFile),
    /// A device such as `/dev/null`, which cannot be replaced by a rename.
    Device(File),
}

impl AtomicFile {
    /// Starts to write a file, which may not exist yet.
    pub fn create(path: &Path) -> Result<AtomicFile> {
        AtomicFile::begin(path).with_context(|| format!("cannot write {}", path.display()))
    }

    fn begin(path: &Path) -> Result<AtomicFile> {
        let Destination {
            target,
            existing,
            folder,
        } = Destination::of(path)?;
        let output = if existing.as_ref().is_some_and(is_device) {
            Output::Device(OpenOptions::new().write(true).open(&target)?)
        } else {
            let mut builder = tempfile::Builder::new();
            builder.prefix(TEMPORARY);
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            // The name of the temporary file would confuse: only the kind of the error is reported.
            let aside = builder.tempfile_in(&folder);
            Output::Temporary(aside.map_err(|error| io::Error::from(error.kind()))?)
        };
        Ok(AtomicFile {
            path: path.to_path_buf(),
            target,
            permissions: existing.map(|old| old.permissions()),
            output,
        })
    }

    /// Replaces the destination.
    pub fn commit(self) -> Result<()> {
        let path = self.path.clone();
        self.finish()
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn finish(self) -> Result<()> {
        if let Output::Temporary(aside) = self.output {
            aside.as_file().sync_all()?;
            if let Some(permissions) = self.permissions {
                aside.as_file().set_permissions(permissions)?;
            }
            aside.persist(&self.target).map_err(|failed| failed.error)?;
        }
        Ok(())
    }

    fn file(&mut self) -> &mut File {
        match &mut self.output {
            Output::Temporary(aside) => aside.as_file_mut(),
            Output::Device(file) => file,
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.file().seek(place)
    }
}

/// Follows symbolic links, also to a missing file: the target is replaced, not the link.
fn followed(path: &Path) -> Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    bail!("its links lead in a circle")
}

#[cfg(unix)]
fn is_device(file: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&file.file_type())
}

#[cfg(not(unix))]
fn is_device(_file: &Metadata) -> bool {
    false
}

/// Reads at most `most` bytes plus one: a longer result means that the file is too long.
pub fn read_up_to(path: &Path, most: usize) -> Result<Vec<u8>> {
    let read = || -> Result<Vec<u8>> {
        // Checked before opening: opening a named pipe would block.
        let file = fs::metadata(path)?;
        if file.is_dir() {
            bail!("it is a directory");
        }
        if !file.is_file() {
            bail!("it is not a regular file");
        }
        let mut bytes = Vec::new();
        let file = File::open(path)?;
        file.take(most as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// Rewrites a file, which may not exist yet, under a lock.
pub fn update_locked(
    path: &Path,
    most: usize,
    change: impl FnOnce(Vec<u8>) -> Result<Vec<u8>>,
) -> Result<()> {
    let _lock = lock(path).with_context(|| format!("cannot write {}", path.display()))?;
    let bytes = read_up_to(path, most)?;
    write_atomically(path, &change(bytes)?)
}

/// Locks the file at `path`, which is created if it does not exist. The lock ends when the result
/// is dropped.
fn lock(path: &Path) -> Result<File> {
    let existing = fs::metadata(path).ok();
    if existing.is_some_and(|file| !file.is_file()) {
        bail!("it is not a regular file");
    }
    let begun = Instant::now();
    loop {
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_TIMEOUT => {
                thread::sleep(Duration::from_millis(5));
                continue;
            }
            Err(TryLockError::WouldBlock) => bail!("another program is using it"),
            // Some file systems have no locks: concurrent programs are not protected there.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(file);
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        // Another program may have replaced the file meanwhile; the lock would be on the old one.
        if is_same(&file.metadata()?, &fs::metadata(path)?) {
            return Ok(file);
        }
    }
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same(_one: &Metadata, _other: &Metadata) -> bool {
    true
}
