//! End of input and closed output: the program ends quietly.

use std::io;
use std::process::Stdio;

use crate::common::{reversi, run};

/// A position with 6 empty squares.
const SOLVE: &str = "solve XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO-";

#[test]
fn the_end_of_the_input_ends_quietly() {
    for (arguments, input) in [
        ("", ""),
        ("", "play f5\n"),
        ("play", ""),
        ("play", "1\n"),
        ("play", "1\n1\nAnna\n"),
        ("play", "1\n1\nAnna\n2\n1\n"),
        ("play", "3\n1\n"),
        ("play --players 2", "f5\n"),
        ("play --players 2", "5\n"),
        ("play --players 1 --color light", ""),
        ("play --players 0 -n 4", ""),
        ("-testai -n 4", ""),
        ("demo -n 4", ""),
    ] {
        let output = run(arguments, input).good();
        assert!(output.ends_with('\n'), "{arguments}: {output}");
    }
}

#[test]
fn closed_output_ends_the_program_quietly() {
    for arguments in [
        "",
        "-testai -d 2",
        "play",
        "play --players 0",
        "play --players 1 --color light",
        "demo --black random --white random",
        "explain start",
        "explain --example",
        "perft 3",
        SOLVE,
        "--help",
        "--version",
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let child = reversi()
            .args(arguments.split_whitespace())
            .stdin(Stdio::null())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!((&*said, output.status.code()), ("", Some(0)), "{arguments}");
    }
}

#[test]
fn output_that_stops_being_read_ends_the_program_quietly() {
    use std::io::{BufRead, BufReader};
    let mut child = reversi()
        .args(["demo", "-n", "26", "--black", "random", "--white", "random"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    for _ in 0..100 {
        reader.read_line(&mut line).expect("a line");
    }
    drop(reader);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((&*said, output.status.code()), ("", Some(0)));
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    for arguments in ["", "demo -n 4", "perft 2", "explain --example", SOLVE] {
        let full = std::fs::File::options().write(true).open("/dev/full");
        let child = reversi()
            .args(arguments.split_whitespace())
            .stdin(Stdio::null())
            .stdout(full.expect("a device"))
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("No space left"), "{arguments}: {said}");
        assert_eq!(output.status.code(), Some(1), "{arguments}");
    }
}
