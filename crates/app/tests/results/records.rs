//! Games of an event as files for other programs.

use std::fs;

use arena::results;
use rules::formats::ggf;

use super::{all, events};
use crate::common::{feed, reversi};

#[test]
fn records_read_back_as_they_were_played() {
    for (name, event) in all() {
        let text = results::ggf(&event);
        let records: Vec<_> = ggf::read_all(&text)
            .map(|it| it.expect("a record"))
            .collect();
        assert_eq!(records.len(), event.games.len(), "{name}");
        for (record, game) in records.iter().zip(&event.games) {
            assert_eq!(record.game.turns(), game.played.game.turns());
            assert_eq!(
                record.score(),
                Some(game.played.score()),
                "{name}, game {}",
                game.number
            );
            assert_eq!(
                record.info.players.black,
                event.entrants[game.seats.black].name
            );
            assert_eq!(record.info.place, "Athens");
            assert_eq!(record.info.date, event.date);
            assert_eq!(record.info.round, format!("{}.{}", game.round, game.number));
            if let Some(made) = game.played.moves.first() {
                let note = record.note(game.played.opening + 1).expect("a note");
                assert_eq!(note.value.map(|value| value.0), made.value);
                assert!(note.time.is_some());
            }
        }
    }
}

/// `reversi convert` reads all records that we write.
#[test]
fn the_program_converts_its_own_results() {
    for (name, event) in [
        ("a league", events::league_of_7()),
        ("the largest board", events::large()),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        results::write(&event, folder.path()).expect("written");
        for file in ["games.ggf", "games.pgn"] {
            let into = folder.path().join("again.ggf");
            let mut command = reversi();
            command
                .arg("convert")
                .arg(folder.path().join(file))
                .arg(&into);
            let run = feed(&mut command, b"");
            assert_eq!(run.code, Some(0), "{name}, {file}: {run:?}");
            let text = fs::read_to_string(&into).expect("a file");
            let records: Vec<_> = ggf::read_all(&text)
                .map(|it| it.expect("a record"))
                .collect();
            assert_eq!(records.len(), event.games.len(), "{name}, {file}");
            for (record, game) in records.iter().zip(&event.games) {
                assert_eq!(
                    record.game.turns(),
                    game.played.game.turns(),
                    "{name}, {file}"
                );
                assert_eq!(record.score(), Some(game.played.score()), "{name}, {file}");
                assert_eq!(record.info.event, event.title);
            }
        }
    }
}
