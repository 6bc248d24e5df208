//! `reversi convert`: every format into every other, many games at once, and broken files.

mod broken;
mod names;
mod reader;
mod whole;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::common::{Run, feed, reversi};

/// Games from the usual start: two complete ones, one of them with passes, and two unfinished ones.
const GAMES: &str = "\
f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8c7e8f8g8h4h6e2d1c1a3a6a5e1f2g7c2a4h8a2b7f1b3b1b2h7a7a8a1g1g2h2h1
f5f6e6f4f3d6c6d3g6e7g5d7c7h5c3h6e3b6c5d8c8b8a6b5g4d2e1c1f2h4a5e2f8b3f7g1h3h2g3a4c4b4c2b1a3a7a8e8b7b2a1a2d1g8h8g2g7h7f1h1
f5d6c3d3c4
d3c5
";

/// A folder to convert in.
struct Workspace(TempDir);

impl Workspace {
    fn new() -> Workspace {
        Workspace(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a text")
    }

    /// The names of all files, including hidden ones.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("a file").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).into_string().expect("a name"))
            .collect();
        names.sort();
        names
    }

    fn convert(&self, arguments: &str) -> Run {
        self.feed(arguments, b"")
    }

    fn feed(&self, arguments: &str, input: &[u8]) -> Run {
        feed(self.command(arguments), input)
    }

    fn command(&self, arguments: &str) -> &mut Command {
        let mut command = reversi();
        command
            .arg("convert")
            .args(arguments.split_whitespace())
            .current_dir(self.0.path());
        // It lives as long as the test.
        Box::leak(Box::new(command))
    }
}

/// The folder of published games, if it exists beside the project.
fn published() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !folder.is_dir() {
        println!("not checked: there is no {}", folder.display());
        return None;
    }
    Some(folder)
}
