//! Sink: writes the entries of a hand-in below a new folder, within limits.

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::entry_path::EntryPath;
use super::limits::UnpackLimits;
use super::permissions::{is_executable, make_executable};
use super::refusal::Refusal;

/// How much is copied at once.
const BUFFER_BYTES: usize = 64 << 10;

/// Writes files and folders below a root. It never follows a link and never replaces a file.
pub struct Sink {
    /// Where files are written; `None` writes nothing, and checks all the same.
    root: Option<PathBuf>,
    limits: UnpackLimits,
    /// The bytes that the size of the archive allows.
    most: u64,
    bytes: u64,
    /// All entries by their names in lower case.
    entries: HashMap<String, Entry>,
    /// Symbolic links, made when everything else is there.
    links: Vec<(EntryPath, String)>,
}

struct Entry {
    path: EntryPath,
    is_folder: bool,
}

impl Sink {
    /// A sink that writes below `root`, an empty folder.
    #[must_use]
    pub fn new(root: &Path, limits: UnpackLimits) -> Sink {
        Sink {
            root: Some(root.to_path_buf()),
            ..Sink::dry(limits)
        }
    }

    /// A sink that checks entries and writes nothing.
    #[must_use]
    pub fn dry(limits: UnpackLimits) -> Sink {
        Sink {
            root: None,
            limits,
            most: u64::MAX,
            bytes: 0,
            entries: HashMap::new(),
            links: Vec::new(),
        }
    }

    /// Sets how many bytes the size of the archive allows.
    pub fn allow(&mut self, most: u64) {
        self.most = most;
    }

    /// A folder; it may be there already.
    ///
    /// # Errors
    /// When the path is not acceptable.
    pub fn folder(&mut self, path: &EntryPath) -> Result<(), Refusal> {
        if path.is_top() || path.is_junk() {
            return Ok(());
        }
        if let Some(parent) = path.parent() {
            self.folder(&parent)?;
        }
        let key = path.to_string().to_lowercase();
        match self.entries.get(&key) {
            Some(there) if there.is_folder && there.path == *path => return Ok(()),
            Some(_) => return Err(Refusal::Twice(path.to_string())),
            None => {}
        }
        self.enter(key, path, true)?;
        match &self.root {
            Some(root) => fs::create_dir(path.below(root)).map_err(|error| machine(&error)),
            None => Ok(()),
        }
    }

    /// A file. It becomes executable if it is so in the archive, or if it looks like a program:
    /// archives made on Windows do not tell.
    ///
    /// # Errors
    /// When the path is not acceptable, the content cannot be read, or a limit is exceeded.
    pub fn file(
        &mut self,
        path: &EntryPath,
        executable: bool,
        content: &mut dyn Read,
    ) -> Result<(), Refusal> {
        if path.is_junk() {
            return Ok(());
        }
        self.begin(path)?;
        let mut output = match &self.root {
            Some(root) => {
                let new = OpenOptions::new()
                    .write(true)
                    .create_new(true)
                    .open(path.below(root));
                Some(new.map_err(|error| machine(&error))?)
            }
            None => None,
        };
        let mut buffer = vec![0; BUFFER_BYTES];
        let mut head = Vec::new();
        loop {
            let length = match content.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => length,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(Refusal::Broken(error.to_string())),
            };
            self.bytes += length as u64;
            if self.bytes > self.most {
                return Err(Refusal::Bomb(self.limits.ratio));
            }
            if self.bytes > self.limits.bytes {
                return Err(Refusal::TooLarge(self.limits.bytes));
            }
            if head.len() < 4 {
                head.extend(buffer[..length].iter().take(4 - head.len()));
            }
            if let Some(output) = &mut output {
                let written = output.write_all(&buffer[..length]);
                written.map_err(|error| machine(&error))?;
            }
        }
        let looks = head.starts_with(b"#!") || head.starts_with(b"\x7fELF");
        if let Some(output) = &output
            && (executable || looks)
        {
            make_executable(output).map_err(|error| machine(&error))?;
        }
        Ok(())
    }

    /// A hard link to an earlier file, which is copied.
    ///
    /// # Errors
    /// When there is no such file, or a limit is exceeded.
    pub fn hard_link(&mut self, path: &EntryPath, target: &EntryPath) -> Result<(), Refusal> {
        let there = self.entries.get(&target.to_string().to_lowercase());
        if !there.is_some_and(|there| !there.is_folder && there.path == *target) {
            return Err(Refusal::HardLink(path.to_string(), target.to_string()));
        }
        match self.root.clone() {
            Some(root) => {
                let original = target.below(&root);
                let about = fs::metadata(&original).map_err(|error| machine(&error))?;
                let mut content = fs::File::open(&original).map_err(|error| machine(&error))?;
                self.file(path, is_executable(&about), &mut content)
            }
            None => self.file(path, false, &mut io::empty()),
        }
    }

    /// A symbolic link. Where it leads is checked at the end.
    ///
    /// # Errors
    /// When the path is not acceptable.
    pub fn symbolic_link(&mut self, path: &EntryPath, target: &str) -> Result<(), Refusal> {
        if path.is_junk() {
            return Ok(());
        }
        self.begin(path)?;
        self.links.push((path.clone(), target.to_string()));
        Ok(())
    }

    /// Makes the links. Returns the folder of the hand-in: where everything is in one folder, that
    /// folder.
    ///
    /// # Errors
    /// When there are no files, or a link leads outside.
    pub fn finish(self) -> Result<PathBuf, Refusal> {
        if !self.entries.values().any(|entry| !entry.is_folder) {
            return Err(Refusal::Empty);
        }
        let top = self.top();
        let above = top.depth();
        for (path, target) in &self.links {
            if path.target(target, above).is_none() {
                let target = records::quote::shortened(target);
                return Err(Refusal::LinkOutside(path.to_string(), target));
            }
            if let Some(root) = &self.root {
                link(target, &path.below(root)).map_err(|error| machine(&error))?;
            }
        }
        Ok(self.root.map_or_else(PathBuf::new, |root| top.below(&root)))
    }

    /// The deepest folder that contains everything.
    fn top(&self) -> EntryPath {
        let mut top = EntryPath::default();
        loop {
            let inside = self.entries.values().filter(|entry| {
                entry.path.depth() == top.depth() + 1 && entry.path.parent().as_ref() == Some(&top)
            });
            let mut inside = inside.take(2);
            match (inside.next(), inside.next()) {
                (Some(only), None) if only.is_folder => top = only.path.clone(),
                _ => return top,
            }
        }
    }

    /// Notes a file or a link, and makes the folders above it.
    fn begin(&mut self, path: &EntryPath) -> Result<(), Refusal> {
        let Some(parent) = path.parent() else {
            return Err(Refusal::BadName(path.to_string()));
        };
        self.folder(&parent)?;
        let key = path.to_string().to_lowercase();
        if self.entries.contains_key(&key) {
            return Err(Refusal::Twice(path.to_string()));
        }
        self.enter(key, path, false)
    }

    fn enter(&mut self, key: String, path: &EntryPath, is_folder: bool) -> Result<(), Refusal> {
        if self.entries.len() >= self.limits.entries {
            return Err(Refusal::TooMany(self.limits.entries));
        }
        let path = path.clone();
        self.entries.insert(key, Entry { path, is_folder });
        Ok(())
    }
}

/// The refusal for an error of this machine. The path would name a temporary folder.
fn machine(error: &io::Error) -> Refusal {
    Refusal::Machine(error.to_string())
}

#[cfg(unix)]
fn link(target: &str, place: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, place)
}

#[cfg(not(unix))]
fn link(_target: &str, _place: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
