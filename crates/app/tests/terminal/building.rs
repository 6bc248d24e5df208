//! A long `book build` on a terminal, interrupted by the user.

use super::pty::{CTRL_C, Terminal};
use crate::common::{feed, reversi};

#[test]
fn ctrl_c_keeps_finished_work() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("some.book");
    let mut command = reversi();
    command.args(["book", "build", "--depth", "12", "--positions", "100000"]);
    command.arg(&path);
    let mut terminal = Terminal::open(command);
    // Some positions are done.
    terminal.wait_for("searched 2");
    terminal.press(&[CTRL_C]);
    let (rest, code) = terminal.wait_for_end();
    assert_eq!(code, 130, "{rest:?}");
    assert!(rest.contains("Stopped: "), "{rest:?}");
    let count = |text: &str| {
        let words = text.split(" position").next().expect("a count");
        let last = words.rsplit(|letter: char| !letter.is_ascii_digit()).next();
        last.and_then(|digits| digits.parse::<usize>().ok())
            .expect("a number")
    };
    let said = count(&rest);
    assert!(said >= 2, "{rest:?}");
    let checked = feed(reversi().args(["book", "check"]).arg(&path), b"").good();
    assert_eq!(count(&checked), said, "{checked}");
}
