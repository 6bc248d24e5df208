use rules::Value;

use super::*;

fn made(text: &str) -> Made {
    Made::read(text).unwrap_or_else(|| panic!("`{text}` is a move"))
}

#[test]
fn a_move_has_a_value_and_a_time_or_not() {
    assert_eq!(made("F5").to_string(), "F5");
    assert_eq!(made("f5/1.5").to_string(), "F5/+1.50");
    assert_eq!(made("F5//1.2").to_string(), "F5//1.20");
    assert_eq!(made("F5/-0.31/0.02").to_string(), "F5/-0.31/0.02");
    assert_eq!(made("F5/2,1/3").value, Some(Value(150)));
    for pass in ["PA", "PASS", "--", "pass"] {
        assert_eq!(made(pass).point, None, "{pass}");
    }
    for wrong in ["", "F", "F55", "9z", "fünf", "/1/2"] {
        assert_eq!(Made::read(wrong), None, "{wrong}");
    }
}

#[test]
fn commands_are_read_as_guis_and_older_guis_send_them() {
    for line in [
        "nboard 2",
        "set depth 18",
        "set contempt -100",
        "move F5",
        "move PA",
        "move D6/-0.31/0.02",
        "hint 3",
        "go",
        "ping 17",
        "learn",
        "analyze",
        "quit",
    ] {
        let command = Command::read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(command.to_string(), line);
    }
    assert_eq!(Command::read("depth 3"), Ok(Command::Depth(3)));
    assert_eq!(Command::read("d3"), Command::read("move d3"));
    assert_eq!(Command::read("  go  "), Ok(Command::Go));
    let wrong = |line| Command::read(line).expect_err("no command");
    assert_eq!(wrong("set colour green"), WrongCommand::Unknown);
    assert_eq!(wrong(""), WrongCommand::Unknown);
    assert!(matches!(wrong("set depth deep"), WrongCommand::Argument(_)));
    assert!(matches!(
        wrong("set game (;GM[Othello]"),
        WrongCommand::Game(_)
    ));
}

#[test]
fn a_game_tells_whether_its_last_pass_was_made() {
    let board = "BO[4 ---- -O*- -*O- ---- *]";
    let moves = "B[C4]W[D4]B[D3]W[B4]B[A4]W[D2]B[D1]W[B1]";
    let game =
        |end: &str| match Command::read(&format!("set game (;GM[Othello]{board}{moves}{end};)")) {
            Ok(Command::Game(setup)) => (setup.record.game.turns().len(), setup.passed),
            other => panic!("{other:?}"),
        };
    assert_eq!(game(""), (8, false));
    assert_eq!(game("B[PA]"), (8, true));
    assert_eq!(game("B[pass//1.0]W[A2]"), (9, false));
}

#[test]
fn replies_are_read_as_they_are_written() {
    for line in [
        "set myname Ours12",
        "status thinking hard",
        "status",
        "pong 3",
        "=== F5/+1.25/0.30",
        "=== PA",
        "search F5D6C3 -0.31 0 12",
        "search F5PAC3 +4.00 0 100%",
        "search F5 +1.00 0 100%W",
        "search F5 +1.00 0 95%",
        "book F5D6 +0.25 17 22",
        "nodestats 51234 0.04",
        "analysis 61 -4.00",
        "learned",
    ] {
        let reply = Reply::read(line).unwrap_or_else(|| panic!("`{line}` is a reply"));
        assert_eq!(reply.to_string(), line);
    }
}

#[test]
fn replies_of_other_engines_are_read_too() {
    assert_eq!(
        Reply::read("=== d6 -1.00 0.0"),
        Reply::read("=== D6/-1.00/0.00")
    );
    assert_eq!(Reply::read("===   F5"), Reply::read("=== F5"));
    let hint = |line: &str| match Reply::read(line) {
        Some(Reply::Search(hint)) => hint,
        other => panic!("{line}: {other:?}"),
    };
    let points = |line: &str| hint(line).line.len();
    assert_eq!(points("search F5-D6-C3 -0.31 0 12"), 3);
    assert_eq!(points("search f5d6c3 4,3 0 17@73% some words"), 3);
    assert_eq!(points("search F5--C3 1 0 5"), 3);
    assert_eq!(hint("search F5 1 0 17@73%").depth, Depth::Moves(17));
    assert_eq!(Reply::read("learn"), Some(Reply::Learned));
    for noise in [
        "",
        "hello",
        "search",
        "search F5",
        "=== banana",
        "set",
        "set colour",
    ] {
        assert_eq!(Reply::read(noise), None, "{noise}");
    }
}

#[test]
fn a_game_keeps_its_clocks_when_it_is_written() {
    for times in ["TI[5:00/0:10]", "TB[5:00/0:00]TW[1:00/0:00]", ""] {
        let line = format!("set game (;GM[Othello]{times}TY[8]B[f5]W[d6];)");
        let command = Command::read(&line).expect("a game");
        let written = command.to_string();
        assert!(written.contains(times), "{written}");
        assert_eq!(Command::read(&written), Ok(command));
    }
}
