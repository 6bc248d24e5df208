//! WTHOR: every published game is legal and ends as its file says; games survive writing and
//! reading; broken files are rejected.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::games::play_out;
use crate::common::records::any_record;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use reversi_rules::formats::transcript;
use reversi_rules::formats::wthor::{
    self, Entry, Header, Kind, NameList, Names, NoPlace, WthorError,
};
use reversi_rules::{Date, Diagram, Game, Record, Size, Start, Theoretical};

/// The files of a kind in the folder of published games. Without them it prints a note and returns
/// `None`.
fn published(extension: &str) -> Option<Vec<PathBuf>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/wthor");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("not checked: there are no games in {}", folder.display());
        return None;
    };
    let paths = entries.map(|entry| entry.expect("a file").path());
    let has = |path: &PathBuf| path.extension().is_some_and(|end| end == extension);
    Some(paths.filter(has).collect())
}

#[test]
fn every_published_game_is_legal_and_ends_as_its_file_says() {
    let Some(paths) = published("wtb") else {
        return;
    };
    let (mut count, mut finished) = (0, 0);
    for path in &paths {
        let name = path.display();
        let bytes = fs::read(path).expect("a file");
        let (header, entries) =
            wthor::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut again = header.write().to_vec();
        for (number, entry) in (1..).zip(entries) {
            let place = format!("{name}, game {number}");
            let entry = entry.unwrap_or_else(|error| panic!("{place}: {error}"));
            let replay = entry
                .replay()
                .unwrap_or_else(|error| panic!("{place}: {error}"));
            if replay.is_over() {
                finished += 1;
                assert_eq!(replay.discs(), entry.discs, "{place}");
            }
            count += 1;
            entry.write(&mut again);
        }
        // Some files have a creation date that is not in the calendar.
        assert!(
            again[4..12] == bytes[4..12] && again[14..] == bytes[14..],
            "{name}"
        );
    }
    assert_eq!((paths.len(), count, finished), (49, 137_548, 137_135));
}

#[test]
fn published_games_become_records_with_names() {
    let Some(paths) = published("wtb") else {
        return;
    };
    let list = |extension: &str, kind| {
        let paths = published(extension).expect("checked above");
        NameList::read(&fs::read(&paths[0]).expect("names"), kind).expect("names")
    };
    let names = Names {
        players: list("JOU", Kind::Players),
        tournaments: list("TRN", Kind::Tournaments),
    };
    assert_eq!((names.players.len(), names.tournaments.len()), (4448, 492));
    let accented = (0..492).filter(|&number| {
        let name = names.tournaments.get(number).expect("a name");
        assert!(!name.contains(char::is_control), "{name:?}");
        !name.is_ascii()
    });
    assert_eq!(accented.count(), 21);
    let path = paths.iter().find(|path| path.ends_with("WTH_1977.wtb"));
    let bytes = fs::read(path.expect("the first year")).expect("a file");
    let (header, entries) = wthor::read(&bytes).expect("games");
    for entry in entries {
        let entry = entry.expect("a game");
        let record = entry.to_record(&header, &names).expect("legal");
        assert_eq!(record.info.date, Some(Date::of_year(1977)));
        let mut own = names.clone();
        assert_eq!(Entry::of_record(&record, &mut own), Ok(entry));
        assert_eq!(own, names, "no name is new");
    }
}

fn record(moves: &str, size: Size) -> Record {
    let start = Diagram::start(size, Start::Standard);
    let mut record = Record::from(transcript::read(moves, start).expect("legal"));
    record.info.declared = Some(-4);
    record
}

#[test]
fn the_first_move_of_nearly_every_game_is_written_56() {
    let mut names = Names::new();
    let entry = Entry::of_record(&record("f5", Size::EIGHT), &mut names).expect("a place");
    let mut bytes = Vec::new();
    entry.write(&mut bytes);
    assert_eq!(bytes.len(), 68);
    assert_eq!(bytes[6..10], [30, 30, 56, 0]);
}

#[test]
fn games_on_ten_by_ten_have_longer_entries() {
    let mut names = Names::new();
    let wanted = record("g6e7", Size::TEN);
    let entry = Entry::of_record(&wanted, &mut names).expect("a place");
    let header = Header {
        games: 1,
        size: Size::TEN,
        ..Header::EMPTY
    };
    let mut bytes = header.write().to_vec();
    entry.write(&mut bytes);
    assert_eq!(bytes.len(), 16 + 104);
    assert_eq!(bytes[16 + 8..16 + 10], [12 * 6 + 7, 12 * 7 + 5]);
    let (header, mut entries) = wthor::read(&bytes).expect("games");
    let read = entries.next().expect("one").expect("whole");
    assert_eq!(read.to_record(&header, &names), Ok(wanted));
    assert_eq!(entries.next(), None);
}

#[test]
fn fields_that_a_file_cannot_hold_are_refused() {
    let mut names = Names::new();
    let refused =
        |record: &Record, names: &mut Names| Entry::of_record(record, names).expect_err("no place");
    let mut unfinished = record("f5", Size::EIGHT);
    unfinished.info.declared = None;
    assert_eq!(refused(&unfinished, &mut names), NoPlace::Result);
    let six = Size::new(6).expect("a size");
    assert_eq!(refused(&record("", six), &mut names), NoPlace::Size(six));
    let mirrored = Diagram::start(Size::EIGHT, Start::Mirrored);
    let mirrored = Record::from(Game::from_diagram(mirrored));
    assert_eq!(refused(&mirrored, &mut names), NoPlace::Start);
    for number in 1..65_535 {
        assert_eq!(
            names.players.number(&format!("player {number}")),
            Some(number)
        );
    }
    let mut one_more = record("f5", Size::EIGHT);
    one_more.info.players.white = "Ann".to_string();
    assert_eq!(refused(&one_more, &mut names), NoPlace::Names);
}

#[test]
fn a_file_of_the_wrong_length_keeps_its_whole_games_and_says_what_is_wrong() {
    let mut names = Names::new();
    let entry = Entry::of_record(&record("f5d6", Size::EIGHT), &mut names).expect("a place");
    for (announced, bytes, whole, message) in [
        (2, 16 + 68 * 2, 2, None),
        (
            3,
            16 + 68 * 2,
            2,
            Some("the file is cut short: its header announces 3 games, it has 2"),
        ),
        (
            2,
            16 + 68 * 2 - 1,
            1,
            Some("the file is cut short: its header announces 2 games, it has 1"),
        ),
        (
            u32::MAX,
            16 + 68,
            1,
            Some("the file is cut short: its header announces 4294967295 games, it has 1"),
        ),
        (
            1,
            16 + 70,
            1,
            Some("the file is too long: 2 bytes follow the 1 games it announces"),
        ),
    ] {
        let header = Header {
            games: announced,
            ..Header::EMPTY
        };
        let mut file = header.write().to_vec();
        entry.write(&mut file);
        entry.write(&mut file);
        file.truncate(bytes);
        let (_, entries) = wthor::read(&file).expect("a header");
        let entries: Vec<_> = entries.collect();
        assert_eq!(entries.iter().filter(|entry| entry.is_ok()).count(), whole);
        let last = entries.last().and_then(|entry| entry.as_ref().err());
        assert_eq!(last.map(ToString::to_string).as_deref(), message);
    }
    assert_eq!(wthor::read(&[0; 15]).err(), Some(WthorError::NoHeader(15)));
    let mut seven = Header::EMPTY.write();
    seven[12] = 7;
    assert_eq!(wthor::read(&seven).err(), Some(WthorError::Side(7)));
    assert!(NameList::read(&[9; 36], Kind::Players).is_err());
}

#[test]
fn a_byte_that_is_no_square_or_no_legal_move_is_named() {
    let mut names = Names::new();
    let entry = Entry::of_record(&record("f5d6", Size::EIGHT), &mut names).expect("a place");
    let mut bytes = Vec::new();
    entry.write(&mut bytes);
    let broken = |code: u8| {
        let mut bytes = bytes.clone();
        bytes[9] = code;
        let entry = Entry::read(&bytes, Size::EIGHT).expect("an entry");
        let error = entry.replay().expect_err("broken");
        assert_eq!(
            entry.to_record(&Header::EMPTY, &Names::new()),
            Err(error.clone())
        );
        error.to_string()
    };
    assert_eq!(
        broken(56),
        "move 2: there is a disc on f5 already; legal squares: f4 d6 f6"
    );
    for code in [1, 10, 19, 20, 89, 90, 99, 255] {
        let message = format!(
            "move 2: {code} stands for no square; it should be ten times the row plus the column, 56 for f5"
        );
        assert_eq!(broken(code), message);
    }
}

/// A game on 8×8 from the usual start.
fn any_usual_game() -> impl Strategy<Value = Game> {
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    vec(any::<Index>(), 0..=60).prop_map(move |choices| play_out(start, &choices))
}

proptest! {
    #[test]
    fn games_come_back(
        wanted in vec(any_record(any_usual_game()), 1..4),
        year in 0..=9999u16,
        depth in 0..=60u8,
    ) {
        let mut names = Names::new();
        let header = Header { games: wanted.len() as u32, year, depth, ..Header::EMPTY };
        let mut bytes = header.write().to_vec();
        let mut kept = Vec::new();
        for record in &wanted {
            let mut reduced = Record::from(record.game.clone());
            reduced.info.players = record.info.players.clone();
            reduced.info.event = record.info.event.clone();
            reduced.info.date = (year > 0).then(|| Date::of_year(year));
            let score = record.score().unwrap_or(6);
            reduced.info.declared = (!record.game.is_over()).then_some(score);
            reduced.info.theoretical = (depth > 0).then_some(Theoretical { score: -score, empties: depth });
            Entry::of_record(&reduced, &mut names).expect("a place").write(&mut bytes);
            kept.push(reduced);
        }
        // Player names are written and read too.
        let names = Names {
            players: NameList::read(&names.players.write(None), Kind::Players).expect("names"),
            tournaments: NameList::read(&names.tournaments.write(None), Kind::Tournaments).expect("names"),
        };
        let latin = |text: &str| text.chars().take(19).map(|letter| if u32::from(letter) < 256 { letter } else { '?' }).collect::<String>();
        for record in &mut kept {
            record.info.players.black = latin(&record.info.players.black);
            record.info.players.white = latin(&record.info.players.white);
            record.info.event = latin(&record.info.event);
        }
        let (header, entries) = wthor::read(&bytes).expect("games");
        let read: Vec<_> = entries
            .map(|entry| entry.expect("whole").to_record(&header, &names).expect("legal"))
            .collect();
        prop_assert_eq!(read, kept);
    }

    #[test]
    fn broken_files_do_no_harm(mut bytes in vec(any::<u8>(), 0..300), patch in any::<bool>()) {
        if patch && bytes.len() > 14 {
            bytes[12] = 8;
            bytes[5..8].fill(0);
        }
        if let Ok((header, entries)) = wthor::read(&bytes) {
            for entry in entries.flatten() {
                if let Ok(record) = entry.to_record(&header, &Names::new()) {
                    prop_assert!(header.size != Size::EIGHT || entry.replay().is_ok(), "{record:?}");
                }
            }
        }
        for kind in [Kind::Players, Kind::Tournaments] {
            if let Ok(names) = NameList::read(&bytes, kind) {
                let written = names.write(None);
                let again = NameList::read(&written, kind).expect("just written");
                prop_assert_eq!(again.write(None), written);
            }
        }
    }
}

#[test]
fn files_of_names_may_follow_the_games() {
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    let mut record = Record::from(transcript::read("f5d6c3", start).expect("a game"));
    record.info.players.black = "Tastet Marc".to_string();
    record.info.event = "Paris".to_string();
    record.info.declared = Some(64);
    let mut names = Names::new();
    let entry = Entry::of_record(&record, &mut names).expect("it fits");
    let header = Header {
        games: 1,
        ..Header::EMPTY
    };
    let mut games = header.write().to_vec();
    entry.write(&mut games);
    let players = names.players.write(date());
    let tournaments = names.tournaments.write(date());
    for order in [[&players, &tournaments], [&tournaments, &players]] {
        let joined = [&games[..], order[0], order[1]].concat();
        let (found, again) = wthor::split(&joined).expect("three files");
        assert_eq!((found, &again), (&games[..], &names));
    }
    let (found, none) = wthor::split(&games).expect("games alone");
    assert_eq!((found, none), (&games[..], Names::new()));
    // Other bytes stay with the games, where they are too many.
    let longer = [&games[..], b"more"].concat();
    assert_eq!(wthor::split(&longer).expect("games").0, longer);
    // A file of names of the wrong length is told, with both numbers.
    let cut = [&games[..], &players[..players.len() - 1]].concat();
    let error = wthor::split(&cut).expect_err("a byte is missing");
    assert!(error.to_string().contains("2 names of 20 bytes"), "{error}");
}

/// A date without which a file of names is not recognised.
fn date() -> Option<Date> {
    "2010-01-01".parse().ok()
}
