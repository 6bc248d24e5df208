//! Programs of the simple protocol, as small shell scripts.

use arena::contest::Ending;
use arena::protocol::Protocol;
use rules::{Color, Game, Size};

use super::table::{meet, program, script};
use crate::common::has_tool;

/// Reads a turn and sets `move` to the first legal move.
const READ_TURN: &str = "read color size seconds || exit 0
row=0
while [ $row -lt $size ]; do read line; row=$((row + 1)); done
read move rest
";

fn looped(rest: &str) -> String {
    format!("while true; do\n{READ_TURN}{rest}\ndone\n")
}

#[test]
fn whole_games_with_one_process_for_each_game_or_move() {
    let folder = tempfile::tempdir().unwrap();
    let simple = script(folder.path(), "simple.sh", &looped("echo $move"));
    let once = script(
        folder.path(),
        "once.sh",
        &format!("{READ_TURN}echo thinking about $color\necho $move\n"),
    );
    for (protocol, command, sizes) in [
        (Protocol::Simple, &simple, &[4, 8][..]),
        (Protocol::Once, &once, &[4]),
    ] {
        let mut program = program(protocol, command, Some(folder.path()));
        for &size in sizes {
            for color in Color::ALL {
                let opening = Game::new(Size::new(size).unwrap());
                let played = meet(&mut program, color, &opening, 3);
                assert_eq!(
                    played.ending,
                    Ending::Board,
                    "{protocol:?} {:?}",
                    played.stderr
                );
            }
        }
    }
}

#[test]
fn scripts_that_misbehave_lose_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("echo $move $move", "which is not a move"),
        ("printf 'f5\\377\\n'", "which is not a move"),
        ("echo a1", "played an illegal move"),
        ("echo pass", "passed, but has legal moves"),
        ("echo alas >&2; exit 3", "ended by itself: exit status: 3"),
        ("kill -9 $$", "ended by itself: signal: 9"),
        // In one write: a later line could be taken for the next answer.
        ("printf '%s\\nand so on\\n' $move", "without being asked"),
    ];
    for (number, (rest, why)) in cases.into_iter().enumerate() {
        let name = format!("bad{number}.sh");
        let command = script(folder.path(), &name, &looped(rest));
        let mut program = program(Protocol::Simple, &command, Some(folder.path()));
        let played = meet(&mut program, Color::White, &Game::new(Size::EIGHT), 3);
        match &played.ending {
            Ending::Fault {
                black: false,
                reason,
            } => assert!(reason.contains(why), "{rest}: {reason}"),
            other => panic!("{rest}: {other:?}"),
        }
        assert_eq!(
            played.stderr[1].contains("alas"),
            rest.contains("alas"),
            "{:?}",
            played.stderr
        );
    }
}

#[test]
fn a_program_that_is_not_there_loses_and_says_so() {
    let mut nobody = program(Protocol::Simple, "./nobody", None);
    let played = meet(&mut nobody, Color::Black, &Game::new(Size::MIN), 1);
    let Ending::Fault {
        black: true,
        reason,
    } = played.ending
    else {
        panic!("{played:?}");
    };
    assert!(reason.starts_with("could not be started:"), "{reason}");
    assert!(reason.contains("nobody"), "{reason}");
}

#[test]
fn output_that_is_held_back_comes_at_once() {
    if !["env", "sed", "stdbuf"].into_iter().all(has_tool) {
        return;
    }
    // `sed` buffers its output when it writes to a pipe. Of all lines of a turn, only the line of
    // legal moves begins with a square.
    let command = r"sed -n 's/^\([a-z][0-9][0-9]*\).*$/\1/p'";
    let mut program = program(Protocol::Simple, command, None);
    for color in Color::ALL {
        let played = meet(&mut program, color, &Game::new(Size::EIGHT), 3);
        assert_eq!(played.ending, Ending::Board);
    }
}
