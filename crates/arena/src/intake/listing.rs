//! The files of an unpacked hand-in.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Folders that hold nothing written by the student.
const OTHERS: [&str; 7] = [
    "node_modules",
    "target",
    "build",
    "venv",
    "__pycache__",
    "CMakeFiles",
    "dist",
];

/// Maximum number of files that are looked at.
const MAX_FILES: usize = 10_000;

/// Maximum number of bytes of a file that are looked at.
const MAX_BYTES: u64 = 4 << 20;

/// The regular files of a folder and of the folders below it, without hidden ones and without links.
#[derive(Clone, Debug)]
pub(super) struct Listing {
    top: PathBuf,
    /// Paths relative to the top, with `/`, in order; those at the top first.
    files: Vec<String>,
}

impl Listing {
    /// The files of a folder. Folders of build tools are left out.
    pub(super) fn of(top: &Path) -> Listing {
        let mut listing = Listing {
            top: top.to_path_buf(),
            files: Vec::new(),
        };
        listing.add("", &OTHERS);
        listing
            .files
            .sort_by_key(|path| (path.matches('/').count(), path.clone()));
        listing
    }

    /// The same with the files of one more folder, which build tools write to.
    pub(super) fn with(mut self, folder: &str) -> Listing {
        self.add(&format!("{folder}/"), &OTHERS);
        self
    }

    fn add(&mut self, prefix: &str, skipped: &[&str]) {
        let mut folders = vec![prefix.to_string()];
        while let Some(prefix) = folders.pop() {
            let entries = fs::read_dir(self.top.join(&prefix));
            for entry in entries.into_iter().flatten().flatten() {
                let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type())
                else {
                    continue;
                };
                if name.starts_with('.') || self.files.len() >= MAX_FILES {
                    continue;
                }
                if kind.is_dir() && !skipped.contains(&name.as_str()) {
                    folders.push(format!("{prefix}{name}/"));
                } else if kind.is_file() {
                    self.files.push(format!("{prefix}{name}"));
                }
            }
        }
    }

    /// All files.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// Whether there is a file with this name at the top.
    pub(super) fn has(&self, name: &str) -> bool {
        self.files.iter().any(|file| file == name)
    }

    /// The files with one of these endings.
    pub(super) fn ending(&self, endings: &[&str]) -> Vec<&str> {
        let is_one = |file: &&str| {
            let ending = Path::new(file)
                .extension()
                .and_then(|ending| ending.to_str());
            ending.is_some_and(|ending| endings.contains(&ending))
        };
        self.files().filter(is_one).collect()
    }

    /// The beginning of a file; empty if it cannot be read.
    pub(super) fn content(&self, file: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        if let Ok(file) = File::open(self.top.join(file)) {
            // What was read before an error is looked at.
            let _ = file.take(MAX_BYTES).read_to_end(&mut bytes);
        }
        bytes
    }

    /// Whether a file is executable.
    pub(super) fn is_executable(&self, file: &str) -> bool {
        let about = fs::symlink_metadata(self.top.join(file));
        about.is_ok_and(|about| about.is_file() && super::permissions::is_executable(&about))
    }
}

/// Whether a text has a function of this name, or calls one.
pub(super) fn has_function(text: &[u8], name: &str) -> bool {
    let text = String::from_utf8_lossy(text);
    let part_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].trim_start();
        !before.is_some_and(part_of_name) && after.starts_with('(')
    })
}
