//! GGF: records survive writing and reading, records of other programs are read, and broken records
//! are rejected.

use std::fs;
use std::path::Path;

use crate::common::games::any_game;
use crate::common::records::any_record;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use reversi_rules::formats::ggf;
use reversi_rules::{Game, Record, Size, Value};

/// A record without the fields that GGF cannot hold.
fn reduced(record: &Record) -> Record {
    let mut kept = Record::from(record.game.clone());
    kept.info = record.info.clone();
    let clean = |text: &mut String| *text = text.replace(']', ")");
    clean(&mut kept.info.event);
    clean(&mut kept.info.round);
    clean(&mut kept.info.place);
    clean(&mut kept.info.players.black);
    clean(&mut kept.info.players.white);
    for number in 0..=record.game.turns().len() {
        let mut note = record.note(number).cloned().unwrap_or_default();
        clean(&mut note.comment);
        note.mark = None;
        if number == 0 {
            (note.value, note.time) = (None, None);
        }
        kept.set_note(number, note);
    }
    kept
}

#[test]
fn a_record_of_a_server_is_read_whole() {
    let text = "1 (;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Saio1200]PW[Saio3000]\
                RB[2196.37]RW[2200.5]TI[05:00//02:00]TY[8]RE[+2.000:r]BO[8 -------- -------- \
                -------- ---O*--- ---*O--- -------- -------- -------- *]B[d3//0.01]\
                W[c5/-2.391/1:00.5];)";
    let record = ggf::read_all(text).next().expect("a game").expect("whole");
    let info = &record.info;
    assert_eq!(info.place, "GGS/os");
    assert_eq!(
        info.date.expect("a date").to_string(),
        "2003-12-15 19:33:18"
    );
    assert_eq!(info.players.black, "Saio1200");
    assert_eq!(
        (info.ratings.black, info.ratings.white),
        (Some(2196), Some(2201))
    );
    assert_eq!(record.score(), Some(2));
    let note = record.note(2).expect("a note");
    assert_eq!(note.value, Some(Value(-239)));
    assert_eq!(note.time.expect("a time").as_millis(), 60_500);
}

#[test]
fn the_type_tells_the_size_where_there_is_no_board() {
    for (text, side) in [("4", 4), ("s10r18", 10), ("8kr20", 8), ("?", 8)] {
        let record = ggf::read(&format!("(;TY[{text}];)")).expect("a record");
        assert_eq!(record.game, Game::new(Size::new(side).expect("a size")));
    }
}

#[test]
fn numbers_beyond_reason_are_left_out() {
    let text = "(;RB[1e300]RW[nan]RE[inf]B[f5/nan/99999999999999999999]W[d6/x/-1];)";
    let record = ggf::read(text).expect("a record");
    assert_eq!(record.info, reversi_rules::Info::default());
    assert_eq!(record.note(1), None);
    assert_eq!(record.note(2), None);
}

#[test]
fn a_record_with_moves_without_end_is_refused() {
    let text = format!("(;{};)", "B[pass]".repeat(100_000));
    let error = ggf::read(&text).expect_err("too long").to_string();
    assert_eq!(
        error,
        "the GGF record has more than 4096 moves, passes and comments"
    );
}

#[test]
fn every_published_game_is_read_and_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/ggf");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("not checked: there are no games in {}", folder.display());
        return;
    };
    let mut count = 0;
    for entry in entries {
        let path = entry.expect("a file").path();
        let text = fs::read_to_string(&path).expect("text");
        for (number, read) in (1..).zip(ggf::read_all(&text)) {
            let place = format!("{}, game {number}", path.display());
            let record = read.unwrap_or_else(|error| panic!("{place}: {error}"));
            assert!(!record.info.players.black.is_empty(), "{place}");
            assert!(record.info.date.is_some(), "{place}");
            assert_eq!(ggf::read(&ggf::write(&record)), Ok(record), "{place}");
            count += 1;
        }
    }
    assert!(count >= 16, "{count} games");
}

proptest! {
    #[test]
    fn games_come_back(wanted in vec(any_record(any_game()), 1..4)) {
        let text: Vec<String> = wanted.iter().map(ggf::write).collect();
        let read: Vec<_> = ggf::read_all(&text.join("\n")).collect();
        let wanted: Vec<_> = wanted.iter().map(|record| Ok(reduced(record))).collect();
        prop_assert_eq!(read, wanted);
    }

    #[test]
    fn broken_games_do_no_harm(
        record in any_record(any_game()),
        cut in any::<Index>(),
        pieces in vec(select(vec!["(;", ";)", "[", "]", "B[f5]", "W[", "é", "\0", "pass", "BO[8 "]), 0..9),
    ) {
        let whole = ggf::write(&record);
        let cut = whole.floor_char_boundary(cut.index(whole.len()));
        prop_assert!(ggf::read(&whole[..cut]).is_err());
        let text = pieces.concat();
        for broken in [format!("{}{text}{}", &whole[..cut], &whole[cut..]), text] {
            for result in ggf::read_all(&broken) {
                match result {
                    Ok(record) => {
                        let written = ggf::write(&record);
                        prop_assert_eq!(ggf::write(&ggf::read(&written).expect("just written")), written);
                    }
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
        }
    }
}
