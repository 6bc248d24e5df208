//! Player names beside WTHOR files: found, kept, and never lost silently.

use super::whole::spaced;
use super::{GAMES, Workspace};

/// A game in PGN between two people.
fn pgn(black: &str, white: &str) -> String {
    let moves = spaced(GAMES.lines().next().expect("a game"));
    format!("[Date \"1985\"]\n[Black \"{black}\"]\n[White \"{white}\"]\n\n{moves}\n\n")
}

fn black_of(workspace: &Workspace, file: &str) -> String {
    let run = workspace.convert(&format!("{file} - --to pgn"));
    assert_eq!(run.code, Some(0), "{run:?}");
    let line = run.stdout.lines().find(|line| line.starts_with("[Black "));
    line.expect("a name").to_string()
}

#[test]
fn names_that_other_games_refer_to_stay_where_they_are() {
    let workspace = Workspace::new();
    workspace.write("a.pgn", pgn("Ann", "Bob"));
    workspace.write("b.pgn", pgn("Cyril", "Ann"));
    workspace.convert("a.pgn WTH.wtb").good();
    std::fs::rename(workspace.path("WTH.wtb"), workspace.path("WTH_1985.wtb")).expect("a new name");
    workspace.convert("b.pgn WTH.wtb").good();
    assert_eq!(black_of(&workspace, "WTH_1985.wtb"), "[Black \"Ann\"]");
    assert_eq!(black_of(&workspace, "WTH.wtb"), "[Black \"Cyril\"]");
}

#[test]
fn lists_in_capitals_are_the_same_lists() {
    let workspace = Workspace::new();
    workspace.write("a.pgn", pgn("Ann", "Bob"));
    workspace.write("b.pgn", pgn("Cyril", "Ann"));
    workspace.convert("a.pgn WTH.wtb").good();
    for (name, capitals) in [
        ("WTH.wtb", "WTH_1985.wtb"),
        ("WTH.jou", "WTH.JOU"),
        ("WTH.trn", "WTH.TRN"),
    ] {
        std::fs::rename(workspace.path(name), workspace.path(capitals)).expect("a new name");
    }
    workspace.convert("b.pgn WTH.wtb").good();
    assert_eq!(black_of(&workspace, "WTH_1985.wtb"), "[Black \"Ann\"]");
    assert_eq!(black_of(&workspace, "WTH.wtb"), "[Black \"Cyril\"]");
    assert_eq!(
        workspace.names(),
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
    let workspace = Workspace::new();
    workspace.write("a.pgn", pgn("Ann", "Bob"));
    workspace.write("b.pgn", pgn("Cyril", "Ann"));
    workspace.convert("a.pgn WTH.wtb").good();
    workspace.convert("b.pgn other.wtb").good();
    std::fs::rename(workspace.path("WTH.wtb"), workspace.path("WTH_1985.wtb")).expect("a new name");
    assert_eq!(black_of(&workspace, "WTH_1985.wtb"), "[Black \"Ann\"]");
    std::fs::rename(workspace.path("WTH_1985.wtb"), workspace.path("1985.wtb"))
        .expect("a new name");
    let message = workspace.convert("1985.wtb - --to pgn").bad(1);
    assert!(
        message.contains("which names are those of its games?"),
        "{message}"
    );
    assert!(message.contains("1985.jou"), "{message}");
}

#[test]
fn names_that_do_not_fit_are_counted() {
    let workspace = Workspace::new();
    workspace.write("a.pgn", pgn("Christophersson Alexander", "Жук"));
    let run = workspace.convert("a.pgn b.wtb");
    assert_eq!(run.code, Some(0));
    assert_eq!(
        run.stderr,
        "reversi: 2 names are too long for WTHOR or have letters it lacks\n"
    );
}

#[test]
fn a_state_file_is_not_given_a_position_it_would_tell_wrong() {
    let workspace = Workspace::new();
    workspace.write(
        "o.board",
        "---------------------------OX------XO--------------------------- O\n",
    );
    let message = workspace.convert("o.board o.rev").bad(1);
    assert!(message.contains("does not say who is to move"), "{message}");
    assert!(!workspace.path("o.rev").exists());
}
