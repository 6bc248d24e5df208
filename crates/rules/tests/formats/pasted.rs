//! Pasted text of unknown format: the format is recognised and the content is read.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use reversi_rules::formats::{Format, Recognised, recognise, transcript};
use reversi_rules::{Color, Diagram, Record, Size, Start, Symmetry};

use super::lists::any_usual_game;
use crate::common::games::any_game;

const START: &str = "---------------------------OX------XO---------------------------";

#[track_caller]
fn found(text: &str) -> Recognised {
    recognise(text.as_bytes(), Size::EIGHT).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_format_of_a_text_is_reported() {
    for (text, said) in [
        ("f5", "transcript: a game of 1 move"),
        ("F5D6C3D3", "transcript: a game of 4 moves"),
        ("1. f5 d6\r\n2. c3 d3\r\n", "transcript: a game of 4 moves"),
        ("f5d6\nf5f6\n", "transcript: 2 games"),
        (
            "f5d6\nf5f6\nnonsense\n",
            "transcript: 2 games, and one that cannot be read",
        ),
        ("d3c5", "transcript: a game of 2 moves"),
        (
            START,
            "board string: a position with 60 empty squares, Black to move",
        ),
        (
            "----\n-OX-\n-XO-\n----\nO",
            "board string: a position with 12 empty squares on 4×4, White to move",
        ),
        (
            "XXXX XXXX XXXX XXXX O",
            "board string: a position with 0 empty squares on 4×4, 16–0 in the end",
        ),
        (
            "(;GM[Othello]PB[Ann]PW[Bob]B[f5];)",
            "GGF: a game of 1 move, Ann – Bob",
        ),
        ("my game: (;GM[Othello]B[f5];)", ""),
        ("(;GM[2];B[f5](;W[d6])(;W[f6]))", "SGF: a game of 2 moves"),
        (
            "[Black \"Ann\"]\n\n1. f5 d6",
            "PGN: a game of 2 moves, Ann – ",
        ),
        (
            "F5d6C3d3C4   Tiger\nF5f6  Diagonal",
            "opening list: 2 games",
        ),
        ("+d3-c3+c4: +04 10", "log book: a game of 3 moves"),
        (
            "0x810000000 0x1008000000 O",
            "bitboard: a position with 60 empty squares, White to move",
        ),
        (
            "8/8/8/3pP3/3Pp3/8/8/8 w - - 0 1",
            "board string: a position with 60 empty squares, White to move",
        ),
    ] {
        if said.is_empty() {
            assert!(recognise(text.as_bytes(), Size::EIGHT).is_err(), "{text}");
        } else {
            assert_eq!(found(text).to_string(), said, "{text}");
        }
    }
    let problem = format!("{START} X; F5:+0; D3:+0;\n% a comment\n{START} O;");
    assert_eq!(found(&problem).to_string(), "OBF: 2 positions");
    let below = format!("{START}\nO\n");
    let said = "board string: a position with 60 empty squares, White to move";
    assert_eq!(found(&below).to_string(), said);
    let named = START.replace('X', "0").replace('O', "1").replace('-', ".") + " Start";
    assert_eq!(
        found(&named).to_string(),
        "position list: a position with 60 empty squares, Black to move"
    );
}

#[test]
fn a_board_may_have_moves_after_it_and_brackets_around_it() {
    for text in [
        format!("{START} X f5d6c3"),
        format!("{START} X\nF5 D6 C3"),
        format!("{START}f5d6c3"),
        format!("[8 {START} * 1. f5 d6 2. c3]"),
        "[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- * f5d6c3]"
            .into(),
    ] {
        let record = &found(&text).records[0];
        assert_eq!(transcript::write(&record.game), "f5d6c3", "{text}");
    }
    let bare =
        found("[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]");
    assert_eq!(bare.records[0].game.to_move(), Some(Color::Black));
}

#[test]
fn unknown_text_is_explained() {
    for (text, message) in [
        ("", "there is nothing there"),
        (
            "hello",
            "'h' (character 1) is no square of a board; use X, O and - and end with the side to move",
        ),
        (
            "f5f5",
            "move 2: there is a disc on f5 already; legal squares: f4 d6 f6",
        ),
        // Too few moves to conclude that the start is mirrored.
        (
            "f4",
            "move 1: a disc on f4 would turn nothing; legal squares: d3 c4 f5 e6",
        ),
        (
            "(;GM[Othello]B[f5]",
            "the GGF record is cut short; it should run from (; to ;)",
        ),
        (
            "(;GM[2];B[f5]",
            "the SGF record is cut short; it should run from (; to the ) that belongs to it",
        ),
    ] {
        let error = recognise(text.as_bytes(), Size::EIGHT).expect_err(text);
        assert_eq!(error.to_string(), message, "{text}");
    }
    let many = "f5\n".repeat(3000);
    let error = recognise(many.as_bytes(), Size::EIGHT).expect_err("too many");
    assert_eq!(
        error.to_string(),
        "there are more than 2000 games; read them from a file"
    );
}

#[test]
fn binary_files_are_recognised_too() {
    let mut state = Vec::new();
    let record = Record::from(reversi_rules::Game::new(Size::EIGHT));
    Format::Rev.write(&record, &mut state).expect("a place");
    let found = recognise(&state, Size::EIGHT).expect("a state file");
    assert_eq!(
        found.to_string(),
        "state file: a position with 60 empty squares, Black to move"
    );
}

proptest! {
    #[test]
    fn every_orientation_of_a_game_is_read(game in any_usual_game(), which in 0..8usize) {
        prop_assume!(game.turns().len() >= 4);
        let symmetry = Symmetry::ALL[which];
        let text: String = game
            .turns()
            .iter()
            .map(|turn| symmetry.point(turn.point(), Size::EIGHT).to_string())
            .collect();
        let found = recognise(text.as_bytes(), Size::EIGHT).expect("a game");
        let read = &found.records[0].game;
        prop_assert_eq!(transcript::write(read), text);
        let mirrored = *read.start() == Diagram::start(Size::EIGHT, Start::Mirrored);
        prop_assert_eq!(found.is_mirrored, mirrored);
        prop_assert_eq!(read.counts(), game.counts());
    }

    #[test]
    fn what_any_format_writes_is_recognised(game in any_game()) {
        prop_assume!(game.turns().len() >= 4);
        let record = Record::from(game);
        for format in Format::ALL {
            let mut bytes = Vec::new();
            if format.write(&record, &mut bytes).is_ok() {
                let found = recognise(&bytes, record.game.size());
                let found = found.unwrap_or_else(|error| panic!("{format}: {error}"));
                let wanted = if format == Format::RatingPgn { Format::Pgn } else { format };
                // An opening without a name is a transcript.
                let wanted = if format == Format::Openings { Format::Transcript } else { wanted };
                prop_assert_eq!(found.format, wanted);
                prop_assert!(!found.to_string().is_empty());
            }
        }
    }

    #[test]
    fn no_paste_does_harm(
        pieces in vec(select(vec![
            "f5", "d6", "1.", " ", "\n", "(;", ";)", "GM[2]", "[", "]", "XO", "--------", "0x", "{", "pass",
            "é", "\0", "8/8/", "p", "P", "+d3", "B[f5]", "\"", "%", "[8 ", "*",
        ]), 0..60),
        size in select(Size::all().collect::<Vec<_>>()),
    ) {
        let text = pieces.concat();
        match recognise(text.as_bytes(), size) {
            Ok(found) => prop_assert!(!found.records.is_empty() && !found.to_string().is_empty()),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }
}
