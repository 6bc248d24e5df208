//! Guided game: every answer can be given on the command line.

use super::{assert_in_order, guided};
use crate::common::{after, run};

#[test]
fn a_game_that_the_command_line_describes_begins_at_once() {
    let arguments = "--players 1 --name Anna --level 4 --color dark -n 6 --style letters";
    let output = guided(arguments, &["quit", "n"]);
    assert!(output.starts_with("\n----"), "no menu: {output}");
    assert_in_order(
        &output,
        &[
            "Anna plays dark (x), Computer plays light (o).",
            "Anna's turn",
        ],
    );
    assert!(output.ends_with("> n\n"), "no menu afterwards: {output}");
}

#[test]
fn flags_answer_the_questions_of_the_menu() {
    let flags = "--name Anna --level 2 --color light -n 4";
    let output = guided(flags, &["1", "1", "quit", "n", "0"]);
    assert_in_order(
        &output,
        &[
            "How many people play?",
            "Computer plays dark",
            "Anna plays light",
        ],
    );
    for asked in ["name?", "look ahead?", "color"] {
        assert!(!output.contains(asked), "{asked} was asked in {output}");
    }
    let output = guided("--pause 0 -n 4 --level 1", &["1", "0", "n", "0"]);
    assert!(!output.contains("seconds"), "{output}");
}

#[test]
fn colours_have_many_names() {
    for (name, seats) in [
        ("dark", "Anna plays dark"),
        ("black", "Anna plays dark"),
        ("LIGHT", "Anna plays light"),
        ("white", "Anna plays light"),
    ] {
        let arguments = format!("--players 1 --name Anna --color {name} -n 4 --level 1");
        let output = guided(&arguments, &["quit", "n"]);
        let line = after(&output, "Anna plays ")[0];
        assert!(format!("Anna plays {line}").contains(seats), "{output}");
    }
}

#[test]
fn players_are_written_by_name_and_level() {
    for (arguments, seats) in [
        (
            "--players 1 --opponent walle:3",
            "Player plays dark (B), WALL-E plays light (W)",
        ),
        (
            "--players 1 --opponent roxanne --color light",
            "Roxanne plays dark (B), Player plays light",
        ),
        (
            "--black human --white positional:1",
            "Player plays dark (B), Positional plays light",
        ),
        (
            "--black corners-edges:2 --name Eve",
            "Corners-Edges plays dark (B), Eve plays light",
        ),
        (
            "--white human --name Eve",
            "Eve plays dark (B), Player 2 plays light (W)",
        ),
        (
            "--black discs:1 --white discs:1",
            "Discs 1 plays dark (B), Discs 2 plays light",
        ),
        (
            "--black discs:1 --white discs:2",
            "discs:1 plays dark (B), discs:2 plays light",
        ),
        (
            "--black walle:2 --white walle:2",
            "WALL-E plays dark (B), R2-D2 plays light",
        ),
        (
            "--players 2 --name Ann --name Bob",
            "Ann plays dark (B), Bob plays light (W)",
        ),
        (
            "--players 0 --level 1",
            "Computer 1 plays dark (B), Computer 2 plays light",
        ),
    ] {
        let output = guided(&format!("{arguments} -n 4"), &["quit", "n"]);
        assert!(output.contains(seats), "{arguments}: {output}");
    }
}

#[test]
fn a_person_is_no_opponent() {
    let said = run("play --opponent human", "").bad(2);
    assert!(said.contains("--opponent"), "{said}");
}

#[test]
fn two_computers_play_to_the_end() {
    let output = guided("--players 0 --level 2 --pause 0 -n 6 --seed 3", &["n"]);
    assert_in_order(
        &output,
        &[
            "Computer 1 moved to ",
            "Computer 2 moved to ",
            " wins\n",
            "won by",
        ],
    );
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = |seed: u32| {
        let arguments = format!("--players 0 --opponent walle:2 --pause 0 -n 6 --seed {seed}");
        let output = guided(&arguments, &["n"]);
        let moves: Vec<String> = after(&output, " moved to ")
            .iter()
            .map(ToString::to_string)
            .collect();
        moves.concat()
    };
    assert_eq!(game(5), game(5));
    let games: Vec<String> = (0..8).map(game).collect();
    assert!(games.iter().any(|other| *other != games[0]), "{games:?}");
}

#[test]
fn playing_again_is_another_game() {
    let arguments = "--players 0 --opponent random --pause 0 -n 8 --seed 1";
    let output = guided(arguments, &["y", "n"]);
    let games: Vec<&str> = output.split("Play again?").collect();
    assert_eq!(games.len(), 3);
    assert_ne!(after(games[0], " moved to "), after(games[1], " moved to "));
}

#[test]
fn a_game_may_begin_from_the_mirror_image() {
    let output = guided(
        "--players 2 --mirrored -n 4 --style letters",
        &["quit", "n"],
    );
    assert!(output.contains(" 2 - x o v 2\n 3 v o x - 3\n"), "{output}");
    let said = run("play --mirrored --position f5", "").bad(2);
    assert!(said.contains("--mirrored"), "{said}");
}

#[test]
fn answers_that_cannot_all_be_meant_are_refused() {
    for arguments in [
        "--players 2 --opponent walle",
        "--players 2 --level 3",
        "--players 2 --color dark",
        "--players 0 --color dark",
        "--players 1 --name Ann --name Bob",
        "--players 0 --name Ann",
        "--opponent random --level 3",
        "--black human --players 1",
        "--black human --opponent walle",
    ] {
        let run = run(&format!("play {arguments}"), "");
        assert_eq!(run.stdout, "", "{arguments}");
        let said = run.bad(2);
        assert!(!said.is_empty(), "{arguments}");
    }
}
