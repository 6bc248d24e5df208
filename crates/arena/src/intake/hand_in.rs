//! Hand-ins: what students have handed in, one file or folder each.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

/// Endings of archives, which are not part of the student's name.
const ENDINGS: [&str; 9] = [
    ".tar.gz", ".tar.xz", ".tar.bz2", ".tgz", ".txz", ".tar", ".zip", ".7z", ".rar",
];

/// Maximum length of a student's name as the name of a folder, in characters.
const MAX_STUDENT_CHARS: usize = 50;

/// Maximum length of the name that a hand-in plays under, as in a cup file.
const MAX_NAME_CHARS: usize = 60;

/// Folders are read up to this many entries for their digest; a folder with more is refused anyway.
const MAX_ENTRIES: usize = 20_000;

/// Files are read up to this many bytes for their digest; a larger hand-in is refused anyway.
const MAX_BYTES: u64 = 256 << 20;

/// One hand-in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandIn {
    /// The student, after the name of the file: letters, numbers, `.`, `_` and `-`. No two are equal,
    /// whatever the case.
    pub student: String,
    /// The name that it plays under: that of the file, without its ending.
    pub name: String,
    /// The file or folder.
    pub source: PathBuf,
}

impl HandIn {
    /// The hand-ins in a folder, in the order of their names. Hidden files are left out.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn all(folder: &Path) -> Result<Vec<HandIn>> {
        let read = || format!("cannot read {}", folder.display());
        let mut sources = Vec::new();
        for entry in fs::read_dir(folder).with_context(read)? {
            let entry = entry.with_context(read)?;
            if !entry.file_name().as_encoded_bytes().starts_with(b".") {
                sources.push(entry.path());
            }
        }
        sources.sort();
        let mut taken = HashSet::new();
        let hand_in = |source: PathBuf| {
            let name = display_name(&source);
            let plain = student(&name);
            let mut student = plain.clone();
            let mut number = 2;
            while !taken.insert(student.to_lowercase()) {
                student = format!("{plain}-{number}");
                number += 1;
            }
            let name = if name.is_empty() { plain } else { name };
            HandIn {
                student,
                name,
                source,
            }
        };
        Ok(sources.into_iter().map(hand_in).collect())
    }

    /// The name of the file or folder.
    #[must_use]
    pub fn file_name(&self) -> String {
        let name = self.source.file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// A digest of the content: equal digests mean equal hand-ins. What cannot be read counts as
    /// empty; unpacking reports it.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hash = Sha256::new();
        let mut left = MAX_ENTRIES;
        digest_entry(&self.source, &mut hash, &mut left);
        let bytes = hash.finalize();
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// The name of a file without its ending, on one line; may be empty.
fn display_name(source: &Path) -> String {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let lower = name.to_lowercase();
    let is_folder = fs::symlink_metadata(source).is_ok_and(|about| about.is_dir());
    let end = match ENDINGS.iter().find(|ending| lower.ends_with(**ending)) {
        _ if is_folder => name.len(),
        Some(ending) if lower.len() == name.len() => name.len() - ending.len(),
        _ => name.rfind('.').filter(|end| *end > 0).unwrap_or(name.len()),
    };
    let name = name.get(..end).unwrap_or(&name);
    let name = name.replace(char::is_control, " ");
    let name: String = name.trim().chars().take(MAX_NAME_CHARS).collect();
    name.trim_end().to_string()
}

/// The name of a student's folder.
fn student(name: &str) -> String {
    let plain = |letter: char| {
        if letter.is_alphanumeric() || "._-".contains(letter) {
            letter
        } else {
            '-'
        }
    };
    let name: String = name.chars().map(plain).take(MAX_STUDENT_CHARS).collect();
    let name = name.trim_matches(['.', '-']);
    if name.is_empty() {
        "student".to_string()
    } else {
        name.to_string()
    }
}

fn digest_entry(path: &Path, hash: &mut Sha256, left: &mut usize) {
    if *left == 0 {
        return;
    }
    *left -= 1;
    let Ok(about) = fs::symlink_metadata(path) else {
        return;
    };
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    hash.update((name.len() as u64).to_le_bytes());
    hash.update(name);
    if about.is_dir() {
        hash.update(b"folder");
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        hash.update((paths.len() as u64).to_le_bytes());
        for path in paths {
            digest_entry(&path, hash, left);
        }
    } else if about.is_symlink() {
        hash.update(b"link");
        let target = fs::read_link(path).unwrap_or_default();
        hash.update(target.as_os_str().as_encoded_bytes());
    } else if about.is_file() {
        hash.update(b"file");
        hash.update(about.len().to_le_bytes());
        if let Ok(file) = File::open(path) {
            let mut file = file.take(MAX_BYTES);
            let mut buffer = vec![0; 64 << 10];
            while let Ok(length @ 1..) = file.read(&mut buffer) {
                hash.update(&buffer[..length]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn students_are_named_after_their_files() {
        for (file, name, folder) in [
            ("Anna.tar.gz", "Anna", "Anna"),
            ("ben.ZIP", "ben", "ben"),
            ("Χάρης.tgz", "Χάρης", "Χάρης"),
            (
                "Jörg Müller (Gruppe 3).zip",
                "Jörg Müller (Gruppe 3)",
                "Jörg-Müller--Gruppe-3",
            ),
            ("a b;rm -rf.tar", "a b;rm -rf", "a-b-rm--rf"),
            ("../../x.zip", "x", "x"),
            ("a\nb.zip", "a b", "a-b"),
            ("bot.v2.py", "bot.v2", "bot.v2"),
            ("---.zip", "---", "student"),
        ] {
            let shown = display_name(Path::new(file));
            assert_eq!(shown, name, "{file}");
            assert_eq!(student(&shown), folder, "{file}");
        }
        let long = display_name(Path::new(&"x".repeat(500)));
        assert!(long.len() <= MAX_NAME_CHARS);
        assert!(student(&long).len() <= MAX_STUDENT_CHARS);
    }

    #[test]
    fn names_that_differ_in_case_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["anna.zip", "Anna.tar.gz", "anna.tgz", ".hidden"] {
            fs::write(folder.path().join(name), name).unwrap();
        }
        let all = HandIn::all(folder.path()).unwrap();
        let names: Vec<_> = all.iter().map(|one| one.student.to_lowercase()).collect();
        assert_eq!(names, ["anna", "anna-2", "anna-3"]);
        let [first, second, _] = [0, 1, 2].map(|index| all[index].digest());
        assert_ne!(first, second);
        assert_eq!(first, all[0].digest());
    }
}
