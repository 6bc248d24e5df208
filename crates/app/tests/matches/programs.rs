//! Matches with other programs.

use serde_json::{Value, json};

use crate::common::{Run, feed, reversi};

/// The program itself, used as an external program.
const OURSELVES: &str = env!("CARGO_BIN_EXE_reversi");

/// A match with a long time limit, for busy machines.
fn play(first: &str, second: &str, more: &str) -> Run {
    let mut command = reversi();
    command.args(["match", first, second, "--seed", "1", "--sandbox", "off"]);
    command.args("--time 20 --margin 20".split_whitespace());
    feed(command.args(more.split_whitespace()), b"")
}

fn object(run: Run) -> Value {
    serde_json::from_str(&run.good()).expect("JSON")
}

#[test]
fn programs_of_every_protocol_play() {
    let weak = |protocol: &str| format!("{protocol}:{OURSELVES} {protocol} --level 1");
    let players = [
        weak("gtp"),
        weak("nboard"),
        format!("console:{OURSELVES} --opponent engine:1"),
    ];
    for player in players {
        let object = object(play(&player, "engine:1", "--games 2 --jobs 2 --json"));
        assert_eq!(object["games"], 2, "{player}: {object}");
        assert_eq!(object["faults"], json!([]), "{player}: {object}");
        assert_eq!(object["players"], json!(["reversi", "engine:1"]));
    }
}

#[test]
fn equal_programs_are_distinguished() {
    let gtp = format!("gtp:{OURSELVES} gtp --level 1");
    let object = object(play(&gtp, &gtp, "--games 2 --json -n 6"));
    assert_eq!(object["players"], json!(["reversi 1", "reversi 2"]));
    assert_eq!(object["faults"], json!([]));
}

#[test]
fn a_program_that_cannot_be_started_is_reported_before_the_match() {
    let told = play("greedy", "gtp:no-such-program --fast", "--games 2").bad(1);
    assert!(
        told.contains("no-such-program could not be started"),
        "{told}"
    );
    let told = play("once:no-such-program", "greedy", "--games 2").bad(1);
    assert!(told.contains("could not be started"), "{told}");
    let told = play("gtp:sh -c 'echo out of paper >&2; exit 3'", "greedy", "").bad(1);
    assert!(
        told.contains("exit status: 3") && told.contains("out of paper"),
        "{told}"
    );
    let told = play("gtp:sh 'unclosed", "greedy", "").bad(1);
    assert!(told.contains("quote"), "{told}");
}

/// A program that sends invalid answers loses every game, and the reason is reported.
#[test]
fn games_lost_by_a_fault_are_counted_by_their_reason() {
    let object = object(play("once:echo zz", "greedy", "--games 4 --json"));
    assert_eq!(
        (&object["losses"], &object["discs"]),
        (&json!(4), &json!(-64.0))
    );
    let fault = json!({
        "player": "echo",
        "reason": "answered …, which is not a move",
        "games": 4
    });
    assert_eq!(object["faults"], json!([fault]));
    let text = play("once:echo zz", "greedy", "--games 2").good();
    let line = "\nFault    echo answered …, which is not a move: 2 games\n";
    assert!(text.contains(line), "{text}");
}
