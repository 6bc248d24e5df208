//! `db import` on a terminal: progress and interruption.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Command;
use std::sync::mpsc;
use std::thread;

use super::pty::{CTRL_C, Terminal};
use crate::common::{feed, reversi};

/// Enough games for progress to be shown while they are read.
fn many_games() -> String {
    "f5d6c3d3c4f4c5b3c2e3d2c6b4a3\n".repeat(5000)
}

#[test]
fn ctrl_c_keeps_the_files_that_are_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("first.txt"), "f5d6\nf5f6\n").expect("a file");
    // A file that ends only when the test closes it.
    let pipe = path("second.txt");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let (stopped, when_stopped) = mpsc::channel::<()>();
    let writer = thread::spawn(move || {
        let mut pipe = OpenOptions::new().write(true).open(pipe).expect("a pipe");
        // The reader may end before it has read everything.
        let _ = pipe.write_all(many_games().as_bytes());
        let _ = when_stopped.recv();
        // This wakes a reader that still waits.
        let _ = pipe.write_all(many_games().as_bytes());
    });

    let mut command = reversi();
    command.args(["db", "import"]).arg(path("games.db"));
    command.args([path("first.txt"), path("second.txt")]);
    let mut terminal = Terminal::open(command);
    terminal.wait_for("second.txt: ");
    terminal.press(&[CTRL_C]);
    drop(stopped);
    let (rest, code) = terminal.wait_for_end();
    writer.join().expect("nothing to panic about");
    assert_eq!(code, 130, "{rest:?}");
    assert!(
        rest.contains("Stopped: 2 games imported, 0 already there in "),
        "{rest:?}"
    );
    let mut command = reversi();
    let command = command.args(["db", "stats"]).arg(path("games.db"));
    let stats = feed(command, b"").good();
    assert!(stats.starts_with("2 games of "), "{stats}");
}
