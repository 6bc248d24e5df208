//! Console commands: their effects, and their messages for invalid arguments.

mod rivals;
mod settings;
mod turns;

use crate::common::{COMMANDS, answers, console, run};

/// The last answer in a console's output.
fn last_answer(output: &str) -> String {
    answers(output).pop().expect("an answer")
}

#[test]
fn help_lists_every_command() {
    let help = &console("", &["help"])[0];
    let listed: Vec<&str> = help
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .collect();
    assert_eq!(listed, COMMANDS);
    for command in COMMANDS {
        let answers = console("", &[&format!("help {command}"), command]);
        assert!(answers[0].starts_with(command), "{answers:?}");
        let known = answers.get(1).is_none_or(|text| !text.contains("Unknown"));
        assert!(known, "{command}: {answers:?}");
    }
}

#[test]
fn an_unknown_command_is_answered_with_the_nearest_one() {
    for (typed, meant) in [
        ("pley f5", "play"),
        ("newgam", "newgame"),
        ("shwostate", "showstate"),
        ("sugest", "suggest"),
        ("selectcolour black", "selectcolor"),
        ("help lod", "load"),
        ("QUTI", "quit"),
    ] {
        let answer = &console("", &[typed])[0];
        let suggestion = format!("did you mean `{meant}`?");
        assert!(answer.starts_with("Unknown command `"), "{typed}: {answer}");
        assert!(answer.contains(&suggestion), "{typed}: {answer}");
    }
    let answer = &console("", &["f5"])[0];
    assert!(answer.ends_with("type: play f5"), "{answer}");
    let answer = &console("", &["!!"])[0];
    assert!(answer.starts_with("Unknown command `!!`"), "{answer}");
    assert!(answer.contains("`help`"), "{answer}");
}

#[test]
fn commands_and_arguments_may_be_in_any_case_with_blanks_around_them() {
    let plain = console("-l", &["newgame 6", "play e4", "selectcolor white"]);
    let loud = console("-l", &["NewGame 6", "  PLAY \t E4  ", "SelectColor WHITE"]);
    assert_eq!(plain, loud);
}

#[test]
fn blank_lines_are_no_commands() {
    assert_eq!(console("", &["", "   ", "level"]), ["", "", "Level: 1"]);
    assert_eq!(run("", "").good(), "> \n", "no command at all");
}

#[test]
fn a_command_that_stands_alone_does_nothing_with_an_argument() {
    for command in [
        "cont",
        "undo",
        "redo",
        "suggest",
        "showstate",
        "moves",
        "opening",
        "eval",
        "quit",
    ] {
        let words = format!("{command} now");
        let answers = console("", &["play f5", &words, "moves"]);
        assert!(answers[1].contains(command), "{answers:?}");
        assert_eq!(answers[1].lines().count(), 1, "{answers:?}");
        assert_eq!(answers[2], "f5");
    }
}

#[test]
fn the_end_of_the_input_is_like_quit() {
    let quit = run("", "play f5\nquit\nplay d6\n").good();
    let end = run("", "play f5\n").good();
    assert_eq!(quit.replace("> quit\n", "> \n"), end);
    let unfinished = run("", "play f5").good();
    assert_eq!(unfinished, end, "a last line without its end counts");
}

#[test]
fn newgame_starts_over_on_boards_of_every_even_size() {
    for side in (4..=26).step_by(2) {
        let new = format!("newgame {side}");
        let state = &console("", &["play f5", &new])[1];
        let rows: Vec<&str> = state.lines().filter(|line| line.contains('|')).collect();
        assert_eq!(rows.len(), side, "{state}");
        let width = if side < 10 { 1 } else { 2 };
        for (number, row) in (1..).zip(rows) {
            assert!(row.starts_with(&format!("{number:>width$} |")), "{state}");
            assert_eq!(row.len(), width + 2 + 4 * side, "{state}");
        }
        assert!(state.ends_with("Black player (human) plays now\nWhite: 2 - Black: 2"));
    }
}

#[test]
fn rows_with_two_digits_are_aligned() {
    let state = &console("-l", &["newgame 10"])[0];
    let top = "     a   b   c   d   e   f   g   h   i   j\n   +---+---+---+---+---+---+---+---+---+---+\n 1 |";
    let bottom = "10 |   |   |   |   |   |   |   |   |   |   |\n";
    assert!(state.starts_with(top), "{state}");
    assert!(state.contains(bottom), "{state}");
}
