//! SGF: variations, comments and marks survive; spellings of other programs are read; nesting depth
//! is unlimited.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reversi_rules::formats::sgf::{self, SgfError};
use reversi_rules::formats::transcript;
use reversi_rules::{Color, Mark, Record, Size, Value};

use crate::common::games::any_game;
use crate::common::records::{any_record, reduced, same};

#[track_caller]
fn read(text: &str) -> Record {
    sgf::read(text).unwrap_or_else(|error| panic!("{text:.200}: {error}"))
}

#[track_caller]
fn moves(record: &Record) -> String {
    transcript::write(&record.game)
}

/// A record without the fields that SGF cannot hold.
fn kept(record: &Record) -> Record {
    let mut kept = reduced(record, |_| {});
    kept.info.date = record.info.date.map(|date| {
        let text = date.to_string();
        let day = text.split(' ').next().expect("a day");
        day.parse().expect("a date")
    });
    kept
}

#[test]
fn files_of_edax_are_read() {
    let record = read(
        "(;FF[4]GM[2]AP[edax:4.6]PC[here]DT[2019-03-02]PB[Edax]PW[Ann]SZ[8]AB[e4][d5]AW[d4][e5]\
         PL[B]RE[B+12]B[f5];W[d6];B[C3];W[D3])",
    );
    assert_eq!(moves(&record), "f5d6c3d3");
    assert_eq!(record.info.players.black, "Edax");
    assert_eq!(record.info.place, "here");
    assert_eq!(record.info.date.expect("a date").to_string(), "2019-03-02");
    assert_eq!(record.score(), Some(12));
}

#[test]
fn squares_may_have_two_letters_and_names_may_be_spelled_out() {
    let record = read("( ; GaMe[2] Black [fe] ; White[df]\n;B[cc];W[dc])");
    assert_eq!(moves(&record), "f5d6c3d3");
}

#[test]
fn passes_are_read_in_every_spelling() {
    // Black must pass.
    let board = "AB[d1][b3][a4]AW[b1][b2][c2][d2][c3][d3][b4][c4][d4]PL[B]";
    for pass in ["", ";B[]", ";B[PA]", ";B[pass]", ";B[tt]", ";B[--]"] {
        let record = read(&format!("(;GM[2]SZ[4]{board}{pass};W[a2])"));
        assert_eq!(moves(&record), "a2", "{pass}");
        assert_eq!(record.game.turns()[0].color(), Color::White);
    }
    // On a large board p1 is a square.
    let record = read("(;GM[2]SZ[26];B[n15];W[o15])");
    assert_eq!(moves(&record), "n15o15");
    assert!(
        sgf::read("(;GM[2]SZ[26];B[pa])")
            .expect_err("p1 turns nothing")
            .to_string()
            .contains("p1")
    );
}

#[test]
fn values_are_for_black_and_notes_for_the_mover() {
    let record = read("(;GM[2]V[1];B[f5]V[-2.5]TE[1];W[d6]V[3]BM[2]C[x]N[name];B[c3]DO[]IT[])");
    let note = |number| record.note(number).expect("a note");
    assert_eq!(note(0).value, Some(Value(100)));
    assert_eq!(
        (note(1).value, note(1).mark),
        (Some(Value(-250)), Some(Mark::Good))
    );
    assert_eq!(
        (note(2).value, note(2).mark),
        (Some(Value(-300)), Some(Mark::VeryBad))
    );
    assert_eq!(note(2).comment, "name\nx");
    assert_eq!(note(3).mark, Some(Mark::Interesting));
}

#[test]
fn a_comment_may_hold_anything() {
    let mut record = read("(;GM[2];B[f5])");
    for comment in [
        "a ] b \\ c",
        "\\",
        "]",
        "(;)",
        "two\nlines",
        "",
        " x ",
        "é ☃",
    ] {
        record.note_mut(1).comment = comment.to_string();
        assert_eq!(
            read(&sgf::write(&record))
                .note(1)
                .map_or("", |note| &note.comment),
            comment
        );
    }
    let soft = read("(;GM[2]C[one \\\nline])");
    assert_eq!(soft.note(0).expect("a note").comment, "one line");
}

/// A carriage return before a line end once vanished, one each time the record was written and read.
#[test]
fn line_ends_of_every_system_are_read_once() {
    let record = read("(;GM[2]C[one\r\r\ntwo\rthree\r\nfour\nfive])");
    let lines = "one\n\ntwo\nthree\nfour\nfive";
    for record in [&record, &read(&sgf::write(&record))] {
        assert_eq!(record.note(0).expect("a note").comment, lines);
    }
}

#[test]
fn variations_that_are_nested_deep_are_read_and_written() {
    // A comment, then another variation inside, ten thousand times.
    let deep = 10_000;
    let text = format!(
        "(;GM[2];B[f5]{};W[d6]{})",
        "(;C[deeper]".repeat(deep),
        ")".repeat(deep)
    );
    let record = read(&text);
    assert_eq!(moves(&record), "f5d6");
    // A variation inside each variation; only the last one has moves.
    let text = format!(
        "(;GM[2];B[f5];W[d6]{};B[c3]{})",
        "(;B[c4])(;C[x]".repeat(deep),
        ")".repeat(deep)
    );
    let record = read(&text);
    assert_eq!(moves(&record), "f5d6c4");
    same(&read(&sgf::write(&record)), &record).expect("the same");
    let open = format!("(;GM[2]{}", "(;".repeat(deep));
    assert_eq!(sgf::read(&open), Err(SgfError::Truncated));
    let deeper = format!("(;GM[2]{}", "(".repeat(1_000_000));
    assert_eq!(sgf::read(&deeper), Err(SgfError::Variations));
    let line = "(;W[d6])(;W[f4])(;W[f6])";
    let many = format!("(;GM[2];B[f5]{})", line.repeat(deep));
    let record = read(&many);
    assert_eq!(record.variations.len(), 3 * deep - 1);
    assert_eq!(read(&sgf::write(&record)), record);
    let too_many = format!("(;GM[2];B[f5]{})", line.repeat(40_000));
    assert_eq!(sgf::read(&too_many), Err(SgfError::Variations));
}

#[test]
fn a_line_that_ends_where_others_go_on_comes_back() {
    let mut record = read("(;GM[2];B[f5])");
    record.variations.push(reversi_rules::Variation {
        parent: None,
        after: 1,
        moves: vec!["d6".parse().expect("a square")],
        notes: vec![],
    });
    assert_eq!(read(&sgf::write(&record)), record);
}

#[test]
fn a_bad_record_says_what_is_wrong_with_it() {
    let cut = "the SGF record is cut short; it should run from (; to the ) that belongs to it";
    for (text, message) in [
        ("", cut),
        ("f5", cut),
        ("(", cut),
        ("(;GM[2]", cut),
        ("(;GM[2", cut),
        ("(;GM[2];B[f5](;W[d6])", cut),
        ("(;GM[1])", "the SGF record is of game 1, not of 2, Othello"),
        (
            "(;GM[2];B[f5]5)",
            "'5' is out of place in the SGF record; nodes begin with ; and properties are written \
             C[value]",
        ),
        (
            "(;GM[2];B;W[d6])",
            "';' is out of place in the SGF record; nodes begin with ; and properties are written \
             C[value]",
        ),
        (
            "(;GM[2];B[f5];W[x9y])",
            "move 2: `x9y` is not a square such as f5",
        ),
        (
            "(;GM[2];B[f5];W[f5])",
            "move 2: there is a disc on f5 already; legal squares: f4 d6 f6",
        ),
        (
            "(;GM[2];B[f5];W[PA])",
            "move 2: a pass, but the side to move has a legal move",
        ),
        (
            "(;GM[2];B[f5];AB[a1])",
            "the SGF record sets up discs after the first move; only its beginning may",
        ),
        (
            "(;GM[2]AB[a1]AW[a1])",
            "the board of the SGF record: there are two discs on a1",
        ),
        (
            "(;GM[2]AB[k1])",
            "the board of the SGF record: `k1` is not a square such as f5",
        ),
        (
            "(;GM[2]AB[a1:??])",
            "the board of the SGF record: `a1:??` is not a square such as f5",
        ),
    ] {
        assert_eq!(
            sgf::read(text).expect_err(text).to_string(),
            message,
            "{text}"
        );
    }
    let size = sgf::read("(;GM[2]SZ[19])")
        .expect_err("a board of Go")
        .to_string();
    assert!(
        size.starts_with("the SGF record: `19` is not a board size"),
        "{size}"
    );
}

#[test]
fn a_board_without_discs_is_not_the_usual_start() {
    let empty = read("(;GM[2]AE[f1])");
    assert_eq!(empty.game.empties(), 64);
    assert_eq!(read(&sgf::write(&empty)), empty);
}

#[test]
fn discs_may_be_set_up_in_rectangles_and_taken_off() {
    let record = read("(;GM[2]SZ[4]AB[a1:d4]AW[a1]AE[a1]AB[a1]AE[b2][c3])");
    let text = record.game.start().to_string();
    assert_eq!(text, "XXXXX-XXXX-XXXXX X");
    assert_eq!(record.game.size(), Size::MIN);
}

proptest! {
    #[test]
    fn records_come_back(record in any_record(any_game())) {
        let text = sgf::write(&record);
        let read = sgf::read(&text);
        prop_assert!(read.is_ok(), "{:?} {}", read, text);
        same(&read.expect("checked"), &kept(&record))?;
    }

    #[test]
    fn broken_records_do_no_harm(
        record in any_record(any_game()),
        cut in any::<Index>(),
        pieces in vec(select(vec!["(", ")", ";", "[", "]", "\\", "B[f5]", "W[", "é", "\0", "AB[a1:z26]", "SZ[", "C"]), 0..9),
    ) {
        let whole = sgf::write(&record);
        let cut = whole.floor_char_boundary(cut.index(whole.len()));
        prop_assert!(sgf::read(&whole[..cut]).is_err());
        let text = pieces.concat();
        for broken in [format!("{}{text}{}", &whole[..cut], &whole[cut..]), format!("(;{text}")] {
            match sgf::read(&broken) {
                Ok(record) => {
                    let written = sgf::write(&record);
                    let again = sgf::read(&written);
                    prop_assert!(again.is_ok(), "{:?} {}", again, written);
                    prop_assert_eq!(sgf::write(&again.expect("checked")), written);
                }
                Err(error) => prop_assert!(!error.to_string().is_empty()),
            }
        }
    }
}
