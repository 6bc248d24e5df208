//! The engine's search on a terminal: progress and interruption.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use super::pty::{CTRL_C, ENTER, Terminal, plain};
use crate::common::reversi;

/// A level at which no move is found soon without a book.
const LONG: &str = "-d 40 --no-book";

/// Runs the program in a shell with redirections.
fn redirected(arguments: &str, redirection: &str) -> Terminal {
    let program = reversi();
    let mut command = Command::new("sh");
    let script = format!("exec \"$@\" {redirection}");
    command
        .args(["-c", &script, "sh"])
        .arg(program.get_program());
    command.args(arguments.split_whitespace());
    let settings = [("NO_COLOR", "1"), ("TERM", "xterm"), ("LC_ALL", "C.UTF-8")];
    command.envs(settings);
    Terminal::open(command)
}

/// Waits until the progress of a search is shown, then presses Ctrl-C.
#[track_caller]
fn cut_short(terminal: &mut Terminal) {
    terminal.wait_for("thinking: ");
    terminal.wait_for("moves ahead");
    terminal.press(&[CTRL_C]);
}

#[test]
fn ctrl_c_makes_the_computer_move() {
    let mut terminal = plain(LONG);
    terminal.wait_for_prompt();
    terminal.press(&["play f5", ENTER]);
    terminal.wait_for("Move played: f5");
    terminal.wait_for_prompt();
    terminal.press(&["cont", ENTER]);
    cut_short(&mut terminal);
    let board = terminal.wait_for("Move played: ");
    assert!(board.contains("\r\x1b[2K"), "the line is gone: {board:?}");
    assert!(board.contains("a   b   c   d"), "{board:?}");
    terminal.wait_for("Black player (human) plays now");
    terminal.wait_for_prompt();

    // It works a second time, and only when asked for.
    terminal.press(&["suggest", ENTER]);
    cut_short(&mut terminal);
    terminal.wait_for("Suggested move: ");
    terminal.wait_for_prompt();
    terminal.press(&["showstate", ENTER]);
    terminal.wait_for("White: 3 - Black: 3");
    terminal.wait_for_prompt();
    terminal.leave("quit");
}

#[test]
fn ctrl_c_at_the_prompt_leaves_after_a_move_cut_short() {
    let mut terminal = plain(&format!("{LONG} -w"));
    terminal.wait_for_prompt();
    terminal.press(&["cont", ENTER]);
    cut_short(&mut terminal);
    terminal.wait_for("Move played: ");
    terminal.wait_for_prompt();
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 0, "{rest:?}");
}

/// The classic opponents search for seconds at most, and Ctrl-C does not stop them.
#[test]
fn no_ctrl_c_hint_for_opponents_that_ignore_it() {
    let mut terminal = plain("--opponent walle:30 -w");
    terminal.wait_for_prompt();
    terminal.press(&["cont", ENTER]);
    terminal.wait_for("thinking");
    terminal.press(&[CTRL_C]);
    let shown = terminal.wait_for("Move played: ");
    assert!(!shown.contains("Ctrl-C"), "{shown:?}");
    terminal.wait_for_prompt();
    terminal.leave("quit");
}

#[test]
fn a_guided_game_goes_on_after_ctrl_c() {
    let mut terminal = plain("play --players 1 --opponent engine:40 --no-book");
    terminal.wait_for_prompt();
    for _ in 0..2 {
        terminal.press(&["f5", ENTER]);
        cut_short(&mut terminal);
        terminal.wait_for("moved to ");
        terminal.wait_for_prompt();
        terminal.press(&["undo", ENTER]);
        terminal.wait_for_prompt();
    }
    terminal.press(&["quit", ENTER]);
    terminal.wait_for("Play again?");
    terminal.wait_for_prompt();
    terminal.leave("n");
}

#[test]
fn thoughts_are_no_part_of_the_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    fs::write(&input, "play f5\ncont\nshowstate\nquit\n").expect("a file");
    let redirection = format!("<{} >{}", input.display(), output.display());
    let mut terminal = redirected(LONG, &redirection);
    cut_short(&mut terminal);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 0, "{rest:?}");
    let output = fs::read_to_string(&output).expect("text");
    assert!(!output.contains("thinking"), "{output}");
    assert!(!output.contains('\x1b'), "{output:?}");
    // f5, the computer's move, and the computer's move again as the last move of the board.
    assert_eq!(output.matches("Move played: ").count(), 3, "{output}");
}

#[test]
fn search_progress_is_for_terminals_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let errors = folder.path().join("errors");
    let mut terminal = redirected(&format!("{LONG} -w"), &format!("2>{}", errors.display()));
    terminal.wait_for_prompt();
    terminal.press(&["cont", ENTER]);
    // Longer than the delay before progress is shown.
    thread::sleep(Duration::from_millis(1500));
    terminal.press(&[CTRL_C]);
    let shown = terminal.wait_for("Move played: ");
    assert!(!shown.contains("thinking"), "{shown:?}");
    terminal.wait_for_prompt();
    terminal.leave("quit");
    assert_eq!(fs::read_to_string(&errors).expect("text"), "");
}

#[test]
fn quick_moves_are_made_without_a_word() {
    let mut terminal = plain("-d 1 -w");
    terminal.wait_for_prompt();
    terminal.press(&["cont", ENTER]);
    let shown = terminal.wait_for("Move played: ");
    assert!(!shown.contains("thinking"), "{shown:?}");
    terminal.wait_for_prompt();
    terminal.leave("quit");
}
