//! `reversi cup`, through the program.

mod arbiter;
mod formats;
#[cfg(unix)]
mod killed;
#[cfg(target_os = "linux")]
mod misfits;
#[cfg(target_os = "linux")]
mod published;
mod stages;
#[cfg(target_os = "linux")]
mod starting;
#[cfg(unix)]
mod watched;
#[cfg(unix)]
mod watcher;
mod wrong;

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, feed, reversi};
use serde_json::Value;
use tempfile::TempDir;

/// A program that plays its first legal move, or its last one with `##` in place of `%%`.
#[cfg(unix)]
pub const FIRST_MOVE: &str = "#!/bin/sh
while read -r color size time; do
  row=0
  while [ $row -lt \"$size\" ]; do read -r squares; row=$((row + 1)); done
  read -r moves
  echo \"${moves%% *}\"
done
";

/// A cup in its own folder.
pub struct Cup {
    folder: TempDir,
}

impl Cup {
    /// A cup with this `cup.toml`.
    pub fn new(text: &str) -> Cup {
        let cup = Cup {
            folder: TempDir::new().expect("a folder"),
        };
        cup.write("cup.toml", text);
        cup
    }

    /// The path of a file or folder of the cup.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file of the cup.
    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("the folder is ours");
    }

    /// Runs `reversi cup` with these words.
    pub fn run(&self, words: &[&str]) -> Run {
        feed(
            reversi().arg("cup").args(words).arg(self.path("cup.toml")),
            b"",
        )
    }

    /// The last written results.
    pub fn results(&self) -> Value {
        object(&self.path("cup-results/results.json"))
    }

    /// The games of the journal.
    pub fn journal(&self) -> Vec<Value> {
        let text = fs::read_to_string(self.path("cup-results/journal.jsonl"));
        let text = text.unwrap_or_default();
        // A last line without a newline is incomplete.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        let games = whole.lines().skip(1);
        games
            .map(|line| serde_json::from_str(line).expect("a game"))
            .collect()
    }
}

/// Reads a JSON object.
pub fn object(path: &Path) -> Value {
    let text = fs::read_to_string(path).expect("the results are written");
    serde_json::from_str(&text).expect("JSON")
}

/// Entrants with these players, named A, B, C and so on.
pub fn entrants(players: &[&str]) -> String {
    let letters = 'A'..='Z';
    let entrants = players.iter().zip(letters);
    let entrants = entrants
        .map(|(player, name)| format!("[[entrant]]\nname = \"{name}\"\nplayer = \"{player}\"\n"));
    entrants.collect()
}
