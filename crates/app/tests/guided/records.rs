//! Guided games that are recorded in a file.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use tempfile::TempDir;

use crate::common::{Run, feed, reversi};

const SAMPLE: &str = "c4\nd4\nd3\nb4\na4\nd2\nd1\nb1\na2\n";

/// A folder, and the name of a record file in it.
fn record() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.ggf");
    (folder, path)
}

fn play(path: &Path, arguments: &str, input: &str) -> Run {
    let mut command = reversi();
    command
        .arg("play")
        .args(arguments.split_whitespace())
        .arg("--record")
        .arg(path);
    feed(&mut command, input.as_bytes())
}

/// The lines of a record, each without its date.
fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("a record");
    text.lines()
        .map(|line| {
            let (before, after) = line.split_once("DT[").expect("a date");
            let (date, after) = after.split_once(']').expect("its end");
            assert!(date.ends_with(" GMT"), "{date}");
            format!("{before}{after}")
        })
        .collect()
}

#[test]
fn a_whole_game_is_one_line() {
    let (_folder, path) = record();
    play(
        &path,
        "--players 2 --name Ann --name Bob -n 4",
        &format!("{SAMPLE}n\n"),
    )
    .good();
    assert_eq!(
        lines(&path),
        [
            "(;GM[Othello]PC[reversi]PB[Ann]PW[Bob]RE[-12.000]TY[4]BO[4 ---- -O*- -*O- ---- *]\
          B[c4]W[d4]B[d3]W[b4]B[a4]W[d2]B[d1]W[b1]B[pass]W[a2];)"
        ]
    );
}

#[test]
fn games_are_added_to_the_file() {
    let (_folder, path) = record();
    let two = "--players 2 -n 4";
    play(&path, two, "c4\nquit\ny\nb1\na1\nquit\nn\n").good();
    play(
        &path,
        "--players 0 --opponent random --seed 1 --pause 0",
        "n\n",
    )
    .good();
    let lines = lines(&path);
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].ends_with("RE[?]TY[4]BO[4 ---- -O*- -*O- ---- *]B[c4];)"));
    assert!(lines[1].ends_with("B[b1]W[a1];)"), "{}", lines[1]);
    assert!(
        lines[2].contains("PB[Random 1]PW[Random 2]"),
        "{}",
        lines[2]
    );
    assert!(!lines[2].contains("RE[?]"), "{}", lines[2]);
}

#[test]
fn a_game_that_just_stops_is_kept() {
    let (_folder, path) = record();
    let input = "c4\nd4\nd3\n";
    play(&path, "--players 2 -n 4", input).good();
    assert!(lines(&path)[0].contains("RE[?]"));
    assert!(lines(&path)[0].ends_with("B[c4]W[d4]B[d3];)"));
}

#[test]
fn a_game_without_a_move_is_no_game() {
    let (_folder, path) = record();
    play(&path, "--players 2 -n 4", "quit\nn\n").good();
    assert_eq!(fs::read_to_string(&path).expect("a record"), "");
}

#[test]
fn moves_taken_back_are_not_in_the_record() {
    let (_folder, path) = record();
    play(&path, "--players 2 -n 4", "c4\nd4\nundo\nquit\nn\n").good();
    assert!(lines(&path)[0].ends_with("*]B[c4];)"), "{:?}", lines(&path));
    let (_folder, path) = record();
    play(&path, "--players 2 -n 4", "c4\nundo\nquit\nn\n").good();
    assert_eq!(
        lines(&path),
        Vec::<String>::new(),
        "nothing is left of the game"
    );
}

#[test]
fn a_position_is_where_the_record_begins() {
    let (_folder, path) = record();
    let position = "--players 2 --position -O-X-OOO-XOOXOOOX";
    play(&path, position, "a2\nn\n").good();
    let end = "RE[-12.000]TY[4]BO[4 -O-* -OOO -*OO *OOO *]B[pass]W[a2];)";
    assert!(lines(&path)[0].ends_with(end), "{:?}", lines(&path));
}

#[test]
fn names_cannot_break_the_record() {
    let (_folder, path) = record();
    let mut command = reversi();
    command
        .args([
            "play",
            "--players",
            "2",
            "-n",
            "4",
            "--name",
            "[a];)(;b",
            "--name",
            "c\nd",
        ])
        .arg("--record")
        .arg(&path);
    feed(&mut command, b"c4\nquit\nn\n").good();
    let lines = lines(&path);
    assert_eq!(lines.len(), 1, "{lines:?}");
    let tag = |name: &str| {
        let (_, value) = lines[0].split_once(name).expect("a tag");
        value.split_once(']').expect("its end")
    };
    let (black, rest) = tag("PB[");
    assert!(black.ends_with("(;b"), "{black}");
    assert!(rest.starts_with("PW[c"), "{rest}");
    let (_, rest) = tag("PW[");
    assert!(rest.starts_with("RE[?]TY[4]BO[4 "), "{rest}");
}

#[test]
fn a_file_that_holds_something_else_is_left_alone() {
    for contents in [&b"Dear Anna,\n"[..], b"\xff\xfe\0\x01", b"{\"games\": []}"] {
        let (_folder, path) = record();
        fs::write(&path, contents).expect("a file");
        let said = play(&path, "--players 2 -n 4", "c4\nquit\nn\n").bad(1);
        assert!(said.contains("games.ggf") && said.contains("GGF"), "{said}");
        assert_eq!(fs::read(&path).expect("a file"), contents);
    }
}

#[test]
fn an_unwritable_record_is_reported_before_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in [
        folder.path().to_path_buf(),
        folder.path().join("no/such.ggf"),
    ] {
        let run = play(&path, "--players 2 -n 4", "c4\nquit\nn\n");
        assert_eq!(run.stdout, "");
        let said = run.bad(1);
        assert!(said.contains(&path.display().to_string()), "{said}");
    }
}

#[test]
fn concurrent_additions_are_kept() {
    let (_folder, path) = record();
    let mut child = reversi()
        .args(["play", "--players", "2", "-n", "4", "--record"])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines_out = output.lines().map_while(Result::ok);
    stdin.write_all(b"c4\n").expect("it reads");
    assert!(lines_out.any(|line| line.starts_with("Player 2's turn")));
    let other = "(;GM[Othello]PC[elsewhere]DT[]PB[]PW[]RE[?]TY[4]BO[4 ---- -O*- -*O- ---- *];)\n";
    let text = fs::read_to_string(&path).unwrap_or_default() + other;
    fs::write(&path, text).expect("a file");
    stdin.write_all(b"d4\nquit\nn\n").expect("it reads");
    drop(stdin);
    assert_eq!(lines_out.last().as_deref(), Some("> n"));
    assert!(child.wait().expect("it ends").success());
    let text = fs::read_to_string(&path).expect("a record");
    assert!(text.contains(other), "{text}");
    assert!(text.contains("B[c4]W[d4];)\n"), "{text}");
    assert_eq!(text.lines().count(), 2, "{text}");
}

#[test]
fn programs_that_record_at_once_lose_no_game() {
    let (_folder, path) = record();
    let start = |seed: u32| {
        reversi()
            .args(["demo", "-n", "4", "--black", "random", "--white", "random"])
            .args(["--seed", &seed.to_string(), "--record"])
            .arg(&path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let children: Vec<Child> = (0..8).map(start).collect();
    for mut child in children {
        assert!(child.wait().expect("it ends").success());
    }
    let text = fs::read_to_string(&path).expect("a record");
    assert_eq!(text.lines().count(), 8, "{text}");
    assert!(!text.contains("RE[?]"), "{text}");
}

#[test]
fn a_record_is_a_position_to_go_on_from() {
    let (_folder, path) = record();
    let two = "--players 2 -n 4";
    play(&path, two, "c4\nd4\nquit\ny\nc4\nd4\nd3\nquit\nn\n").good();
    let mut command = reversi();
    command
        .args(["play", "--players", "2", "--position"])
        .arg(&path);
    let output = feed(&mut command, b"b4\nquit\nn\n").good();
    super::assert_in_order(&output, &["Score: Player 1 5 - 2", "> b4\n", "3 - 5"]);
}

#[test]
fn a_record_without_a_last_line_end_gets_one() {
    let (_folder, path) = record();
    play(&path, "--players 2 -n 4", "c4\nquit\nn\n").good();
    let text = fs::read_to_string(&path).expect("a record");
    fs::write(&path, text.trim_end()).expect("a file");
    play(&path, "--players 2 -n 4", "d3\nquit\nn\n").good();
    assert_eq!(lines(&path).len(), 2);
}
