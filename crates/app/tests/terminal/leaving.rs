//! Leaving at a prompt: without a message, and with the terminal restored.

use super::pty::{CTRL_C, CTRL_D, ENTER, Terminal, plain};

const PLACES: [(&str, &[&str]); 5] = [
    ("", &[]),
    ("", &["play f5"]),
    ("play", &[]),
    ("play", &["1", "1"]),
    ("-testai -n 4", &[]),
];

/// A text without the escape codes that move the cursor.
fn visible(text: &str) -> String {
    let mut pieces = text.split("\x1b[");
    let first = pieces.next().unwrap_or_default();
    let after_code = |piece: &str| {
        let end = piece.find(char::is_alphabetic).map_or(0, |end| end + 1);
        piece[end..].to_string()
    };
    first.to_string() + &pieces.map(after_code).collect::<String>()
}

#[test]
fn ctrl_c_and_ctrl_d_leave_quietly() {
    for key in [CTRL_C, CTRL_D] {
        for (arguments, lines) in PLACES {
            let mut terminal = plain(arguments);
            terminal.wait_for_prompt();
            for line in lines {
                terminal.press(&[line, ENTER]);
                terminal.wait_for_prompt();
            }
            terminal.press(&[key]);
            let (rest, code) = terminal.wait_for_end();
            assert_eq!(code, 0, "{arguments} {lines:?}: {rest:?}");
            assert_eq!(visible(&rest).trim(), "", "{arguments} {lines:?}");
        }
    }
}

#[test]
fn ctrl_c_leaves_in_the_middle_of_a_line() {
    let mut terminal = plain("");
    terminal.wait_for_prompt();
    terminal.press(&["play f", CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 0, "{rest:?}");
    assert!(!rest.contains("Move played"), "{rest:?}");
}

#[test]
fn the_terminal_is_left_as_it_was_found() {
    let ways: [(&str, &[&str]); 4] = [
        ("", &[CTRL_C]),
        ("", &[CTRL_D]),
        ("", &["quit", ENTER]),
        ("play", &[CTRL_C]),
    ];
    for (arguments, keys) in ways {
        let program = super::reversi();
        let mut command = std::process::Command::new("sh");
        let script = "stty -g; \"$@\"; echo \"code $?\"; stty -g";
        command
            .args(["-c", script, "sh"])
            .arg(program.get_program());
        command.args(arguments.split_whitespace());
        command
            .env("NO_COLOR", "1")
            .env("TERM", "xterm")
            .env("LC_ALL", "C.UTF-8");
        let mut terminal = Terminal::open(command);
        let before = terminal.wait_for("\r\n");
        assert!(before.contains(':'), "what stty says: {before}");
        terminal.wait_for_prompt();
        terminal.press(keys);
        terminal.wait_for("code 0\r\n");
        let after = terminal.wait_for("\r\n");
        assert_eq!(before, after, "{arguments} {keys:?}");
        let (_, code) = terminal.wait_for_end();
        assert_eq!(code, 0);
    }
}
