//! `reversi db` through pipes, with small databases in temporary folders.

mod broken;
mod explore;
mod filters;
mod import;
mod interrupted;
mod stats;
mod wthor;

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Run, feed, reversi};
use rules::formats::wthor::{Entry, Header, Names};
use rules::formats::{ggf, transcript};
use rules::{Diagram, Game, Record, Size, Start};
use serde_json::Value;
use tempfile::TempDir;

/// A folder with a database, which may not exist yet.
struct Folder {
    folder: TempDir,
}

impl Folder {
    fn new() -> Folder {
        Folder {
            folder: tempfile::tempdir().expect("a folder"),
        }
    }

    /// A folder with a database of these games.
    #[track_caller]
    fn with(games: &[Record]) -> Folder {
        let folder = Folder::new();
        let file = folder.write("games.ggf", ggf_text(games));
        folder.import(&[&file]).good();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn database(&self) -> PathBuf {
        self.path("games.db")
    }

    /// Writes a file and returns its name.
    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).expect("a file");
        plain(&self.path(name))
    }

    fn import(&self, files: &[&str]) -> Run {
        self.db("import", files)
    }

    /// Runs `reversi db VERB games.db` with more arguments.
    fn db(&self, verb: &str, arguments: &[&str]) -> Run {
        let mut command = reversi();
        command.args(["db", verb]).arg(self.database());
        feed(command.args(arguments), b"")
    }

    /// The answer of `explore` as a JSON object.
    #[track_caller]
    fn explore(&self, arguments: &[&str]) -> Value {
        self.object("explore", arguments)
    }

    #[track_caller]
    fn object(&self, verb: &str, arguments: &[&str]) -> Value {
        let output = self.db(verb, &[&["--json"], arguments].concat()).good();
        assert_eq!(output.lines().count(), 1, "{output}");
        serde_json::from_str(&output).expect("JSON")
    }

    /// A connection to the database file.
    fn connection(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.database()).expect("a database")
    }
}

fn plain(path: &Path) -> String {
    path.to_str().expect("a plain name").to_string()
}

/// A game by two players in a year, with its declared score for Black.
fn record(black: &str, white: &str, year: u16, moves: &str, score: Option<i32>) -> Record {
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    let mut record = Record::from(transcript::read(moves, start).expect("legal moves"));
    record.info.players.black = black.to_string();
    record.info.players.white = white.to_string();
    record.info.place = "Cup".to_string();
    record.info.date = year.to_string().parse().ok();
    record.info.declared = score;
    record
}

fn ggf_text(games: &[Record]) -> String {
    let lines = games.iter().map(|game| ggf::write(game) + "\n");
    lines.collect()
}

/// A random game, played to its end.
fn random_game(size: Size, seed: u64) -> Game {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut game = Game::new(size);
    while !game.is_over() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let moves: Vec<_> = game.legal_moves().into_iter().collect();
        let point = moves[(state >> 20) as usize % moves.len()];
        game.play(point).expect("a legal move");
    }
    game
}

fn random_record(seed: u64) -> Record {
    let mut record = Record::from(random_game(Size::EIGHT, seed));
    record.info.players.black = format!("Player {}", seed % 7);
    record.info.players.white = format!("Player {}", 7 + seed % 5);
    record.info.event = "Chance".to_string();
    record.info.date = "1999".parse().ok();
    record
}

/// The bytes of a `.wtb` file of games of 1999 and of its two files of names.
fn wthor_files(games: &[Record]) -> [Vec<u8>; 3] {
    let mut names = Names::new();
    let mut bytes = Header {
        games: games.len() as u32,
        year: 1999,
        ..Header::EMPTY
    }
    .write()
    .to_vec();
    for game in games {
        let entry = Entry::of_record(game, &mut names).expect("a place in WTHOR");
        entry.write(&mut bytes);
    }
    [
        bytes,
        names.players.write(None),
        names.tournaments.write(None),
    ]
}

/// The rows of `moves`: the move and its number of games.
fn counts(answer: &Value) -> Vec<(String, u64)> {
    let rows = answer["moves"].as_array().expect("moves").iter();
    rows.map(|row| {
        let name = row["move"].as_str().unwrap_or("end").to_string();
        (name, row["games"].as_u64().expect("a number"))
    })
    .collect()
}
