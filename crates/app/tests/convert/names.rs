//! The names of players beside WTHOR files: found, kept, and not lost without a word.

use super::whole::spaced;
use super::{Desk, GAMES};

/// A game in PGN between two people.
fn pgn(black: &str, white: &str) -> String {
    let moves = spaced(GAMES.lines().next().expect("a game"));
    format!("[Date \"1985\"]\n[Black \"{black}\"]\n[White \"{white}\"]\n\n{moves}\n\n")
}

fn black_of(desk: &Desk, file: &str) -> String {
    let run = desk.convert(&format!("{file} - --to pgn"));
    assert_eq!(run.code, Some(0), "{run:?}");
    let line = run.stdout.lines().find(|line| line.starts_with("[Black "));
    line.expect("a name").to_string()
}

#[test]
fn names_that_other_games_refer_to_stay_where_they_are() {
    let desk = Desk::new();
    desk.write("a.pgn", pgn("Ann", "Bob"));
    desk.write("b.pgn", pgn("Cyril", "Ann"));
    desk.convert("a.pgn WTH.wtb").good();
    std::fs::rename(desk.path("WTH.wtb"), desk.path("WTH_1985.wtb")).expect("a new name");
    desk.convert("b.pgn WTH.wtb").good();
    assert_eq!(black_of(&desk, "WTH_1985.wtb"), "[Black \"Ann\"]");
    assert_eq!(black_of(&desk, "WTH.wtb"), "[Black \"Cyril\"]");
}

#[test]
fn lists_in_capitals_are_the_same_lists() {
    let desk = Desk::new();
    desk.write("a.pgn", pgn("Ann", "Bob"));
    desk.write("b.pgn", pgn("Cyril", "Ann"));
    desk.convert("a.pgn WTH.wtb").good();
    for (name, capitals) in [
        ("WTH.wtb", "WTH_1985.wtb"),
        ("WTH.jou", "WTH.JOU"),
        ("WTH.trn", "WTH.TRN"),
    ] {
        std::fs::rename(desk.path(name), desk.path(capitals)).expect("a new name");
    }
    desk.convert("b.pgn WTH.wtb").good();
    assert_eq!(black_of(&desk, "WTH_1985.wtb"), "[Black \"Ann\"]");
    assert_eq!(black_of(&desk, "WTH.wtb"), "[Black \"Cyril\"]");
    assert_eq!(
        desk.names(),
        [
            "WTH.JOU",
            "WTH.TRN",
            "WTH.wtb",
            "WTH_1985.wtb",
            "a.pgn",
            "b.pgn"
        ]
    );
}

#[test]
fn of_several_lists_the_one_whose_name_fits_is_taken_and_otherwise_none() {
    let desk = Desk::new();
    desk.write("a.pgn", pgn("Ann", "Bob"));
    desk.write("b.pgn", pgn("Cyril", "Ann"));
    desk.convert("a.pgn WTH.wtb").good();
    desk.convert("b.pgn other.wtb").good();
    std::fs::rename(desk.path("WTH.wtb"), desk.path("WTH_1985.wtb")).expect("a new name");
    assert_eq!(black_of(&desk, "WTH_1985.wtb"), "[Black \"Ann\"]");
    std::fs::rename(desk.path("WTH_1985.wtb"), desk.path("1985.wtb")).expect("a new name");
    let message = desk.convert("1985.wtb - --to pgn").bad(1);
    assert!(
        message.contains("which names are those of its games?"),
        "{message}"
    );
    assert!(message.contains("1985.jou"), "{message}");
}

#[test]
fn names_that_do_not_fit_are_counted() {
    let desk = Desk::new();
    desk.write("a.pgn", pgn("Christophersson Alexander", "Жук"));
    let run = desk.convert("a.pgn b.wtb");
    assert_eq!(run.code, Some(0));
    assert_eq!(
        run.stderr,
        "reversi: 2 names are too long for WTHOR or have letters it lacks\n"
    );
}

#[test]
fn a_state_file_is_not_given_a_position_it_would_tell_wrong() {
    let desk = Desk::new();
    desk.write(
        "o.board",
        "---------------------------OX------XO--------------------------- O\n",
    );
    let message = desk.convert("o.board o.rev").bad(1);
    assert!(message.contains("does not say who is to move"), "{message}");
    assert!(!desk.path("o.rev").exists());
}
