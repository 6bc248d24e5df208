//! `book build` and `book add`: creating and growing a book, and adding games.

use std::fs;

use super::{book, build, games, no_file, positions, refused, small};

#[test]
fn a_book_is_built_and_grows_on() {
    let (_folder, path) = no_file();
    let output = build(&path, "--positions 12").good();
    assert!(
        output.contains("some.book: 12 positions, 12 of them new; 12 searched in "),
        "{output}"
    );
    assert_eq!(positions(&path), 12);
    let output = build(&path, "--positions 12").good();
    assert!(
        output.contains(": 12 positions, 0 of them new; 0 searched"),
        "{output}"
    );
    let output = build(&path, "--positions 30 --threads 3").good();
    assert!(
        output.contains(": 30 positions, 18 of them new; 18 searched"),
        "{output}"
    );
    let output = book(&["check", &path]).good();
    assert!(output.starts_with("30 positions: "), "{output}");
    // The book records how it was built.
    let summary = book(&["show", &path]).good();
    let made: Vec<&str> = summary
        .lines()
        .filter(|line| line.contains("reversi"))
        .collect();
    assert_eq!(made.len(), 2, "{summary}");
    assert!(
        made[1].contains("up to 30 positions by self-play, 2 moves ahead"),
        "{summary}"
    );
}

#[test]
fn a_deeper_search_goes_over_the_book_again() {
    let (_folder, path) = small();
    let output = book(&["build", &path, "--depth", "3", "--positions", "1"]).good();
    assert!(
        output.contains(": 40 positions, 0 of them new; 40 searched"),
        "{output}"
    );
    let summary = book(&["show", &path]).good();
    assert!(
        summary.ends_with("ahead  positions\n    3         40\n"),
        "{summary}"
    );
    // A build continues with the depth of the book.
    book(&["build", &path, "--positions", "45", "--hash", "1"]).good();
    let summary = book(&["show", &path]).good();
    assert!(summary.ends_with("    3         45\n"), "{summary}");
}

#[test]
fn no_time_is_no_search() {
    let (_folder, path) = no_file();
    let output = build(&path, "--positions 12 --seconds 0").good();
    assert!(
        output.contains(": 0 positions, 0 of them new; 0 searched"),
        "{output}"
    );
    // The file exists, and a later build continues with it.
    assert_eq!(positions(&path), 0);
    build(&path, "--positions 3").good();
    assert_eq!(positions(&path), 3);
}

#[test]
fn a_file_that_cannot_be_written_is_found_out_first() {
    let arguments = ["build", "missing-folder/some.book", "--depth", "60"];
    refused(
        &arguments,
        1,
        "cannot write missing-folder/some.book: there is no folder",
    );
}

#[test]
fn games_are_added_up_to_a_number_of_moves() {
    let (_folder, path) = no_file();
    let game = "f5d6c3d3c4f4e3f3";
    let add = |arguments: &[&str]| {
        let quick = ["add", &path, "--depth", "2", "--hash", "1"];
        book(&[&quick, arguments].concat()).good()
    };
    let output = add(&[game, "--plies", "4"]);
    assert!(
        output.contains(": 5 positions, 5 of them new; 5 searched"),
        "{output}"
    );
    let output = add(&[game]);
    assert!(
        output.contains(": 9 positions, 4 of them new; 4 searched"),
        "{output}"
    );
    // The mirrored line, and a shorter one.
    let output = add(&["d3c5f6", "f5d6"]);
    assert!(
        output.contains(": 9 positions, 0 of them new; 0 searched"),
        "{output}"
    );
    let line = book(&["show", &path, game]).good();
    assert!(line.contains("searched 2 moves ahead"), "{line}");
    book(&["check", &path]).good();
}

#[test]
fn a_file_of_a_game_is_added() {
    let (_folder, path) = no_file();
    let (_games, file) = games("f5f6e6f4");
    let file = file.to_str().expect("a plain name");
    book(&["add", &path, file, "--depth", "1", "--hash", "1"]).good();
    assert_eq!(positions(&path), 5);
    // A new book can also start with it.
    let (_folder, path) = no_file();
    build(&path, &format!("--positions 10 --from {file} f5d6")).good();
    assert_eq!(positions(&path), 10);
    book(&["show", &path, "f5f6e6f4"]).good();
}

#[test]
fn the_games_of_a_file_are_added_and_the_bad_ones_named() {
    let (_folder, path) = no_file();
    let game = |moves: &str| {
        let moves = moves.as_bytes().chunks(2).zip(["B", "W"].iter().cycle());
        let moves = moves.map(|(square, color)| {
            let square = str::from_utf8(square).expect("a square");
            format!("{color}[{square}]")
        });
        let board = "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
        format!(
            "(;GM[Othello]PC[x]PB[x]PW[x]TI[5]TY[8]RE[?]BO[8 {board}]{};)\n",
            moves.collect::<String>()
        )
    };
    let text = [game("f5d6c3"), game("f5f5"), game("f5f6e6"), game("d3c3")].concat();
    let (_games, file) = games(&text);
    let file = file.to_str().expect("a plain name");
    let arguments = ["add", &path, file, "--depth", "1", "--hash", "1"];
    let run = book(&arguments);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.stderr.contains("games.txt, line 2: "), "{run:?}");
    assert!(run.stderr.trim_end().ends_with("; skipped"), "{run:?}");
    assert!(
        run.stdout.contains(": 6 positions, 6 of them new"),
        "{run:?}"
    );
    assert!(run.stdout.ends_with("\n1 game skipped\n"), "{run:?}");
    for line in ["f5d6c3", "f5f6e6", "c4c3"] {
        book(&["show", &path, line]).good();
    }
}

#[test]
fn rare_positions_can_be_left_out() {
    let (_folder, path) = no_file();
    let games = ["f5d6c3", "f5d6c4", "c4e3f6"];
    let quick = [
        "add",
        &path,
        "--depth",
        "1",
        "--hash",
        "1",
        "--at-least",
        "2",
    ];
    book(&[&quick, &games[..]].concat()).good();
    // The last game is the first one, rotated.
    assert_eq!(positions(&path), 4);
    book(&["show", &path, "f5d6c3"]).good();
    refused(
        &["show", &path, "f5d6c4"],
        1,
        "the book goes no further than f5d6",
    );
}

#[test]
fn games_from_other_positions_add_nothing() {
    let (_folder, path) = small();
    let before = fs::read(&path).expect("a book");
    refused(
        &["add", &path, "f5f5"],
        1,
        "`f5f5` is not a position: move 2: ",
    );
    refused(
        &["add", &path, "missing.ggf"],
        1,
        "there is no file missing.ggf",
    );
    let board = "---------------------------OX------XXX-------------------------- O";
    let why = "books are for games from the usual start on 8×8";
    refused(&["add", &path, board], 1, why);
    assert_eq!(fs::read(&path).expect("a book"), before);
}
