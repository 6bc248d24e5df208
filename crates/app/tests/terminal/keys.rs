//! Line editing, history and completion.

use std::fs;

use super::pty::{BACKSPACE, CTRL_A, ENTER, LEFT, TAB, Terminal, UP, plain};
use crate::common::reversi;

#[test]
fn a_line_can_be_edited() {
    for keys in [
        &["play x", BACKSPACE, "f5"][..],
        &["lay f5", CTRL_A, "p"],
        &["play 5", LEFT, "f"],
        &["pay f5", LEFT, LEFT, LEFT, LEFT, LEFT, "l"],
    ] {
        let mut terminal = plain("");
        terminal.wait_for_prompt();
        terminal.press(keys);
        terminal.press(&[ENTER]);
        terminal.wait_for("Move played: f5");
        terminal.wait_for_prompt();
        terminal.leave("quit");
    }
}

#[test]
fn a_line_can_be_repeated() {
    let mut terminal = plain("-d 3");
    terminal.wait_for_prompt();
    for line in ["level", "moves"] {
        terminal.press(&[line, ENTER]);
        terminal.wait_for_prompt();
    }
    terminal.press(&[UP, ENTER]);
    terminal.wait_for("No moves yet");
    terminal.wait_for_prompt();
    terminal.press(&[UP, UP, ENTER]);
    terminal.wait_for("Level: 3");
    terminal.wait_for_prompt();
    terminal.leave("quit");
}

#[test]
fn tab_completes_commands() {
    for (keys, answer) in [
        (&["showst", TAB][..], "White: 2 - Black: 2"),
        (&["SHOWST", TAB], "White: 2 - Black: 2"),
        (&["sho", TAB, "s", TAB], "White: 2 - Black: 2"),
        (&["sug", TAB], "Suggested move: "),
        (&["he", TAB, " sug", TAB], "suggest"),
        (&["ne", TAB, " 4"], "White: 2 - Black: 2"),
    ] {
        let mut terminal = plain("");
        terminal.wait_for_prompt();
        terminal.press(keys);
        terminal.press(&[ENTER]);
        terminal.wait_for("\r\n");
        terminal.wait_for(answer);
        terminal.wait_for_prompt();
        terminal.leave("quit");
    }
}

#[test]
fn tab_twice_lists_what_there_is() {
    for (keys, offered) in [
        ("sho", &["showlegal", "showstate"][..]),
        ("", &["newgame", "play", "help", "quit"]),
        ("play ", &["d3", "c4", "f5", "e6"]),
        ("selectcolor ", &["black", "white"]),
        ("showlegal o", &["on", "off"]),
        ("opponent ", &["engine", "walle", "random"]),
    ] {
        let mut terminal = plain("");
        terminal.wait_for_prompt();
        terminal.press(&[keys, TAB, TAB]);
        // The list, then the line again below it.
        terminal.wait_for("\r\n");
        let list = terminal.wait_for_prompt();
        for word in offered {
            assert!(list.contains(word), "{word} after {keys:?} in {list:?}");
        }
        terminal.press(&["\x15"]);
        terminal.leave("quit");
    }
}

#[test]
fn tab_completes_the_squares_that_can_be_played() {
    let mut terminal = plain("--opponent discs --seed 1");
    terminal.wait_for_prompt();
    terminal.press(&["play f", TAB, ENTER]);
    terminal.wait_for("Move played: f5");
    terminal.wait_for_prompt();
    terminal.press(&["selectcolor w", TAB, ENTER]);
    terminal.wait_for("White player (human) plays now");
    terminal.wait_for_prompt();
    terminal.press(&["play d", TAB, ENTER]);
    terminal.wait_for("Move played: d6");
    terminal.wait_for_prompt();
    terminal.leave("quit");
}

/// Loads a file; the Tab key completes its name.
#[track_caller]
fn load(keys: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder");
    let state = b"\x00\x00\x00\x04nnnnnwbnnbbnnnbn";
    fs::create_dir(folder.path().join("games")).expect("a folder");
    for name in [
        "afternoon.rev",
        "games/evening.rev",
        "my game.rev",
        "it's.rev",
    ] {
        fs::write(folder.path().join(name), state).expect("a file");
    }
    let mut command = reversi();
    command.env("NO_COLOR", "1").current_dir(&folder);
    let mut terminal = Terminal::open(command);
    terminal.wait_for_prompt();
    terminal.press(keys);
    terminal.press(&[ENTER]);
    let line = terminal.wait_for("\r\n");
    let answer = terminal.wait_for_prompt();
    let loaded = answer.contains("White: 1 - Black: 4");
    assert!(loaded, "{keys:?}: {line:?}\n{answer}");
    terminal.leave("quit");
}

#[test]
fn tab_completes_file_names() {
    load(&["load aft", TAB]);
    load(&["load ga", TAB, "ev", TAB]);
    load(&["LOAD aft", TAB]);
    load(&["load \"my", TAB, "\""]);
    load(&["load 'my", TAB, "'"]);
}

#[test]
fn tab_completes_file_names_with_blanks_and_quotes() {
    load(&["load my", TAB]);
    load(&["load it", TAB]);
}

#[test]
fn lines_typed_ahead_are_not_lost() {
    let mut terminal = plain("-d 3");
    terminal.wait_for_prompt();
    terminal.press(&["level", ENTER, "moves", ENTER]);
    terminal.wait_for("Level: 3");
    terminal.wait_for_prompt();
    terminal.press(&["quit", ENTER]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 0);
    assert!(rest.contains("No moves yet"), "{rest:?}");
}
