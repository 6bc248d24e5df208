//! The names of files that watchers may ask for.

use std::path::{Path, PathBuf};

/// The path of a packed text in a folder; `None` if it is no plain name with the ending `.gz`.
pub fn packed(folder: &Path, name: &str) -> Option<PathBuf> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let fits = name.ends_with(".gz") && !name.starts_with('.') && name.chars().all(is_plain);
    let path = folder.join(name);
    // Links lead elsewhere.
    let is_file = |path: &PathBuf| path.symlink_metadata().is_ok_and(|it| it.is_file());
    Some(path).filter(|path| fits && is_file(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn only_packed_texts_of_the_folder_are_served() {
        let folder = tempfile::TempDir::new().unwrap();
        let talk = folder.path().join("talk");
        fs::create_dir(&talk).unwrap();
        fs::write(talk.join("1.2.3.txt.gz"), "x").unwrap();
        fs::write(talk.join(".hidden.gz"), "x").unwrap();
        fs::write(talk.join("notes.txt"), "x").unwrap();
        fs::write(folder.path().join("journal.gz"), "x").unwrap();
        fs::create_dir(talk.join("folder.gz")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("journal.gz"), talk.join("link.gz")).unwrap();
        assert!(packed(&talk, "1.2.3.txt.gz").is_some());
        for name in [
            "",
            ".gz",
            "..",
            "../journal.gz",
            "..\\journal.gz",
            ".hidden.gz",
            "notes.txt",
            "folder.gz",
            "link.gz",
            "/etc/passwd.gz",
            "1.2.3.txt.gz\0",
        ] {
            assert!(packed(&talk, name).is_none(), "{name}");
        }
    }
}
