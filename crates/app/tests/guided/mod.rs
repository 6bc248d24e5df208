//! The guided game through a pipe: the menu and the questions before a game.

mod flags;
mod greek;
mod moves;
mod positions;
mod records;
mod rivals;
mod styles;

use crate::common::{after, run};

/// Plays the guided game with these input lines to its end.
#[track_caller]
fn guided(arguments: &str, lines: &[&str]) -> String {
    run(&format!("play {arguments}"), &(lines.join("\n") + "\n")).good()
}

/// Asserts that `parts` appear in a text in this order.
#[track_caller]
fn assert_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => panic!("no {part:?} where it should be in\n{text}"),
        }
    }
}

#[test]
fn the_menu_offers_a_game_the_rules_settings_and_the_way_out() {
    let output = guided("", &["0"]);
    assert_in_order(
        &output,
        &[
            "[ O T H E L L O ]",
            "0.Exit",
            "1.New Game",
            "2.Show Rules",
            "3.Settings",
            "> 0\n",
        ],
    );
    assert!(!output.contains("Score"), "no game was played");
    let output = guided("", &["9", "", "new", "0"]);
    assert_in_order(&output, &["`9`", "0, 1, 2, 3", "> \n", "`new`", "> 0\n"]);
}

#[test]
fn the_rules_are_a_list_of_seven() {
    let output = guided("", &["2", "0"]);
    let numbered: Vec<&str> = output
        .lines()
        .filter(|line| {
            line.split_once(". ")
                .is_some_and(|(n, _)| n.parse::<u8>().is_ok())
        })
        .filter_map(|line| line.split('.').next())
        .collect();
    assert_eq!(numbered, ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(
        output.matches("[ O T H E L L O ]").count(),
        2,
        "back to the menu"
    );
}

#[test]
fn a_game_against_the_engine_asks_for_name_level_and_colour() {
    let output = guided(
        "--opponent engine",
        &["1", "1", "Anna", "1", "1", "quit", "n", "0"],
    );
    assert_in_order(
        &output,
        &[
            "How many people play?",
            "> 1\n",
            "name",
            "> Anna\n",
            "Anna",
            "The engine beats most people already at 1",
            "> 1\n",
            "The computer looks 1 move ahead",
            "1.Dark",
            "2.Light",
            "> 1\n",
            "Anna plays dark",
            "Anna's turn",
            "> quit\n",
            "Play again?",
            "> n\n",
            "[ O T H E L L O ]",
            "> 0\n",
        ],
    );
}

#[test]
fn every_level_is_echoed() {
    for (level, moves) in [("1", "move"), ("2", "moves"), ("1000000000", "moves")] {
        let lines = ["1", "1", "Anna", level, "1", "quit", "n", "0"];
        let output = guided("--opponent walle", &lines);
        let echo = format!("The computer looks {level} {moves} ahead");
        assert!(output.contains(&echo), "{output}");
    }
}

#[test]
fn answers_that_make_no_sense_are_asked_for_again() {
    let lines = [
        "1", "3", "one", "1", "Anna", "0", "-1", "abc", "", "2", "3", "red", "2", "quit", "maybe",
        "n", "0",
    ];
    let output = guided("-n 4 --opponent engine", &lines);
    assert_in_order(
        &output,
        &[
            "> 3\n`3` is not one of the choices: 0, 1, 2",
            "> one\n`one`",
            "> 0\n`0` is not a level",
            "> -1\n`-1` is not a level",
            "> abc\n`abc` is not a level",
            "looks 2 moves ahead",
            "> 3\n`3`",
            "> red\n`red`",
            "Anna plays light",
            "> maybe\n`maybe`",
            "> 0\n",
        ],
    );
}

#[test]
fn the_colour_decides_who_begins() {
    let dark = guided(
        "-n 4 --opponent engine",
        &["1", "1", "Anna", "1", "dark", "quit", "n", "0"],
    );
    assert_in_order(
        &dark,
        &[
            "Anna plays dark",
            "Score: Anna 2 - 2 Computer",
            "Anna's turn (dark)",
        ],
    );
    let light = guided(
        "-n 4 --opponent engine",
        &["1", "1", "Anna", "1", "2", "quit", "n", "0"],
    );
    assert_in_order(
        &light,
        &[
            "Anna plays light",
            "Score: Computer 2 - 2 Anna",
            "Computer's turn (dark)",
            "Computer moved to ",
            "Score: Computer 4 - 1 Anna",
            "Anna's turn (light)",
        ],
    );
}

#[test]
fn names_are_optional() {
    let output = guided("-n 4", &["1", "1", "", "1", "1", "quit", "n", "0"]);
    assert!(output.contains("Player plays dark"), "{output}");
    let output = guided("-n 4", &["1", "2", "", "  ", "quit", "n", "0"]);
    assert!(
        output.contains("Score: Player 1 2 - 2 Player 2"),
        "{output}"
    );
}

#[test]
fn two_people_are_asked_for_two_names() {
    let output = guided("-n 4", &["1", "2", "Anna", "Ben", "c4", "quit", "n", "0"]);
    assert_in_order(
        &output,
        &[
            "Anna plays dark",
            "Anna's turn",
            "> c4\n",
            "Ben's turn (light)",
        ],
    );
}

#[test]
fn zero_players_is_a_demo_with_a_pause() {
    let output = guided("-n 4", &["1", "0", "2", "long", "-1", "0", "n", "0"]);
    assert_in_order(
        &output,
        &[
            "looks 2 moves ahead",
            "pause",
            "> long\n`long`",
            "> -1\n`-1`",
            "> 0\n",
            "Computer 1 plays dark",
            "Computer 2's turn (light)",
            " wins\n",
            "Play again?",
        ],
    );
}

#[test]
fn settings_change_the_games_that_follow() {
    let output = guided(
        "",
        &[
            "3", "7", "1", "round", "letters", "2", "7", "4", "3", "4", "bob", "walle", "0", "1",
            "1", "Anna", "2", "1", "quit", "n", "0",
        ],
    );
    assert_in_order(
        &output,
        &[
            "1.Board style: grid",
            "2.Board size: 8",
            "3.Start: standard",
            "4.Opponent: rival:auto",
            "> 7\n`7` is not one of the choices",
            "> round\n`round` is not one of the choices: grid, letters, xo, discs",
            "1.Board style: letters",
            "> 7\n`7` is not one of the choices",
            "2.Board size: 4",
            "3.Start: mirrored",
            "> bob\n`bob` is not one of the choices: rival, engine, discs",
            "4.Opponent: walle",
            "2.Light (WALL-E begins)",
            "Anna plays dark (x), WALL-E plays light (o).",
            "   a b c d\n 1 - - v - 1\n 2 - x o v 2\n 3 v o x - 3\n 4 - v - - 4\n   a b c d\n",
        ],
    );
}

#[test]
fn players_who_have_had_enough_return_to_the_menu() {
    let lines = [
        "1", "2", "Anna", "Ben", "quit", "y", "quit", "YES", "exit", "no", "0",
    ];
    let output = guided("-n 4", &lines);
    assert_eq!(output.matches("Anna plays dark").count(), 3);
    assert_eq!(output.matches("[ O T H E L L O ]").count(), 2);
    assert_eq!(after(&output, "name").len(), 0, "names are asked for once");
    assert_eq!(after(&output, "Name of the ").len(), 2);
}
