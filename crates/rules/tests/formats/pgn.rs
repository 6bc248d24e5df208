//! PGN: every dialect is read, two are written; comments and variations survive.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reversi_rules::formats::pgn::{self, Dialect};
use reversi_rules::formats::transcript;
use reversi_rules::{Color, Mark, Record};

use crate::common::games::{any_diagram, any_game};
use crate::common::records::{any_record, reduced, same};

#[track_caller]
fn read(text: &str) -> Record {
    pgn::read(text).unwrap_or_else(|error| panic!("{text:.200}: {error}"))
}

#[track_caller]
fn moves(record: &Record) -> String {
    transcript::write(&record.game)
}

/// A record without the fields that PGN cannot hold.
fn kept(record: &Record) -> Record {
    let mut kept = reduced(record, |note| {
        note.value = None;
        note.time = None;
        note.comment = note.comment.replace('}', ")").trim().to_string();
    });
    // A month without a day is kept; a mark without a move is not.
    for text in [
        &mut kept.info.event,
        &mut kept.info.place,
        &mut kept.info.round,
    ] {
        if matches!(text.as_str(), "?" | "-") {
            text.clear();
        }
    }
    kept
}

#[test]
fn files_of_a_server_are_read() {
    let record = read(
        "[Event \"?\"]\n[Site \"PlayOK\"]\n[Date \"2012.03.04\"]\n[Time \"10:20:30\"]\n\
         [Round \"-\"]\n[Black \"ann\"]\n[White \"bob \\\"b\\\"\"]\n[Result \"40-24\"]\n\
         [BlackElo \"1520\"]\n[WhiteElo \"1480\"]\n\n1. f5 d6 2. c3 d3 3. c4 40-24\n",
    );
    assert_eq!(moves(&record), "f5d6c3d3c4");
    let info = &record.info;
    assert_eq!(
        (
            info.event.as_str(),
            info.place.as_str(),
            info.round.as_str()
        ),
        ("", "PlayOK", "")
    );
    assert_eq!(info.players.white, "bob \"b\"");
    assert_eq!(
        info.date.expect("a date").to_string(),
        "2012-03-04 10:20:30"
    );
    assert_eq!(
        (info.ratings.black, info.ratings.white),
        (Some(1520), Some(1480))
    );
    assert_eq!(record.score(), Some(16));
}

#[test]
fn files_of_edax_are_read() {
    let record = read(
        "[Event \"?\"]\n[Site \"edax\"]\n[Date \"2019.03.02\"]\n[Black \"x\"]\n[White \"y\"]\n\
         [Result \"1-0\"]\n[FEN \"8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\"]\n\n\
         1. f5 d6 2. c3 d3 {X wins 40-24} 1-0\n",
    );
    assert_eq!(moves(&record), "f5d6c3d3");
    assert_eq!(record.info.declared, None, "1-0 may be anybody's win");
    assert_eq!(record.note(4).expect("a note").comment, "X wins 40-24");
}

#[test]
fn files_of_thor2pgn_are_read() {
    let record = read(
        "[Event \"World Championship - 1977\"] [Date \"1977\"] [black \"Inoue Hiroshi\"]\r\n\
         [WHITE \"Heiberg Thomas\"] [Result \"34-30\"]\r\n\r\n1. F5 D6\r\n2. C3 D3\r\n3. C4\r\n",
    );
    assert_eq!(moves(&record), "f5d6c3d3c4");
    assert_eq!(record.info.players.white, "Heiberg Thomas");
    assert_eq!(record.score(), Some(4));
}

#[test]
fn moves_may_be_written_in_every_way() {
    let wanted = "f5d6c3";
    for text in [
        "1. f5 d6 2. c3 *",
        "1.f5 1...d6 2.C3",
        "1 f5 d6 2 c3",
        "f5 d6 c3",
        "1. f5 ; a comment to the end (of the line\nd6 2. c3",
        "1. f5 $1 d6?! 2. c3!! {x} $999",
        "1. f5 (1. d3 c3 (1... c5)) d6 (1... f6) (1... f4 2. e3 (2. c3)) 2. c3",
        "% an escaped line\n1. f5 d6 2. c3",
        "1. f5\n d6\n\n2. c3 1/2-1/2",
    ] {
        assert_eq!(moves(&read(text)), wanted, "{text}");
    }
    let marked = read("1. f5! d6?! 2. c3 $4");
    let mark = |number| marked.note(number).expect("a note").mark;
    assert_eq!(
        [mark(1), mark(2), mark(3)],
        [Some(Mark::Good), Some(Mark::Doubtful), Some(Mark::VeryBad)]
    );
}

#[test]
fn passes_may_be_written_or_not() {
    let start = "[FEN \"pPPP/1pPP/1PPP/1P1p b - - 0 1\"]\n\n";
    for pass in ["", "1. --", "1. pass", "1. PA", "--"] {
        let record = read(&format!("{start}{pass} a2"));
        assert_eq!(moves(&record), "a2", "{pass}");
        assert_eq!(record.game.turns()[0].color(), Color::White);
    }
}

#[test]
fn a_bad_record_says_what_is_wrong_with_it() {
    for (text, message) in [
        ("", "there is neither a tag nor a move in the PGN record"),
        (
            "[Black Ann]\n",
            "`[Black Ann]` is not a tag; one is written [Black \"Ann\"]",
        ),
        (
            "[Black \"Ann\n",
            "`[Black \"Ann` is not a tag; one is written [Black \"Ann\"]",
        ),
        (
            "1. f5 {no end",
            "the { in the PGN record has no partner; comments are in {}, variations in ()",
        ),
        (
            "1. f5 (1. d3",
            "the ( in the PGN record has no partner; comments are in {}, variations in ()",
        ),
        (
            "1. f5 )",
            "the ) in the PGN record has no partner; comments are in {}, variations in ()",
        ),
        (
            "1. f5 }",
            "the } in the PGN record has no partner; comments are in {}, variations in ()",
        ),
        (
            "(f5)",
            "a variation in the PGN record comes before the move that it is instead of",
        ),
        ("1. f5 hello", "move 2: `hello` is not a square such as f5"),
        (
            "1. e4 e5",
            "move 1: there is a disc on e4 already; legal squares: d3 c4 f5 e6",
        ),
        (
            "1. f5 --",
            "move 2: a pass, but the side to move has a legal move",
        ),
        (
            "[FEN \"8/8\"]",
            "the board of the PGN record: 2 rows make no board; an 8×8 board has 8",
        ),
        (
            "[FEN \"4/4/5/4\"]",
            "the board of the PGN record: row 3 should have 4 squares",
        ),
        (
            "[FEN \"4/4/4/99999999999999999999\"]",
            "the board of the PGN record: row 4 should have 4 squares",
        ),
        (
            "[FEN \"4/4/4/rnbq\"]",
            "the board of the PGN record: 'r' is no square; use p for black, P for white and \
             numbers for empty ones",
        ),
    ] {
        assert_eq!(
            pgn::read(text).expect_err(text).to_string(),
            message,
            "{text}"
        );
    }
}

#[test]
fn results_for_rating_programs_are_those_of_the_white_tag() {
    let mut record = read("1. f5");
    for (score, othello, rating) in [
        (16, "40-24", "0-1"),
        (-64, "0-64", "1-0"),
        (0, "32-32", "1/2-1/2"),
    ] {
        record.info.declared = Some(score);
        let text = pgn::write(&record, Dialect::Othello);
        assert!(text.contains(&format!("[Result \"{othello}\"]")), "{text}");
        assert!(text.ends_with(&format!(" {othello}\n")), "{text}");
        let text = pgn::write(&record, Dialect::Rating);
        assert!(text.contains(&format!("[Result \"{rating}\"]")), "{text}");
        assert!(text.ends_with(&format!(" {rating}\n")), "{text}");
        assert_eq!(read(&text).score(), Some(score));
    }
}

#[test]
fn deep_variations_are_read() {
    let deep = 10_000;
    let text = format!("1. f5 {}{}", "(1. d3 ".repeat(deep), ")".repeat(deep));
    let record = read(&text);
    assert_eq!(record.variations.len(), deep);
    let long = pgn::write(&record, Dialect::Othello);
    same(&read(&long), &record).expect("the same");
}

proptest! {
    #[test]
    fn records_come_back(record in any_record(any_game()), rating in any::<bool>()) {
        let dialect = if rating { Dialect::Rating } else { Dialect::Othello };
        let text = pgn::write(&record, dialect);
        let read = pgn::read(&text);
        prop_assert!(read.is_ok(), "{:?} {}", read, text);
        same(&read.expect("checked"), &kept(&record))?;
    }

    #[test]
    fn positions_come_back(diagram in any_diagram()) {
        prop_assert_eq!(pgn::read_fen(&pgn::write_fen(&diagram)), Ok(diagram));
    }

    #[test]
    fn broken_records_do_no_harm(
        record in any_record(any_game()),
        cut in any::<Index>(),
        pieces in vec(select(vec!["(", ")", ";", "[", "]", "\\", "{", "}", "f5 ", "d6", "$", "--", "\"", "é", "\0", "\n%", "1-0", "12."]), 0..9),
    ) {
        let whole = pgn::write(&record, Dialect::Othello);
        let cut = whole.floor_char_boundary(cut.index(whole.len()));
        let text = pieces.concat();
        for broken in [format!("{}{text}{}", &whole[..cut], &whole[cut..]), whole[..cut].to_string(), text] {
            match pgn::read(&broken) {
                Ok(record) => {
                    let written = pgn::write(&record, Dialect::Othello);
                    let again = pgn::read(&written);
                    prop_assert!(again.is_ok(), "{:?} {}", again, written);
                    prop_assert_eq!(pgn::write(&again.expect("checked"), Dialect::Othello), written);
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}
