//! Formats are recognised by their beginning, and long files are split into records.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reversi_rules::formats::{Format, Piece, detect};
use reversi_rules::{Game, Record, Size};

use crate::common::games::any_game;
use crate::common::records::any_record;

const START: &str = "---------------------------OX------XO---------------------------";

#[test]
fn formats_are_distinguished() {
    let boards = [
        format!("{START} X"),
        START.to_string(),
        format!("% a comment\n\n{START} O % more"),
        "........\n........\n........\n...ox...\n...xo...\n........\n........\n........\nx".into(),
        "-----OX--XO----- X".into(),
    ];
    for text in &boards {
        assert_eq!(detect(text.as_bytes()), Some(Format::Board), "{text}");
    }
    for (text, format) in [
        (format!("{START} X; F5:+0;").as_str(), Some(Format::Obf)),
        ("(;GM[Othello]PC[x]", Some(Format::Ggf)),
        ("2 (;GM[Othello]PC[x]", Some(Format::Ggf)),
        ("(;B[f5]W[d6];)", Some(Format::Ggf)),
        ("(;PB[a ; b]BO[8 ", Some(Format::Ggf)),
        ("(;FF[4]GM[2]", Some(Format::Sgf)),
        ("(;GM[1]", Some(Format::Sgf)),
        ("(;B[f5];W[d6])", Some(Format::Sgf)),
        ("( ;GM[2]", Some(Format::Sgf)),
        ("\u{feff}(;GM[2]", Some(Format::Sgf)),
        ("[Event \"x\"]", Some(Format::Pgn)),
        ("\n\n[White \"\"]", Some(Format::Pgn)),
        ("1. f5 {x} d6", Some(Format::Pgn)),
        ("f5d6c3", Some(Format::Transcript)),
        ("F5 D6 C3", Some(Format::Transcript)),
        ("1. f5 d6\n2. c3", Some(Format::Transcript)),
        ("j10 k11", Some(Format::Transcript)),
        ("f5d6c3  Tiger", Some(Format::Openings)),
        ("3\nf5d6c3\tTiger", Some(Format::Openings)),
        ("+d3-c3+c4", Some(Format::Logbook)),
        ("-d3", Some(Format::Logbook)),
        (
            "0x0000000810000000 0x0000001008000000",
            Some(Format::Bitboards),
        ),
        (
            "0000000810000000 0000001008000000 b",
            Some(Format::Bitboards),
        ),
        ("", None),
        ("hello", None),
        ("xob", None),
        ("3\nhello", None),
        ("[1, 2, 3]", None),
        ("{\"moves\": []}", None),
    ] {
        assert_eq!(detect(text.as_bytes()), format, "{text}");
    }
    let positions = START.replace('X', "0").replace('O', "1").replace('-', ".");
    assert_eq!(detect(positions.as_bytes()), Some(Format::Positions));
    let state = Format::Rev;
    let mut bytes = Vec::new();
    state
        .write(&Record::from(Game::new(Size::EIGHT)), &mut bytes)
        .expect("a place");
    assert_eq!(detect(&bytes), Some(state));
    bytes[..4].reverse();
    assert_eq!(detect(&bytes), Some(state));
    assert_eq!(detect(b"a\0b"), None);
    assert_eq!(detect(&[0xff; 100]), None);
    assert_eq!(detect(&[0; 100]), None);
}

#[test]
fn every_format_has_a_name_of_its_own() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
        for extension in format.extensions() {
            assert_eq!(Format::of_extension(extension), Some(format));
        }
    }
    let error = "chess".parse::<Format>().expect_err("no format");
    assert!(
        error
            .to_string()
            .starts_with("`chess` is not a format; there are transcript, board,")
    );
}

#[test]
fn boards_may_be_drawn_or_written_on_a_line() {
    let drawn = |side: usize, end: &str| {
        format!("{}\n", "-".repeat(side)).repeat(side - 1) + &"-".repeat(side) + end
    };
    let lines = format!("{START} X\n").repeat(5);
    let sixteen = "-----OX--XO-----\n".repeat(3);
    for (text, count) in [
        (drawn(4, ""), 1),
        (drawn(8, " X\n"), 1),
        (drawn(8, "\nX\n"), 1),
        (drawn(16, "\nO"), 1),
        (
            drawn(26, "\n\n") + &drawn(6, "\nX\n") + "% a comment\n" + &drawn(8, "X"),
            4,
        ),
        // The number of squares of an 18×18 board, and a side to move.
        (lines, 5),
        (sixteen, 3),
        (format!("{START}\nX\n{START}\n\n{START}"), 3),
    ] {
        for step in [1, 50, 10_000] {
            let found = pieces(Format::Board, text.as_bytes(), step);
            assert_eq!(found.len(), count, "{text}");
        }
    }
}

/// The pieces of a file that arrives a few bytes at a time.
fn pieces(format: Format, bytes: &[u8], step: usize) -> Vec<(bool, Vec<u8>)> {
    let mut found = Vec::new();
    let (mut from, mut to) = (0, 0);
    loop {
        let (start, end, is_record) = match format.first(&bytes[from..to], to == bytes.len()) {
            Piece::End => return found,
            Piece::More => {
                assert!(to < bytes.len(), "all of it is there");
                to = (to + step).min(bytes.len());
                continue;
            }
            Piece::Record { start, end } => (start, end, true),
            Piece::Junk { start, end } => (start, end, false),
        };
        assert!(start < end, "a piece is something");
        found.push((is_record, bytes[from + start..from + end].to_vec()));
        from += end;
    }
}

#[test]
fn a_record_that_is_cut_short_does_not_swallow_the_next() {
    for (format, text, count) in [
        (
            Format::Ggf,
            "(;B[f5]W[d6\n(;B[f5];)\n2 (;B[f5];)(;B[d3];)",
            4,
        ),
        (
            Format::Sgf,
            "(;GM[2](;B[f5]C[x\n(;GM[2];B[f5])\n\n(;FF[4])",
            3,
        ),
        (
            Format::Pgn,
            "[Event \"a\"]\n\n1. f5 {no end\n[Event \"b\"]\n\n1. f5 *\n",
            2,
        ),
        (
            Format::Pgn,
            "[Black \"a\"]\n[White \"b\"]\n\n[Black \"c\"]\n\n1. f5\n",
            2,
        ),
        (Format::Transcript, "f5\n\nd3\r\nnonsense\nc4", 4),
    ] {
        for step in [1, 7, 1000] {
            let found = pieces(format, text.as_bytes(), step);
            assert_eq!(
                found.iter().filter(|piece| piece.0).count(),
                count,
                "{text}: {found:?}"
            );
        }
    }
    let found = pieces(Format::Ggf, b"junk (;B[f5];) more junk", 3);
    let records: Vec<bool> = found.iter().map(|piece| piece.0).collect();
    assert_eq!(records, [false, true, false]);
}

proptest! {
    #[test]
    fn a_file_is_cut_into_its_records(
        records in vec(any_record(any_game()), 1..5),
        format in select(vec![Format::Ggf, Format::Sgf, Format::Pgn, Format::Obf, Format::Board]),
        step in 1..3000usize,
    ) {
        let mut file = Vec::new();
        let mut wanted = Vec::new();
        for record in &records {
            let start = file.len();
            format.write(record, &mut file).expect("a place for everything");
            let text = std::str::from_utf8(&file[start..]).expect("text").trim().to_string();
            wanted.push((true, text));
            file.extend(b"\n");
        }
        let found = pieces(format, &file, step);
        let found: Vec<_> = found
            .into_iter()
            .map(|(is_record, bytes)| (is_record, String::from_utf8(bytes).expect("text").trim().to_string()))
            .collect();
        prop_assert_eq!(found, wanted);
        prop_assert_eq!(detect(&file), Some(format));
    }

    #[test]
    fn no_bytes_do_harm(
        mut bytes in vec(prop_oneof![3 => select(b"(;[]){}\\\n \"%+-XO.01f5d6".to_vec()), 1 => any::<u8>()], 0..200),
        cut in any::<Index>(),
        step in 1..50usize,
    ) {
        let _ = detect(&bytes);
        for format in Format::ALL {
            let all: usize = pieces(format, &bytes, step).iter().map(|piece| piece.1.len()).sum();
            prop_assert!(all <= bytes.len());
        }
        bytes.truncate(cut.index(bytes.len() + 1));
        let _ = detect(&bytes);
    }
}
