//! `review --all`: all games of a file.

use std::fs;
use std::path::Path;

use rules::formats::{ggf, sgf};
use serde_json::Value;

use super::{PASSES, SMALL, object, review};

/// A quick review: depth two.
const QUICK: [&str; 5] = ["--all", "--level", "2", "--exact", "6"];

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("a file");
    path.to_str().expect("a name in letters").to_string()
}

fn game(black: &str, white: &str, moves: &str) -> String {
    let moves = moves.as_bytes().chunks(2).enumerate().map(|(index, name)| {
        let side = if index % 2 == 0 { 'B' } else { 'W' };
        format!("{side}[{}]", std::str::from_utf8(name).expect("letters"))
    });
    let moves: String = moves.collect();
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    format!("(;GM[Othello]PB[{black}]PW[{white}]TY[8]{board}{moves};)\n")
}

fn four(folder: &Path) -> String {
    let text = game("Ann", "Bob", "f5d6c3d3c4f4")
        + &game("Bob", "Cid", "f5f6e6f4e3")
        + &game("Ann", "Cid", "f5d6c3a1")
        + &game("Cid", "Ann", "f5f4e3f6d3");
    file(folder, "games.ggf", &text)
}

#[test]
fn a_row_for_each_game_and_sums() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = four(folder.path());
    let run = review(&[&[games.as_str()], &QUICK[..]].concat());
    assert_eq!(run.code, Some(1), "{run:?}");
    assert_eq!(run.stderr.lines().count(), 1, "{run:?}");
    assert!(
        run.stderr
            .contains("line 3: move 4: a disc on a1 would turn nothing"),
        "{run:?}"
    );
    assert!(run.stderr.trim_end().ends_with("; skipped"), "{run:?}");
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(
        lines[1],
        "   #  score  Black  White  Black  White  Black  White  turned  players"
    );
    assert_eq!(
        lines[0],
        "             accuracy      discs lost    bad moves"
    );
    let rows = [
        (2, "   1      -", "Ann - Bob"),
        (3, "   2      -", "Bob - Cid"),
        (4, "   4      -", "Cid - Ann"),
    ];
    for (line, begins, ends) in rows {
        assert!(lines[line].starts_with(begins), "{}", run.stdout);
        assert!(lines[line].ends_with(ends), "{}", run.stdout);
    }
    assert!(lines[7].starts_with("3 games reviewed, 1 skipped; accuracy "));
    assert_eq!(lines[9], "accuracy   lost  games  rating        player");
    let mut players: Vec<&str> = lines[10..].iter().map(|line| &line[38..]).collect();
    players.sort_unstable();
    assert_eq!(players, ["Ann", "Bob", "Cid"]);
}

#[test]
fn the_numbers_are_those_of_single_reviews() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = format!("{PASSES}\n{}\n{}\n", &PASSES[..20], &PASSES[..40]);
    let games = file(folder.path(), "games.txt", &text);
    let output = review(&[&[games.as_str()], &QUICK[..], &["--json"]].concat()).good();
    let reviews = output.lines().enumerate().map(|(index, line)| {
        let mut review: Value = serde_json::from_str(line).expect("JSON");
        let number = review.as_object_mut().unwrap().remove("number");
        assert_eq!(number, Some((index + 1).into()));
        review
    });
    let lengths = [120, 20, 40];
    assert_eq!(reviews.clone().count(), 3);
    for (review, length) in reviews.zip(lengths) {
        assert_eq!(
            review,
            object(&[&[&PASSES[..length]], &QUICK[1..]].concat())
        );
    }
}

#[test]
fn all_games_with_notes() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = four(folder.path());
    let [ggf_file, sgf_file] = ["notes.ggf", "notes.sgf"].map(|name| folder.path().join(name));
    let run = review(
        &[
            &[games.as_str()],
            &QUICK[..],
            &["--ggf", ggf_file.to_str().unwrap()],
            &["--sgf", sgf_file.to_str().unwrap()],
        ]
        .concat(),
    );
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(
        run.stdout.contains("The games with notes are in"),
        "{run:?}"
    );
    let text = fs::read_to_string(&ggf_file).expect("a file");
    let first = text.lines().next().expect("a game");
    assert_eq!(text.matches("GM[Othello]").count(), 3);
    let record = ggf::read(first).expect("a game");
    assert_eq!(record.info.players.black, "Ann");
    assert!(
        record
            .note(0)
            .unwrap()
            .comment
            .contains("Reviewed by reversi")
    );
    let text = fs::read_to_string(&sgf_file).expect("a file");
    assert_eq!(text.matches("GM[2]").count(), 3);
    let single = review(&[
        &games,
        "--number",
        "1",
        "--level",
        "2",
        "--exact",
        "6",
        "--sgf",
        sgf_file.to_str().unwrap(),
    ]);
    single.good();
    let alone = fs::read_to_string(&sgf_file).expect("a file");
    assert!(sgf::read(&alone).is_ok());
    assert!(text.starts_with(alone.trim_end()), "{text}");
}

#[test]
fn options_that_contradict_all_games_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = four(folder.path());
    for (arguments, code, why) in [
        (
            vec![games.as_str(), "--number", "1"],
            2,
            "cannot be used with",
        ),
        (
            vec![&games, "--svg", "x.svg"],
            2,
            "a picture shows one game",
        ),
        (vec!["f5d6"], 1, "there is no file f5d6"),
        (
            vec![folder.path().to_str().unwrap()],
            1,
            "--all is for a file of games",
        ),
        (vec![&games, "--ggf", &games], 1, "holds the game"),
        (vec![&games, "--ggf", "x", "--sgf", "x"], 2, "into one file"),
    ] {
        let run = review(&[&arguments[..], &["--all"]].concat());
        assert_eq!(run.stdout, "", "{run:?}");
        let message = run.bad(code);
        assert!(message.contains(why), "{message}");
    }
    let empty = file(folder.path(), "empty.txt", "\n");
    let message = review(&[&empty, "--all"]).bad(1);
    assert!(message.contains("there is nothing in"), "{message}");
    // No game can be reviewed: no totals and no file.
    let positions = file(folder.path(), "list.txt", "f5a1\nd3c3z9\n");
    let notes = folder.path().join("none.ggf");
    let run = review(&[&positions, "--all", "--ggf", notes.to_str().unwrap()]);
    assert_eq!(run.stdout, "", "{run:?}");
    assert_eq!(run.bad(1).lines().count(), 2);
    assert!(!notes.exists());
}

#[test]
fn small_boards_and_one_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = file(folder.path(), "games.txt", &format!("{SMALL}\n"));
    let output = review(&[&[games.as_str()], &QUICK[..], &["-n", "4"]].concat()).good();
    assert!(output.contains("1 game reviewed; accuracy"), "{output}");
}
