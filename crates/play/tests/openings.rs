//! Opening names: found in every symmetry, and compared with the lists of other programs.
//!
//! The lists are in `../shared/data`, beside the project. Without them the test prints a note.

use std::fs;
use std::path::Path;

use play::opening::{self, Opening};
use rules::formats::transcript;
use rules::{Board, Diagram, Game, Size, Square, Start, Symmetry};

fn game(moves: &str) -> Game {
    transcript::read(moves, Diagram::start(Size::EIGHT, Start::Standard)).expect(moves)
}

fn board(moves: &str) -> Board {
    game(moves).diagram().to_board().expect("8×8")
}

fn play(moves: &[Square]) -> Option<Board> {
    let step = |board: Board, square: &Square| board.play(*square);
    moves.iter().try_fold(Board::START, step)
}

#[test]
fn every_opening_is_found_from_all_sides() {
    for opening in opening::all() {
        let ends = play(opening.moves()).expect("legal moves");
        let mut sides = 0;
        for symmetry in Symmetry::ALL {
            assert_eq!(opening::of_board(symmetry.board(ends)), Some(opening));
            // Four of the eight symmetries begin at the usual start, the others at its mirror
            // image.
            let turned: Vec<Square> = opening
                .moves()
                .iter()
                .map(|&square| symmetry.square(square))
                .collect();
            let line: String = turned.iter().map(ToString::to_string).collect();
            if symmetry.board(Board::START) == Board::START {
                assert_eq!(opening::name(&game(&line)), Some(opening.name()), "{line}");
                sides += 1;
            } else {
                let start = Diagram::start(Size::EIGHT, Start::Mirrored);
                let game = transcript::read(&line, start).expect("legal there");
                assert_eq!(opening::name(&game), Some(opening.name()), "{line}");
            }
        }
        assert_eq!(sides, 4);
    }
}

#[test]
fn the_deepest_name_counts() {
    for (moves, name) in [
        ("", None),
        ("f5", None),
        ("f5d6", Some("Perpendicular")),
        ("c4e3", Some("Perpendicular")),
        ("d3c5", Some("Perpendicular")),
        ("e6f4", Some("Perpendicular")),
        ("f5d6c3", Some("Perpendicular")),
        ("f5d6c3d3c4", Some("Tiger")),
        ("f5d6c3d3c4f4c5b3c2", Some("Rose-Bill")),
        ("f5d6c3d3c4f4c5b3c2e6", Some("Tamenori")),
        // Many moves after the opening.
        ("f5d6c3d3c4f4c5b3c2e6a3c1b1a1b2a2f3d1", Some("Tamenori")),
    ] {
        assert_eq!(opening::name(&game(moves)), name, "{moves}");
    }
}

#[test]
fn transpositions_have_the_same_name() {
    for (line, other, name) in [
        ("f5d6c3d3c4", "f5d6c4d3c3", "Tiger"),
        ("f5d6c3d3c4f4c5b3c2", "f5d6c3d3c4f4c2b3c5", "Rose-Bill"),
        ("f5d6c3d3c4f4e6", "e6d6c3d3c4f4f5", "Leader's Tiger"),
    ] {
        assert_eq!(board(line), board(other));
        for moves in [line, other] {
            assert_eq!(opening::name(&game(moves)), Some(name), "{moves}");
        }
    }
    // One move before it, the Tiger is also named as next on the move order that is not in the
    // list.
    let ahead = opening::ahead(board("f5d6c4d3"));
    let tiger = ahead.iter().find(|ahead| ahead.opening.name() == "Tiger");
    assert_eq!(
        tiger.map(|ahead| ahead.moves.as_slice()),
        Some(&[Square::C3][..])
    );
}

#[test]
fn other_boards_have_no_names() {
    let mut game = Game::new(Size::new(10).expect("even"));
    while let Some(point) = game
        .legal_moves()
        .into_iter()
        .next()
        .filter(|_| game.turns().len() < 9)
    {
        game.play(point).expect("legal");
    }
    assert_eq!(opening::name(&game), None);
    let empty = Board::new(rules::Bitboard::EMPTY, rules::Bitboard::EMPTY).expect("no discs");
    assert_eq!(opening::of_board(empty), None);
    assert!(opening::ahead(empty).is_empty());
}

#[test]
fn a_game_that_begins_in_an_opening_is_in_it() {
    let game = Game::from_diagram(*game("f5d6c4d3c5").diagram());
    assert_eq!(opening::name(&game), Some("Cat"));
}

#[test]
fn openings_ahead_are_reached_in_every_symmetry() {
    let everything: Vec<&Opening> = opening::ahead(Board::START)
        .iter()
        .map(|ahead| ahead.opening)
        .collect();
    assert_eq!(everything, opening::all().iter().collect::<Vec<_>>());
    for moves in [
        "",
        "f5",
        "c4",
        "e6f4",
        "d3c5f6",
        "f5f6e6f4",
        "c4e3f6e6f5c5",
        "f5f6e6d6c5f4",
    ] {
        let board = board(moves);
        let ahead = opening::ahead(board);
        assert!(!ahead.is_empty(), "{moves}");
        for ahead in ahead {
            let end = ahead.moves.iter().try_fold(board, |b, &s| b.play(s));
            let name = end.and_then(opening::of_board).map(Opening::name);
            assert_eq!(
                name,
                Some(ahead.opening.name()),
                "{moves} {:?}",
                ahead.moves
            );
        }
    }
    assert!(
        opening::ahead(board("f5f4d3")).is_empty(),
        "nothing named goes on there"
    );
}

#[test]
fn a_name_is_found_by_a_part_of_it_or_by_another_name() {
    let named = |text| opening::called(text).map(Opening::name).collect::<Vec<_>>();
    assert_eq!(
        named("TIGER"),
        ["Tiger", "Mainline Tiger", "Leader's Tiger"]
    );
    assert_eq!(named("danish"), ["Shaman"]);
    assert_eq!(named(" cat "), ["Cat", "No-Cat", "No-Cat (Continuation)"]);
    assert_eq!(named("leaders t"), ["Leader's Tiger"]);
    assert_eq!(named("rose bill"), ["Rose-Bill", "Central Rose-Bill"]);
    assert!(named("Sicilian").is_empty());
    assert_eq!(named("").len(), opening::all().len());
}

/// A name without the parts that each list writes differently.
fn plain(name: &str) -> String {
    let lower = name.to_lowercase().replace('.', "");
    let words = lower.split_whitespace();
    let words = words.filter(|word| !["opening", "variation"].contains(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Compares one name of one list with ours.
#[track_caller]
fn check(list: &str, line: &str, board: Board, name: &str) {
    let found = opening::of_board(board);
    let opening = found.unwrap_or_else(|| panic!("{list}: {line} {name} has no name here"));
    let ours: Vec<String> = opening.names().iter().map(|name| plain(name)).collect();
    assert!(
        ours.contains(&plain(name)),
        "{list}: {line} is {name}, here {opening}"
    );
}

/// The text of a list, if the file exists.
fn list(name: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/openings");
    let path = folder.join(name);
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("not checked: there is no list {}", path.display());
    }
    text
}

/// Checks a list of lines and names; `between` separates several names. Returns the number of
/// lines.
fn check_lines(list_name: &str, text: &str, between: &str) -> usize {
    let mut count = 0;
    for entry in text.lines().filter(|line| !line.starts_with("//")) {
        let Some((line, names)) = entry.split_once(char::is_whitespace) else {
            continue;
        };
        for name in names.trim().split(between) {
            check(list_name, line, board(line), name);
        }
        count += 1;
    }
    count
}

#[test]
fn the_names_in_edax_are_ours() {
    if let Some(text) = list("edax_en.tsv") {
        assert_eq!(check_lines("Edax", &text, ", "), 82);
    }
}

#[test]
fn the_names_in_weltys_list_are_ours() {
    if let Some(text) = list("welty_thor_openings.txt") {
        assert_eq!(check_lines("Welty", &text, ", "), 86);
    }
}

#[test]
fn the_names_in_zebra_are_ours() {
    if let Some(text) = list("zebra_openings.txt") {
        assert_eq!(check_lines("Zebra", &text, " / "), 76);
    }
}

#[test]
fn the_names_in_egaroucid_are_ours() {
    let Some(text) = list("egaroucid_en.txt") else {
        return;
    };
    let mut count = 0;
    for entry in text.lines() {
        let (squares, name) = entry.split_once(' ').expect("a board and a name");
        // 0 is black, 1 is white; black is to move when the number of discs is even.
        let discs = squares.matches(['0', '1']).count();
        let to_move = if discs % 2 == 0 { "X" } else { "O" };
        let drawn = squares
            .replace('.', "-")
            .replace('0', "X")
            .replace('1', "O");
        let diagram: Diagram = format!("{drawn} {to_move}").parse().expect("a board");
        check("Egaroucid", squares, diagram.to_board().expect("8×8"), name);
        count += 1;
    }
    assert_eq!(count, 71);
}
