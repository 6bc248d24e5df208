//! Messages for invalid input. The game continues, unless the input was a command-line option.

mod odd_bytes;
mod streams;

use crate::common::{after, answers, console, run, searchers};

const SIZES: &str = "4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26";
const NO_SIZES: [&str; 9] = [
    "7",
    "3",
    "27",
    "2",
    "0",
    "28",
    "x",
    "-4",
    "99999999999999999999",
];
const NO_LEVELS: [&str; 5] = ["0", "-1", "abc", "1.5", "+3"];

/// The complete game of the second sample; one person plays both sides.
const WHOLE_GAME: [&str; 17] = [
    "play c4",
    "selectcolor white",
    "play d4",
    "selectcolor black",
    "play d3",
    "selectcolor white",
    "play b4",
    "selectcolor black",
    "play a4",
    "selectcolor white",
    "play d2",
    "selectcolor black",
    "play d1",
    "selectcolor white",
    "play b1",
    "play a2",
    "showstate",
];

/// The answer of the console to a command in the middle of a game. The game stays unchanged.
#[track_caller]
fn refused(arguments: &str, command: &str) -> String {
    let answers = console(arguments, &["showstate", command, "showstate", "moves"]);
    assert_eq!(answers[0], answers[2], "after {command}");
    assert_eq!(answers[3], "No moves yet", "after {command}");
    assert_eq!(answers[1].lines().count(), 1, "{}", answers[1]);
    answers[1].clone()
}

#[test]
fn an_invalid_size_is_refused_on_the_command_line() {
    for command in ["", "play", "demo", "explain start", "perft 3"] {
        for size in NO_SIZES {
            for option in ["-n", "--size"] {
                let run = run(&format!("{command} {option} {size}"), "");
                assert_eq!(run.stdout, "");
                let said = run.bad(2);
                assert!(said.contains(&format!("`{size}`")), "{said}");
                assert!(said.contains(SIZES), "{said}");
            }
        }
    }
}

#[test]
fn a_size_that_is_none_leaves_the_game_as_it_is() {
    for size in NO_SIZES.into_iter().chain(["8 8", "eight"]) {
        let said = refused("", &format!("newgame {size}"));
        assert!(said.contains(&format!("`{size}`")), "{said}");
        assert!(said.contains(SIZES), "{said}");
    }
}

#[test]
fn a_level_that_is_none_is_refused_on_the_command_line() {
    for level in NO_LEVELS {
        for arguments in [
            format!("-d {level}"),
            format!("play --level {level}"),
            format!("demo --black walle:{level}"),
            format!("explain start --depth {level}"),
        ] {
            let run = run(&arguments, "");
            assert_eq!(run.stdout, "");
            let said = run.bad(2);
            assert!(
                said.contains(&format!("`{level}` is not a level")),
                "{said}"
            );
        }
    }
}

#[test]
fn a_level_that_is_none_leaves_the_level_as_it_is() {
    for level in NO_LEVELS {
        let set = format!("level {level}");
        let answers = console("-d 3", &[&set, "level"]);
        let why = format!("`{level}` is not a level");
        assert!(answers[0].starts_with(&why), "{answers:?}");
        assert_eq!(answers[1], "Level: 3");
    }
}

#[test]
fn a_level_beyond_the_end_of_the_game_plays_to_the_end() {
    for level in ["1000000000", "99999999999999999999"] {
        for name in searchers() {
            let arguments = format!("demo -n 4 --black {name}:{level} --white {name}:{level}");
            let output = run(&arguments, "").good();
            let won = output.contains(" wins\n") || output.contains("It's a tie\n");
            assert!(won, "{name}: {output}");
        }
        let set = format!("level {level}");
        let answers = console("-n 4", &["play c4", &set, "cont", "suggest"]);
        assert_eq!(answers[1], "");
        assert!(answers[2].contains("Move played: "), "{answers:?}");
        assert!(answers[3].starts_with("Suggested move: "), "{answers:?}");
    }
}

#[test]
fn a_level_that_cannot_be_finished_still_answers() {
    let answers = console("--opponent discs -d 1000000000", &["play f5", "cont"]);
    let reply = after(&answers[1], "Move played: ");
    assert!(["d6", "f4", "f6"].contains(&reply[0]), "{answers:?}");
}

#[test]
fn a_square_that_cannot_be_played_is_refused_with_the_legal_ones() {
    let legal = "legal squares: d3 c4 f5 e6";
    for (square, why) in [
        ("z9", "no square z9"),
        ("i1", "no square i1"),
        ("a9", "no square a9"),
        ("d4", "there is a disc on d4 already"),
        ("a1", "a disc on a1 would turn nothing"),
        ("D6", "a disc on d6 would turn nothing"),
    ] {
        let said = refused("", &format!("play {square}"));
        assert!(said.contains(why), "{said}");
        assert!(said.contains(legal), "{said}");
    }
}

#[test]
fn a_word_that_is_no_square_is_refused() {
    for word in [
        "a0", "a27", "5f", "f", "55", "f5f5", "f 5", "f5 d6", "ff5", "f-5", "é5", "pass",
    ] {
        let said = refused("", &format!("play {word}"));
        assert!(
            said.contains(&format!("`{word}` is not a square")),
            "{said}"
        );
    }
    assert!(refused("", "play").contains("play f5"));
}

#[test]
fn a_move_on_the_wrong_turn_is_refused() {
    let said = refused("-w", "play f5");
    assert!(said.contains("computer's turn"), "{said}");
    assert_eq!(refused("", "cont"), "It's your turn to play");
}

#[test]
fn after_the_end_there_is_nothing_to_play() {
    let over = console("-n 4", &WHOLE_GAME).pop().expect("an answer");
    assert!(
        over.ends_with("White: 11 - Black: 2\nEND OF GAME"),
        "{over}"
    );
    for command in ["play a1", "play a2", "cont", "suggest"] {
        let commands = [&WHOLE_GAME[..], &[command, "showstate"]].concat();
        let answers = console("-n 4", &commands);
        assert!(answers[17].contains("The game is over"), "{}", answers[17]);
        assert_eq!(answers[18], over, "{command}");
    }
}

#[test]
fn an_unknown_command_is_refused() {
    let said = refused("", "pass");
    assert!(said.starts_with("Unknown command `pass`"), "{said}");
    assert!(said.contains("help"), "{said}");
}

#[test]
fn unknown_options_and_values_are_refused_on_the_command_line() {
    for (arguments, named) in [
        ("--opponent bob", "bob"),
        ("demo --black bob", "bob"),
        ("demo --white walle:x", "`x` is not a level"),
        ("demo --white random:3", "random"),
        ("play --players 3", "3"),
        ("play --color red", "red"),
        ("play --style round", "round"),
        ("play --lang fr", "fr"),
        ("play --pause -1", "-1"),
        ("play --pause long", "long"),
        ("play --black human --players 1", "--players"),
        ("explain start --method guess", "guess"),
        ("explain", "POSITION"),
        ("perft 0", "0"),
        ("perft 3 --convention d", "d"),
        ("perft", "DEPTH"),
        ("--nonsense", "--nonsense"),
        ("nonsense", "nonsense"),
        ("-n", "size"),
    ] {
        let run = run(arguments, "");
        assert_eq!(run.stdout, "", "{arguments}");
        let said = run.bad(2);
        assert!(said.contains(named), "{arguments}: {said}");
    }
}

#[test]
fn a_whole_line_of_answers_is_one_answer_each() {
    // A refused command does not consume the next one.
    let output = run(
        "",
        "play z9\nlevel x\nnewgame 3\nload nothing\nfrobnicate\nlevel\n",
    )
    .good();
    assert_eq!(
        answers(&output).last().map(String::as_str),
        Some("Level: 1")
    );
}
