//! `reversi cup intake` and `reversi cup starter`, through the program.

mod archives;
mod hand_ins;
mod interrupted;
mod reports;
mod starters;
mod taking_in;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use arena::sandbox::Sandbox;
use tempfile::TempDir;

use crate::common::{Run, feed, reversi};

/// A folder with hand-ins and a cup.
pub struct Intake {
    folder: TempDir,
}

impl Intake {
    /// An intake on a small board with plenty of time, in a sandbox if there is one.
    pub fn new() -> Intake {
        let intake = Intake {
            folder: TempDir::new().expect("a folder"),
        };
        let sandbox = match Sandbox::available() {
            Ok(_) => "required",
            Err(why) => {
                eprintln!("tried without a sandbox: {why}");
                "off"
            }
        };
        fs::create_dir(intake.path("hand-ins")).expect("the folder is ours");
        fs::create_dir(intake.path("scratch")).expect("the folder is ours");
        let text = format!(
            "# mine\nformat = \"swiss\"\nsize = 4\ntime = \"60s\"\nstartup = \"60s\"\n\
             games = 1\nrounds = 1\nsandbox = \"{sandbox}\"\n"
        );
        fs::write(intake.path("cup.toml"), text).expect("the folder is ours");
        intake
    }

    /// A path in the folder of the cup.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The folder of the hand-ins.
    pub fn hand_ins(&self) -> PathBuf {
        self.path("hand-ins")
    }

    /// The command, not yet started.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = reversi();
        command
            .args(["cup", "intake", "hand-ins"])
            .args(words)
            .current_dir(self.folder.path())
            .env("TMPDIR", self.path("scratch"));
        command
    }

    /// Runs the command.
    pub fn run(&self, words: &[&str]) -> Run {
        feed(&mut self.command(words), b"")
    }

    /// The line of a student in the output of an intake.
    #[track_caller]
    pub fn line<'t>(output: &'t str, student: &str) -> &'t str {
        let of_student = |line: &&str| line.split_whitespace().nth(1) == Some(student);
        let mut lines = output.lines().filter(of_student);
        lines
            .next()
            .unwrap_or_else(|| panic!("{student}\n{output}"))
    }

    /// Nothing of the programs is left in the temporary folder.
    #[track_caller]
    pub fn assert_nothing_left(&self) {
        let left = fs::read_dir(self.path("scratch")).expect("the folder is ours");
        let left: Vec<PathBuf> = left.flatten().map(|entry| entry.path()).collect();
        assert_eq!(left, Vec::<PathBuf>::new());
        assert!(!self.path("bots/.new").exists());
    }
}

/// All files below a folder with their contents; links are not followed.
pub fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let kind = entry.file_type().expect("a kind");
        if kind.is_dir() {
            all.extend(contents(&entry.path()));
        } else if kind.is_file() {
            all.push((entry.path(), fs::read(entry.path()).expect("a file")));
        }
    }
    all.sort();
    all
}
