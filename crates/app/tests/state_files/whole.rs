//! `save` is atomic: it leaves the old file or the new one, and no temporary file.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use super::{AFTER_C4, console, folder, names};
use crate::common::reversi;

#[cfg(unix)]
pub fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the file is ours");
}

/// Tries to save in the middle of a game. Returns the message of the console.
#[track_caller]
fn refused(folder: &Path, name: &str) -> String {
    let before = names(folder);
    let save = format!("save {name}");
    let answers = console(folder, "", &["play f5", &save, "showstate", "moves"]);
    assert_eq!(answers[0], answers[2], "the game is as it was");
    assert_eq!(answers[3], "f5");
    assert_eq!(names(folder), before, "nothing was left beside it");
    let said = &answers[1];
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(name), "{name} in: {said}");
    said.clone()
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = folder();
    fs::write(folder.path().join("game.rev"), [b'?'; 5000]).expect("a file");
    console(&folder, "-n 4", &["play c4", "save game.rev"]);
    let saved = fs::read(folder.path().join("game.rev")).expect("a file");
    assert_eq!(saved, AFTER_C4);
    assert_eq!(names(&folder), ["game.rev"]);
}

#[test]
fn a_program_killed_while_it_saves_leaves_a_whole_file() {
    let folder = folder();
    let path = folder.path().join("game.rev");
    console(&folder, "", &["newgame 26", "save game.rev"]);
    let large = fs::read(&path).expect("a file");
    console(&folder, "", &["newgame 4", "save game.rev"]);
    let small = fs::read(&path).expect("a file");

    let script = folder.path().join("script");
    let rounds = "newgame 26\nsave game.rev\nnewgame 4\nsave game.rev\n".repeat(2000);
    fs::write(&script, rounds).expect("a file");
    for round in 0..50 {
        let mut child = reversi()
            .current_dir(&folder)
            .stdin(fs::File::open(&script).expect("the script"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // Kill it during the first saves, a little later every time.
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let said = output.lines().nth(30 + 11 * round);
        child.kill().expect("it still runs");
        assert!(said.is_some_and(|line| line.is_ok()), "it was still saving");
        child.wait().expect("it is dead");
        let left = fs::read(&path).expect("there is a file");
        assert!(left == large || left == small, "{} bytes", left.len());
    }
}

#[test]
fn a_failed_save_is_reported() {
    let folder = folder();
    fs::create_dir(folder.path().join("games")).expect("a folder");
    fs::write(folder.path().join("file"), "text").expect("a file");
    for name in ["games", "no/such/folder.rev", "file/inside.rev"] {
        refused(folder.path(), name);
    }
    let long = "x".repeat(300);
    refused(folder.path(), &long);
}

#[test]
fn the_message_of_a_failed_save_is_about_the_file_that_was_named() {
    let folder = folder();
    let said = refused(folder.path(), "no/such/folder.rev");
    assert!(
        !said.contains(".reversi-"),
        "the message names the temporary file: {said}"
    );
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_reported() {
    let folder = folder();
    if !Path::new("/dev/full").exists() {
        println!("no /dev/full here; there is nothing to test");
        return;
    }
    let said = refused(folder.path(), "/dev/full");
    assert!(said.contains("No space left"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_read_only_file_keeps_its_contents() {
    let folder = folder();
    let path = folder.path().join("kept.rev");
    fs::write(&path, AFTER_C4).expect("a file");
    set_mode(&path, 0o444);
    let said = refused(folder.path(), "kept.rev");
    assert!(said.contains("read-only"), "{said}");
    assert_eq!(fs::read(&path).expect("a file"), AFTER_C4);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_written_is_reported() {
    let folder = folder();
    let locked = folder.path().join("locked");
    fs::create_dir(&locked).expect("a folder");
    fs::write(locked.join("old.rev"), AFTER_C4).expect("a file");
    set_mode(&locked, 0o555);
    if fs::write(locked.join("probe"), "").is_ok() {
        println!("permissions do not bind this user; there is nothing to test");
        return;
    }
    for name in ["locked/new.rev", "locked/old.rev"] {
        let said = refused(folder.path(), name);
        assert!(said.to_lowercase().contains("permission denied"), "{said}");
    }
    assert_eq!(fs::read(locked.join("old.rev")).expect("a file"), AFTER_C4);
    assert_eq!(names(&locked), ["old.rev"]);
    set_mode(&locked, 0o755);
}

#[cfg(unix)]
#[test]
fn a_file_keeps_its_permissions_when_it_is_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path = folder.path().join("game.rev");
    for mode in [0o600, 0o640, 0o666] {
        fs::write(&path, "old").expect("a file");
        set_mode(&path, mode);
        console(&folder, "-n 4", &["play c4", "save game.rev"]);
        let kept = fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(kept & 0o777, mode);
        assert_eq!(fs::read(&path).expect("a file"), AFTER_C4);
    }
}

/// A folder with a link to `games/game.rev`, which does not exist yet.
#[cfg(unix)]
fn folder_with_link() -> tempfile::TempDir {
    let folder = folder();
    fs::create_dir(folder.path().join("games")).expect("a folder");
    let link = folder.path().join("link.rev");
    std::os::unix::fs::symlink("games/game.rev", link).expect("a link");
    folder
}

/// Saves through the link. The link stays, and its target has the saved game.
#[cfg(unix)]
#[track_caller]
fn save_through_link(folder: &Path) {
    let answers = console(folder, "-n 4", &["play c4", "save link.rev"]);
    assert_eq!(answers[1], "");
    let link = fs::symlink_metadata(folder.join("link.rev")).expect("a link");
    assert!(link.is_symlink(), "the link was replaced by a file");
    let games = folder.join("games");
    let saved = fs::read(games.join("game.rev")).expect("the file behind the link");
    assert_eq!(saved, AFTER_C4);
    assert_eq!(names(games), ["game.rev"]);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_when_its_file_is_replaced() {
    let folder = folder_with_link();
    fs::write(folder.path().join("games/game.rev"), "old").expect("a file");
    save_through_link(folder.path());
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_when_its_file_is_made() {
    save_through_link(folder_with_link().path());
}
