//! Files that are not databases, and damaged databases.

use std::fs;

use rusqlite::Connection;

use super::{Folder, ggf_text, random_record, record};

fn verbs(folder: &Folder) -> [String; 3] {
    let game = folder.write("game.txt", "f5d6\n");
    [
        folder.db("stats", &[]).bad(1),
        folder.db("explore", &[]).bad(1),
        folder.import(&[&game]).bad(1),
    ]
}

#[test]
fn other_files_are_not_taken_for_databases() {
    let folder = Folder::new();
    for content in [
        b"hello\n".to_vec(),
        vec![0; 5000],
        ggf_text(&[random_record(1)]).into_bytes(),
    ] {
        fs::write(folder.database(), &content).unwrap();
        for message in verbs(&folder) {
            assert!(
                message.ends_with("games.db is not a game database\n"),
                "{message}"
            );
        }
        assert_eq!(fs::read(folder.database()).unwrap(), content);
    }
}

#[test]
fn databases_of_other_programs_are_left_alone() {
    let folder = Folder::new();
    folder
        .connection()
        .execute_batch("CREATE TABLE games (id INTEGER PRIMARY KEY)")
        .unwrap();
    let before = fs::read(folder.database()).unwrap();
    for message in verbs(&folder) {
        assert!(message.contains("is not a game database"), "{message}");
    }
    assert_eq!(fs::read(folder.database()).unwrap(), before);
}

#[test]
fn newer_databases_are_not_guessed_at() {
    let folder = Folder::with(&[random_record(1)]);
    folder
        .connection()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    for message in verbs(&folder) {
        assert!(
            message.contains("was made by a newer version of this program"),
            "{message}"
        );
        assert!(
            message.contains("version 99, and 1 is the newest"),
            "{message}"
        );
    }
}

#[test]
fn a_missing_database_is_named() {
    let folder = Folder::new();
    for verb in ["stats", "explore"] {
        let message = folder.db(verb, &[]).bad(1);
        assert!(message.contains("there is no file "), "{message}");
        assert!(message.contains("reversi db import "), "{message}");
    }
    assert!(!folder.database().exists());
    fs::create_dir(folder.database()).unwrap();
    for message in verbs(&folder) {
        assert!(message.contains("is a directory"), "{message}");
    }
    let mut command = crate::common::reversi();
    let game = folder.write("game.txt", "f5d6\n");
    command.args(["db", "import", "no/such/folder/games.db", &game]);
    let message = crate::common::feed(&mut command, b"").bad(1);
    assert!(
        message.contains("there is no folder no/such/folder"),
        "{message}"
    );
}

/// Damaged bytes give an answer or a message, never a panic.
#[test]
fn damage_is_never_a_panic() {
    let games: Vec<_> = (0..40).map(random_record).collect();
    let whole = Folder::with(&games);
    let bytes = fs::read(whole.database()).unwrap();
    let folder = Folder::new();
    let mut state = 1_u64;
    for round in 0..60 {
        let mut damaged = bytes.clone();
        for _ in 0..20 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let place = (state >> 33) as usize % damaged.len();
            damaged[place] = (state >> 20) as u8;
        }
        if round % 4 == 0 {
            damaged.truncate((state >> 33) as usize % bytes.len());
        }
        fs::write(folder.database(), &damaged).unwrap();
        let file = folder.write("game.txt", "f5d6\n");
        for run in [
            folder.db("stats", &[]),
            folder.db("explore", &["--by", "player"]),
            folder.db("stats", &["--player", "1"]),
            folder.import(&[&file]),
        ] {
            assert!(matches!(run.code, Some(0 | 1)), "{run:?}");
            assert!(!run.stderr.contains("panicked"), "{run:?}");
        }
    }
}

#[test]
fn an_inconsistent_index_is_noticed() {
    let folder = Folder::with(&[record("Ann", "Ben", 2001, "f5d6", None)]);
    let connection = folder.connection();
    let change = |query: &str| connection.execute(query, []).unwrap();
    // Every entry is 14 bytes and ends with the move: here a1, which is illegal.
    change("CREATE TABLE keep AS SELECT * FROM positions");
    change("UPDATE positions SET entries = CAST(substr(entries, 1, 13) || x'00' AS BLOB)");
    let message = folder.db("explore", &[]).bad(1);
    assert!(
        message.contains("games.db is damaged: its index has an illegal move"),
        "{message}"
    );
    assert!(
        message.contains("import the games into a new file"),
        "{message}"
    );
    change("UPDATE positions SET entries = CAST(substr(entries, 1, 13) AS BLOB)");
    let message = folder.db("explore", &[]).bad(1);
    assert!(
        message.contains("its index of positions makes no sense"),
        "{message}"
    );
    change("DELETE FROM positions");
    change("INSERT INTO positions SELECT * FROM keep");
    assert_eq!(folder.explore(&[])["games"], 1);
}

#[test]
fn another_program_that_writes_is_waited_for_and_then_named() {
    let folder = Folder::with(&[random_record(1)]);
    let writer = folder.connection();
    writer.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let game = folder.write("game.txt", "f5d6\n");
    let message = folder.import(&[&game]).bad(1);
    assert!(
        message.contains("another program is writing to "),
        "{message}"
    );
    writer.execute_batch("COMMIT").unwrap();
    folder.import(&[&game]).good();

    // A short lock is waited for.
    writer.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let path = folder.database();
    let reader = std::thread::spawn(move || {
        let mut command = crate::common::reversi();
        command.args(["db", "stats"]).arg(path);
        crate::common::feed(&mut command, b"").good()
    });
    std::thread::sleep(std::time::Duration::from_millis(300));
    writer.execute_batch("COMMIT").unwrap();
    assert!(reader.join().unwrap().starts_with("2 games"));
    drop::<Connection>(writer);
}
