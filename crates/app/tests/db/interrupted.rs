//! Interrupted imports leave only complete files in the database.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use rules::Record;

use super::{Folder, ggf_text, random_record};
use crate::common::reversi;

const GAMES: u32 = 300;

/// Killed at any moment: SQLite finds a consistent file that holds complete imports.
#[test]
fn a_killed_import_leaves_whole_files() {
    let folder = Folder::new();
    let files: Vec<String> = (0..4)
        .map(|file| {
            let seeds = file * GAMES..(file + 1) * GAMES;
            let games: Vec<Record> = seeds.map(|seed| random_record(seed.into())).collect();
            folder.write(&format!("{file}.ggf"), ggf_text(&games))
        })
        .collect();
    for pause in [0, 5, 20, 40, 60, 80, 120, 160, 240] {
        let mut command = reversi();
        command.args(["db", "import"]).arg(folder.database());
        command.args(&files).stdout(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        thread::sleep(Duration::from_millis(pause));
        child.kill().expect("it is ours");
        child.wait().expect("it ends");
        let connection = folder.connection();
        let check: String = connection
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .unwrap();
        assert_eq!(check, "ok", "after {pause} ms");
        let made: bool = connection.table_exists(None, "games").unwrap();
        if made {
            let games: u32 = connection
                .query_row("SELECT count(*) FROM games", [], |row| row.get(0))
                .unwrap();
            assert_eq!(games % GAMES, 0, "after {pause} ms");
            drop(connection);
            // Independent of the progress of the index.
            assert_eq!(folder.explore(&[])["games"], games, "after {pause} ms");
        }
    }
    let names: Vec<&str> = files.iter().map(String::as_str).collect();
    folder.import(&names).good();
    assert_eq!(folder.explore(&[])["games"], 4 * GAMES);
    assert_eq!(folder.object("stats", &[])["games"], 4 * GAMES);
}

#[test]
fn games_that_are_not_in_the_index_yet_are_found() {
    let games: Vec<Record> = (0..50).map(random_record).collect();
    let folder = Folder::with(&games);
    let questions: [&[&str]; 3] = [&[], &["f5d6"], &["--by", "player"]];
    let answers = questions.map(|question| folder.explore(question));
    let stats = folder.object("stats", &[]);
    let connection = folder.connection();
    // As if the import was ended before the index was written.
    connection
        .execute_batch("DELETE FROM positions; UPDATE indexed SET last_game = 0")
        .unwrap();
    for (question, answer) in questions.iter().zip(&answers) {
        assert_eq!(folder.explore(question), *answer, "{question:?}");
    }
    assert_eq!(folder.object("stats", &[]), stats);
    // The next import completes the index.
    let more = folder.write("more.ggf", ggf_text(&[random_record(99)]));
    folder.import(&[&more]).good();
    let last: u32 = connection
        .query_row("SELECT last_game FROM indexed", [], |row| row.get(0))
        .unwrap();
    assert_eq!(last, 51);
    assert_eq!(folder.explore(&[])["games"], 51);
}

/// The index has a volume for every 65,536 games; these games are in two volumes.
#[test]
fn games_of_two_volumes_are_counted_together() {
    let games: Vec<Record> = (0..50).map(random_record).collect();
    let folder = Folder::with(&games);
    let answer = folder.explore(&["f5d6"]);
    let start = folder.explore(&["--games", "0"]);
    let connection = folder.connection();
    connection
        .execute_batch(
            "DELETE FROM positions; UPDATE indexed SET last_game = 0; \
             UPDATE games SET id = -id; UPDATE games SET id = 65510 - id",
        )
        .unwrap();
    let file = folder.write("again.ggf", ggf_text(&games));
    folder.import(&[&file]).good();
    let last: u32 = connection
        .query_row("SELECT last_game FROM indexed", [], |row| row.get(0))
        .unwrap();
    assert_eq!(last, 65560);
    let volumes: (u32, u32) = connection
        .query_row(
            "SELECT min(bucket) / 65536, max(bucket) / 65536 FROM positions",
            [],
            |row| row.try_into(),
        )
        .unwrap();
    assert_eq!(volumes, (0, 1));
    assert_eq!(folder.explore(&["--games", "0"]), start);
    let again = folder.explore(&["f5d6"]);
    assert_eq!(again["moves"], answer["moves"]);
}
