//! Invalid state files: the message names the file, and the current game stays.

use std::fs::{self, File};
use std::path::Path;

use super::{AFTER_C4, console, folder};

/// Tries to load a file in the middle of a game. Returns the message of the console.
#[track_caller]
fn refused(folder: &Path, name: &str) -> String {
    let load = format!("load {name}");
    let answers = console(
        folder,
        "-l --opponent discs --seed 1",
        &[
            "play f5",
            "cont",
            "showstate",
            &load,
            "showstate",
            "moves",
            "undo",
            "redo",
        ],
    );
    assert_eq!(answers[2], answers[4], "the game is as it was");
    assert_eq!(answers[5].len(), 4, "its moves are still there");
    assert_eq!(answers[7], answers[4], "so is the way back");
    let said = &answers[3];
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains(name), "{name} in: {said}");
    said.clone()
}

#[test]
fn bytes_that_are_no_state_file_are_refused() {
    let folder = folder();
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = AFTER_C4.to_vec();
        change(&mut bytes);
        bytes
    };
    let sizes = "must be an even number from 4 to 26";
    let cases: [(&str, Vec<u8>, &str); 12] = [
        (
            "empty",
            vec![],
            "it should begin with a board size of 4 bytes",
        ),
        (
            "stub",
            vec![0, 0, 0],
            "it should begin with a board size of 4 bytes",
        ),
        ("no-squares", vec![0, 0, 0, 8], "needs 64 squares, it has 0"),
        (
            "truncated",
            with(&|bytes| bytes.truncate(19)),
            "needs 16 squares, it has 15",
        ),
        (
            "oversized",
            with(&|bytes| bytes.push(b'n')),
            "needs 16 squares, it has 17",
        ),
        (
            "wrong-size",
            with(&|bytes| bytes[3] = 6),
            "needs 36 squares, it has 16",
        ),
        ("odd-size", with(&|bytes| bytes[3] = 5), sizes),
        ("size-2", vec![0, 0, 0, 2, b'w', b'b', b'b', b'w'], sizes),
        (
            "size-28",
            [&[0, 0, 0, 28], &[b'n'; 28 * 28][..]].concat(),
            sizes,
        ),
        ("negative", with(&|bytes| bytes[..4].fill(0xff)), sizes),
        (
            "corrupt",
            with(&|bytes| bytes[19] = b'q'),
            "square d4 is 'q'",
        ),
        (
            "capitals",
            with(&|bytes| bytes[9] = b'W'),
            "square b2 is 'W'",
        ),
    ];
    for (name, bytes, why) in cases {
        fs::write(folder.path().join(name), bytes).expect("a file");
        let said = refused(folder.path(), name);
        assert!(said.contains(why), "{name}: {said}");
    }
}

#[test]
fn a_text_is_no_state_file() {
    let folder = folder();
    fs::write(folder.path().join("notes.txt"), "f5 d6 c3\n").expect("a file");
    let said = refused(folder.path(), "notes.txt");
    assert!(said.contains("not a state file"), "{said}");
}

#[test]
fn a_file_of_many_gigabytes_is_refused_at_once() {
    let folder = folder();
    let path = folder.path().join("huge.rev");
    fs::write(&path, AFTER_C4).expect("a file");
    let file = File::options().write(true).open(&path).expect("a file");
    // A sparse file: it takes no space on the disk.
    file.set_len(1 << 33).expect("a long file");
    let said = refused(folder.path(), "huge.rev");
    assert!(said.contains("needs 16 squares"), "{said}");
}

#[test]
fn a_missing_file_and_a_directory_are_refused() {
    let folder = folder();
    let said = refused(folder.path(), "missing.rev");
    assert!(said.contains("No such file"), "{said}");
    let said = refused(folder.path(), "no/such/folder.rev");
    assert!(said.contains("No such file"), "{said}");
    fs::create_dir(folder.path().join("games")).expect("a folder");
    let said = refused(folder.path(), "games");
    assert!(said.contains("directory"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_refused() {
    let folder = folder();
    let path = folder.path().join("secret.rev");
    fs::write(&path, AFTER_C4).expect("a file");
    super::whole::set_mode(&path, 0o000);
    if File::open(&path).is_ok() {
        println!("permissions do not bind this user; there is nothing to test");
        return;
    }
    let said = refused(folder.path(), "secret.rev");
    assert!(said.contains("Permission denied"), "{said}");
}

#[cfg(unix)]
#[test]
fn devices_and_loops_of_links_are_refused() {
    let folder = folder();
    std::os::unix::fs::symlink("loop.rev", folder.path().join("loop.rev")).expect("a link");
    let said = refused(folder.path(), "loop.rev");
    assert!(said.contains("symbolic links"), "{said}");
    for device in ["/dev/null", "/dev/zero"] {
        refused(folder.path(), device);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_pipe_is_not_waited_for() {
    let folder = folder();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path().join("pipe.rev"))
        .status();
    assert!(made.is_ok_and(|status| status.success()), "mkfifo");
    refused(folder.path(), "pipe.rev");
}
