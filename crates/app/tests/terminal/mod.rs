//! The program on a terminal.
#![cfg(unix)]

mod building;
mod importing;
mod keys;
mod leaving;
mod matching;
mod pty;
mod reviewing;
mod solving;
mod thinking;

use crate::common::{feed, reversi, run};
use pty::{ENTER, TAB, Terminal, plain};

#[test]
fn the_console_greets_with_the_board_and_what_to_type() {
    let mut terminal = plain("");
    let greeting = terminal.wait_for_prompt();
    assert!(
        greeting.contains("4 |   |   |   | W | B |   |   |   |"),
        "{greeting}"
    );
    assert!(
        greeting.contains("Black player (human) plays now"),
        "{greeting}"
    );
    assert!(
        greeting.contains("engine:1, which already beats most people"),
        "{greeting}"
    );
    let hint = greeting.lines().rev().find(|line| line.contains("help"));
    let hint = hint.expect("a hint").to_string();
    for named in ["play f5", "cont", "help", "reversi play"] {
        assert!(hint.contains(named), "{named} in {hint}");
    }
    terminal.leave("quit");
}

#[test]
fn the_greeting_fits_the_game() {
    let mut terminal = plain("-n 4 -w");
    let greeting = terminal.wait_for_prompt();
    assert!(greeting.contains("    a   b   c   d\r\n"), "{greeting}");
    assert!(
        greeting.contains("Black player (computer) plays now"),
        "{greeting}"
    );
    assert!(greeting.contains("cont"), "{greeting}");
    terminal.leave("quit");
}

#[test]
fn a_move_is_typed_and_answered() {
    let mut terminal = plain("-d 2");
    terminal.wait_for_prompt();
    terminal.press(&["play f5", ENTER]);
    terminal.wait_for("Move played: f5");
    terminal.wait_for("White player (computer) plays now");
    terminal.wait_for_prompt();
    terminal.press(&["cont", ENTER]);
    terminal.wait_for("Move played: ");
    terminal.wait_for("Black player (human) plays now");
    terminal.wait_for_prompt();
    terminal.press(&["selectcolor white", ENTER]);
    terminal.wait_for("Black player (computer) plays now");
    terminal.leave("quit");
}

#[test]
fn colours_are_for_terminals_that_have_them() {
    let colours = |settings: &[(&str, &str)]| {
        let mut command = reversi();
        command.envs(settings.iter().copied());
        let mut terminal = Terminal::open(command);
        let greeting = terminal.wait_for("help");
        terminal.wait_for("> ");
        terminal.leave("quit");
        greeting.contains("\x1b[1m") || greeting.contains("\x1b[2m")
    };
    assert!(colours(&[("TERM", "xterm-256color")]));
    assert!(colours(&[("NO_COLOR", "")]), "an empty setting is none");
    assert!(!colours(&[("NO_COLOR", "1")]));
    assert!(!colours(&[("TERM", "dumb")]));
}

#[test]
fn colours_are_not_for_pipes_unless_forced() {
    let output = run("-l", "newgame\nplay z9\n").good();
    assert!(!output.contains('\x1b'), "{output:?}");
    let mut command = reversi();
    command.env("CLICOLOR_FORCE", "1");
    let output = feed(&mut command, b"newgame\n").good();
    assert!(output.contains("\x1b["), "{output:?}");
}

#[test]
fn a_guided_game_is_led_from_the_menu_to_the_first_moves() {
    let mut terminal = plain("play -n 4 --opponent random --seed 1");
    terminal.wait_for("[ O T H E L L O ]");
    terminal.wait_for_prompt();
    for (answer, reply) in [
        ("1", "How many people play?"),
        ("1", "name"),
        ("Anna", "Anna"),
        ("1", "Anna's turn (dark)"),
    ] {
        terminal.press(&[answer, ENTER]);
        terminal.wait_for(reply);
        terminal.wait_for_prompt();
    }
    terminal.press(&["c4", ENTER]);
    terminal.wait_for("Random moved to ");
    terminal.wait_for("Score: Anna 3 - 3 Random");
    terminal.wait_for_prompt();
    terminal.press(&["b2", ENTER]);
    terminal.wait_for("Invalid Move.");
    terminal.wait_for_prompt();
    terminal.press(&["quit", ENTER]);
    terminal.wait_for("Play again?");
    terminal.wait_for_prompt();
    terminal.press(&["n", ENTER]);
    terminal.wait_for("[ O T H E L L O ]");
    terminal.wait_for_prompt();
    terminal.leave("0");
}

#[test]
fn a_guided_game_completes_squares() {
    let mut terminal = plain("play --players 2 -n 4");
    terminal.wait_for_prompt();
    terminal.press(&["c", TAB, ENTER]);
    terminal.wait_for("Score: Player 1 4 - 1 Player 2");
    terminal.wait_for_prompt();
    terminal.press(&["quit", ENTER]);
    terminal.wait_for_prompt();
    terminal.leave("n");
}

#[test]
fn a_guided_game_has_round_discs_where_there_are_colours() {
    let mut command = reversi();
    command.args(["play", "--players", "2", "-n", "4"]);
    let mut terminal = Terminal::open(command);
    let shown = terminal.wait_for_prompt();
    assert!(shown.contains('●'), "{shown}");
    assert!(shown.contains("\x1b["), "{shown}");
    terminal.press(&["quit", ENTER]);
    terminal.wait_for_prompt();
    terminal.leave("n");
}

#[test]
fn a_demo_needs_no_input() {
    let terminal = plain("demo -n 4 --black walle:1 --white random --pause 0");
    let (shown, code) = terminal.wait_for_end();
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("WALL-E moved to "), "{shown}");
    assert!(
        shown.contains(" wins") || shown.contains("a tie"),
        "{shown}"
    );
}
