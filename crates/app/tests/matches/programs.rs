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
        "reason": "answered `zz`, which is not a move",
        "games": 4
    });
    assert_eq!(object["faults"], json!([fault]));
    let text = play("once:echo zz", "greedy", "--games 2").good();
    let line = "\nFault    echo answered `zz`, which is not a move: 2 games\n";
    assert!(text.contains(line), "{text}");
}

/// A player's own time is the one that counts for it.
#[test]
fn a_player_has_its_own_time() {
    let silent = concat!(
        "simple:sh ",
        env!("CARGO_MANIFEST_DIR"),
        "/tests/misfits/silent"
    );
    let mut command = reversi();
    command.args([
        "match",
        silent,
        "time=0.3",
        "name=Silent",
        "engine:1",
        "-n",
        "4",
    ]);
    command.args("--games 2 --seed 1 --sandbox off --time 3600 --margin 0".split_whitespace());
    let text = feed(&mut command, b"").good();
    let line = "\nFault    Silent did not answer within the 0.300 s it had: 2 games\n";
    assert!(text.contains(line), "{text}");
    assert!(!text.contains("Hint"), "{text}");
}

#[test]
fn the_talk_with_programs_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let talk = folder.path().join("a/talk");
    let gtp = format!("gtp:{OURSELVES} gtp --level 1");
    let more = format!("--games 2 -n 6 --talk {}", talk.display());
    play(&gtp, "greedy", &more).good();
    let mut names: Vec<_> = std::fs::read_dir(&talk)
        .expect("a folder")
        .map(|entry| entry.expect("a file").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["000001.txt", "000002.txt"]);
    let text = std::fs::read_to_string(talk.join("000002.txt")).expect("a file");
    assert!(text.starts_with("Game 2: "), "{text}");
    for part in [
        "\nBlack: greedy\n",
        "\nWhite: reversi\n",
        " > genmove w",
        " < = ",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

/// The values that a program reports count as its own: its games are adjudicated with the score that
/// they have when they are played to the end.
#[test]
fn programs_that_report_values_can_be_adjudicated() {
    let nboard = format!("nboard:{OURSELVES} nboard --level 6");
    let with = |more: &str| {
        let more = format!("--games 2 --json {more}");
        object(play(&nboard, "engine:6", &more))
    };
    let (played, adjudicated) = (with(""), with("--adjudicate=10"));
    assert_eq!(
        (&played["adjudicated"], &adjudicated["adjudicated"]),
        (&json!(0), &json!(2))
    );
    assert_eq!(played["discs"], adjudicated["discs"]);
    // GTP has no values.
    let gtp = format!("gtp:{OURSELVES} gtp --level 6");
    let silent = object(play(&gtp, "engine:6", "--games 2 --json --adjudicate=10"));
    assert_eq!(silent["adjudicated"], 0);
}
