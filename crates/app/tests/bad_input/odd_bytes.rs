//! Unusual lines: very long ones, control characters, and bytes that are not UTF-8.

use std::fs;

use crate::common::{COMMANDS, Run, answers, feed, reversi, run};

/// Control sequences: red text, bell, backspace, NUL, and a one-byte escape.
const ODD: &str = "\x1b[31mred\x07\x08\0\u{9b}31m";

/// Runs the program in an empty folder.
fn run_aside(arguments: &str, input: &[u8]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = reversi();
    command
        .current_dir(&folder)
        .args(arguments.split_whitespace());
    feed(&mut command, input)
}

#[track_caller]
fn assert_printable(text: &str) {
    let control = |letter: &char| letter.is_control() && *letter != '\n';
    let found = text.chars().find(control);
    assert_eq!(found, None, "in {text:?}");
}

#[test]
fn control_characters_in_commands_are_not_echoed() {
    // File names have their own test, below.
    let others = COMMANDS.into_iter();
    let others = others.filter(|command| !["save", "load"].contains(command));
    for command in others.chain(["", "opponent walle:", "play f5", "level 3"]) {
        let output = run_aside("", format!("{command} {ODD}\nlevel\n").as_bytes()).good();
        assert_printable(&output);
        let level = answers(&output).pop();
        assert_eq!(level.as_deref(), Some("Level: 1"), "{command}: {output}");
    }
}

#[test]
fn control_characters_in_file_names_are_not_echoed() {
    for command in [
        "load",
        "save no-folder/",
        "load no-folder/",
        "load \x1b[31m",
        "save \0",
    ] {
        let output = run_aside("", format!("{command}{ODD}\n").as_bytes()).good();
        assert_printable(&output);
    }
}

#[test]
fn control_characters_in_files_are_not_echoed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("position.txt");
    for text in ["\x1b[31mf5", "f5\x1b[31m7", "f5d6 \x1b]0;title\x07"] {
        fs::write(&path, text).expect("a file");
        let mut command = reversi();
        command.arg("explain").arg(&path);
        let said = feed(&mut command, b"").bad(1);
        assert!(said.contains("position.txt"), "{said:?}");
        assert_printable(&said);
    }
}

#[test]
fn control_characters_at_the_guided_game_are_not_echoed() {
    let menu = format!("{ODD}\n1\n1\n{ODD}\n{ODD}\n1\n{ODD}\n1\n{ODD}\nquit\n{ODD}\nn\n0\n");
    let output = run_aside("play -n 4", menu.as_bytes()).good();
    assert_printable(&output);
    assert!(output.ends_with("Goodbye!\n"), "{output}");
    let output = run_aside("-testai -n 4", format!("{ODD}\n2\n").as_bytes()).good();
    assert_printable(&output);
}

#[test]
fn bytes_that_are_no_text_are_no_command() {
    for line in [
        &b"\xff\xfe\n"[..],
        b"play \xff5\n",
        b"\xc3\n",
        b"load \xf0\x9f\n",
        b"\0\0\0\n",
    ] {
        let input = [line, b"level\n"].concat();
        let output = run_aside("", &input).good();
        assert_printable(&output);
        let answers = answers(&output);
        assert_eq!(answers.len(), 2, "{output}");
        assert_eq!(answers[1], "Level: 1");
    }
}

#[test]
fn lines_may_end_as_on_windows() {
    let unix = run("", "play f5\nmoves\n").good();
    let windows = run("", "play f5\r\nmoves\r\n").good();
    assert_eq!(unix, windows);
}

#[test]
fn a_very_long_line_is_one_bad_command() {
    let long = "a".repeat(1_000_000);
    for line in [
        long.clone(),
        format!("play {long}"),
        format!("newgame {long}"),
        format!("selectcolor {long}"),
        format!("opponent {long}"),
        format!("help {long}"),
        format!("load {long}"),
        format!("undo {long}"),
    ] {
        let output = run_aside("", format!("{line}\nmoves\nlevel\n").as_bytes()).good();
        let answers = answers(&output);
        assert_eq!(answers.len(), 3);
        assert_eq!(answers[1..], ["No moves yet", "Level: 1"]);
        assert!(!answers[0].is_empty());
    }
    let blanks = format!("{}level\nlevel\n", " ".repeat(1_000_000));
    let output = run_aside("", blanks.as_bytes()).good();
    assert!(output.ends_with("> level\nLevel: 1\n> \n"));
}

#[test]
fn a_very_long_answer_at_the_guided_game_is_a_bad_answer() {
    let long = "a".repeat(1_000_000);
    let input = format!("{long}\n1\n{long}\n1\nAnna\n{long}\n2\n{long}\n1\n{long}\nquit\nn\n0\n");
    let output = run("play -n 4", &input).good();
    assert!(output.ends_with("Goodbye!\n"));
}

#[test]
fn a_hundred_thousand_commands_are_answered() {
    let output = run("", &"level\n".repeat(100_000)).good();
    assert_eq!(output.matches("Level: 1").count(), 100_000);
}
