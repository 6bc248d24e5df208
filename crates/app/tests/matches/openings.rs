//! Openings of a match.

use std::fs;
use std::path::Path;

use super::object;
use crate::common::run;

/// The opening moves of the games of a match, one line for each game.
fn beginnings(openings: &str, games: usize, moves: usize) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.ggf");
    let arguments = format!(
        "match random random --games {games} --seed 1 --openings {openings} --record {}",
        path.display()
    );
    run(&arguments, "").good();
    let text = fs::read_to_string(&path).unwrap();
    let opening = |line: &str| -> String {
        let moves_of = line
            .split("BO[")
            .nth(1)
            .unwrap()
            .split(']')
            .skip(1)
            .take(moves);
        let squares = moves_of.map(|text| text.split('[').nth(1).unwrap_or_default());
        squares
            .map(|square| square.split('/').next().unwrap_or_default())
            .collect()
    };
    text.lines().map(opening).collect()
}

#[test]
fn both_colours_get_each_opening() {
    for openings in ["balanced", "random:8"] {
        let began = beginnings(openings, 8, 8);
        assert_eq!(began.len(), 8);
        for pair in began.chunks(2) {
            assert_eq!(pair[0], pair[1]);
            assert_eq!(pair[0].len(), 16, "{pair:?}");
        }
        assert_ne!(began[0], began[2]);
    }
}

#[test]
fn a_file_gives_openings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.txt");
    fs::write(&path, "f5d6c3\nf5f6e6\n").unwrap();
    let mut began = beginnings(path.to_str().unwrap(), 4, 3);
    began.sort();
    assert_eq!(began, ["f5d6c3", "f5d6c3", "f5f6e6", "f5f6e6"]);
}

/// Complete games can be used as openings if only their first moves are taken.
#[test]
fn the_beginnings_of_games_are_openings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.ggf");
    let record = format!(
        "match random random --games 4 --seed 1 --record {}",
        path.display()
    );
    run(&record, "").good();
    let from = format!(
        "match greedy random --games 2 --seed 1 --json --openings {}",
        path.display()
    );
    let told = run(&from, "").bad(1);
    assert!(
        told.contains("the game is over; --plies 8 takes only the first 8 moves"),
        "{told}"
    );
    assert!(told.contains("line 1"), "{told}");
    assert_eq!(object(&format!("{from} --plies 10"))["games"], 2);
}

/// The XOT list is in `../shared/data`, beside the project. Without it the test prints a note.
#[test]
fn the_xot_list_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/xot");
    let path = folder.join("xot-small.txt");
    if !path.exists() {
        eprintln!("{} is absent: nothing to read", path.display());
        return;
    }
    let began = beginnings(path.to_str().unwrap(), 6, 8);
    let list = fs::read_to_string(&path).unwrap();
    assert!(
        began.iter().all(|moves| list.contains(moves.as_str())),
        "{began:?}"
    );
    assert_eq!(began[0], began[1]);
}
