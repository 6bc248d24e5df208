//! Formats with one game or position a line: log books, openings, named positions, numbers.

use std::fs;
use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use reversi_rules::formats::{Format, bitboards, detect, logbook, opening_list, position_list};
use reversi_rules::{Color, Diagram, Game, Record, Size, Start};

use crate::common::games::{any_diagram, any_game, play_out};

/// A game on 8×8 from the usual start.
pub fn any_usual_game() -> impl Strategy<Value = Game> {
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    vec(any::<Index>(), 1..=60).prop_map(move |choices| play_out(start, &choices))
}

/// The lines of a published file. Without the file it prints a note and returns none.
fn published(name: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let Ok(bytes) = fs::read(folder.join(name)) else {
        println!("not checked: there is no {name} in {}", folder.display());
        return Vec::new();
    };
    let text = String::from_utf8(bytes).expect("text");
    text.lines().map(str::to_string).collect()
}

#[test]
fn every_published_opening_is_read() {
    for (name, count) in [
        ("openings/zebra_openings.txt", 76),
        ("openings/welty_thor_openings.txt", 86),
        ("openings/edax_en.tsv", 82),
        ("openings/edax_fr.tsv", 536),
    ] {
        let lines = published(name);
        if lines.is_empty() {
            continue;
        }
        assert_eq!(
            detect(lines.join("\n").as_bytes()),
            Some(Format::Openings),
            "{name}"
        );
        let read: Vec<Record> = lines
            .iter()
            .filter_map(|line| {
                let read = opening_list::read(line);
                read.unwrap_or_else(|error| panic!("{name}: {line}: {error}"))
            })
            .collect();
        assert_eq!(read.len(), count, "{name}");
        for record in read {
            let last = record.game.turns().len();
            assert!(record.note(last).is_some(), "{name}: {record:?}");
            let written = opening_list::write(&record);
            assert_eq!(opening_list::read(&written), Ok(Some(record)));
        }
    }
}

#[test]
fn every_published_position_with_a_name_is_read() {
    let name = "openings/egaroucid_en.txt";
    let lines = published(name);
    let mut count = 0;
    for line in &lines {
        let record = position_list::read(line).expect(line).expect("a position");
        assert!(!record.note(0).expect("a name").comment.is_empty());
        assert_eq!(position_list::write(&record), *line);
        count += 1;
    }
    assert!(lines.is_empty() || count == 71, "{count}");
    if !lines.is_empty() {
        assert_eq!(detect(lines.join("\n").as_bytes()), Some(Format::Positions));
    }
}

#[test]
fn every_published_xot_opening_is_read() {
    let lines = published("xot/xot-small.txt");
    for line in &lines {
        let read = Format::Transcript.read(line.as_bytes(), Size::EIGHT);
        let record = read.expect(line).expect("a game");
        assert_eq!(record.game.turns().len(), 8);
        assert_eq!(record.game.to_move(), Some(Color::Black));
    }
    if !lines.is_empty() {
        assert_eq!(lines.len(), 3623);
        assert_eq!(
            detect(lines.join("\n").as_bytes()),
            Some(Format::Transcript)
        );
    }
}

#[test]
fn comments_and_counts_are_no_openings() {
    for line in ["", "  ", "// some that I've added", "# x", "% y", "76"] {
        assert_eq!(opening_list::read(line), Ok(None), "{line}");
    }
    let error = opening_list::read("F5d6Z9 Nonsense").expect_err("no move");
    assert_eq!(
        error.to_string(),
        "move 3: the 8×8 board has no square z9; legal squares: c3 c4 c5 c6 c7"
    );
}

#[test]
fn a_log_book_is_read_with_and_without_a_result() {
    for (line, score) in [
        ("+d3-c3+c4-c5: -06 10", Some(-6)),
        ("+d3-c3+c4-c5:+12 10", Some(12)),
        (" +D3 -C3 +C4 -C5", None),
        ("+d3-c3+c4-c5: x", None),
        ("+d3-c3+c4-c5: 99999", None),
    ] {
        let record = logbook::read(line).expect(line);
        assert_eq!(record.game.turns().len(), 4, "{line}");
        assert_eq!(record.score(), score, "{line}");
    }
    for (line, message) in [
        ("d3c3", "a game of a log book should begin like +d3-c3"),
        ("+", "move 1: `` is not a square such as f5"),
        (
            "+d3-d3",
            "move 2: there is a disc on d3 already; legal squares: c3 e3 c5",
        ),
    ] {
        assert_eq!(logbook::read(line).expect_err(line).to_string(), message);
    }
}

#[test]
fn numbers_are_read_in_every_spelling() {
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    for text in [
        "0x0000000810000000 0x0000001008000000",
        "0000000810000000 0000001008000000 X",
        "0X810000000, 0X1008000000, black",
        "0x810000000ULL 0x1008000000ULL *",
    ] {
        assert_eq!(bitboards::read(text), Ok(start), "{text}");
    }
    let white = bitboards::read("0x810000000 0x1008000000 O").expect("a position");
    assert_eq!(white.to_move(), Color::White);
    for (text, message) in [
        (
            "0x810000000",
            "`` is not a number of 64 bits; Black's discs, then White's, are written like \
             0x0000000810000000",
        ),
        (
            "0x11111111111111111 0x0",
            "`0x11111111111111111` is not a number of 64 bits; Black's discs, then White's, are \
             written like 0x0000000810000000",
        ),
        ("0x1 0x1", "there are two discs on a1"),
        (
            "0x1 0x2 green",
            "`green` is not the side to move, X (black) or O (white)",
        ),
    ] {
        assert_eq!(bitboards::read(text).expect_err(text).to_string(), message);
    }
    assert_eq!(
        bitboards::write(&Diagram::start(Size::TEN, Start::Standard)),
        None
    );
}

proptest! {
    #[test]
    fn log_books_come_back(game in any_usual_game(), declared in -32..=32i32) {
        let mut record = Record::from(game);
        if !record.game.is_over() {
            record.info.declared = Some(2 * declared);
        }
        prop_assert_eq!(logbook::read(&logbook::write(&record)), Ok(record));
    }

    #[test]
    fn openings_come_back(game in any_usual_game(), name in "[A-Za-z/'é-]{0,9}( [a-z0-9(),]{1,9})?") {
        let mut record = Record::from(game);
        if !name.trim().is_empty() {
            let last = record.game.turns().len();
            record.note_mut(last).comment = name.trim().to_string();
        }
        prop_assert_eq!(opening_list::read(&opening_list::write(&record)), Ok(Some(record)));
    }

    #[test]
    fn numbers_come_back(diagram in any_diagram()) {
        match bitboards::write(&diagram) {
            Some(text) => prop_assert_eq!(bitboards::read(&text), Ok(diagram)),
            None => prop_assert_ne!(diagram.size(), Size::EIGHT),
        }
    }

    #[test]
    fn every_format_brings_back_what_it_has_place_for(game in any_game()) {
        let record = Record::from(game);
        for format in Format::ALL {
            let mut bytes = Vec::new();
            match format.write(&record, &mut bytes) {
                Ok(()) => {
                    let read = format.read(&bytes, record.game.size());
                    let read = read.unwrap_or_else(|error| panic!("{format}: {error}"));
                    let read = read.unwrap_or_else(|| panic!("{format}: nothing"));
                    if format.is_of_positions() {
                        let last = if record.game.turns().is_empty() {
                            record.game.start()
                        } else {
                            record.game.diagram()
                        };
                        for color in Color::ALL {
                            prop_assert_eq!(read.game.start().discs(color), last.discs(color), "{}", format);
                        }
                    } else {
                        prop_assert_eq!(&read, &record, "{}", format);
                    }
                }
                Err(error) => {
                    prop_assert!(bytes.is_empty(), "{}", format);
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }

    #[test]
    fn no_line_does_harm(line in "[+:0-9a-hA-HxXoO.*, é\\-]{0,80}|[.01]{60,66} [a-z]*|.{0,40}") {
        for format in Format::ALL {
            if let Ok(Some(record)) = format.read(line.as_bytes(), Size::EIGHT) {
                let mut bytes = Vec::new();
                if format.write(&record, &mut bytes).is_ok() {
                    let read = format.read(&bytes, Size::EIGHT);
                    prop_assert!(read.is_ok(), "{} {:?} {:?}", format, line, read);
                }
            }
        }
    }
}
