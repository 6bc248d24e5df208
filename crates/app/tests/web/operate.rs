//! What the tests of the operator's kit share.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value, json};

use super::client::{Table, look};
use super::server::Server;
use crate::common::{Run, feed, reversi};

/// How long a test waits for anything, on however slow a machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A day in seconds.
pub const DAY: i64 = 24 * 60 * 60;

/// Runs `reversi web` with an operator's command for the games in a file.
pub fn operate(arguments: &[&str], data: &Path) -> Run {
    let mut command = reversi();
    command.arg("web").args(arguments).arg("--data").arg(data);
    feed(&mut command, b"")
}

/// A game of two people at one screen with some moves, as it stands.
pub fn played<'s>(server: &'s Server, squares: &[&str]) -> (Table<'s>, Value) {
    let table = server.game(&json!({"black": "human", "white": "human", "shared": true}));
    for square in squares {
        let body = json!({"square": square});
        table.act("move", table.key(), &body).good();
    }
    let game = table.look();
    (table, game)
}

/// The games of a file whose server is not running.
pub fn database(path: &Path) -> Connection {
    Connection::open(path).expect("a database")
}

/// Makes a game look as if it had not changed for `days` days.
pub fn age(path: &Path, id: &str, days: i64) {
    let changed = database(path).execute(
        "UPDATE games SET touched = touched - ?1 WHERE id = ?2",
        (days * DAY, id),
    );
    assert_eq!(changed.expect("a game"), 1);
}

/// Adds many games, copies of one.
pub fn multiply(path: &Path, count: u32) {
    let columns = "version, created, touched, start, moves, made, black, white, black_name, \
        white_name, black_key, white_key, shared, black_arrived, white_arrived, loser, by_time, clock, \
        running, since, undo_asked_by, rematch, phase";
    let statement = format!(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < {count})
         INSERT INTO games (id, {columns}) SELECT printf('%012d', n), {columns}
         FROM (SELECT * FROM games LIMIT 1), n"
    );
    database(path).execute_batch(&statement).expect("games");
}

/// Whether a game is there, without opening it.
pub fn is_stored(path: &Path, id: &str) -> bool {
    let games = database(path);
    let mut statement = games.prepare("SELECT 1 FROM games WHERE id = ?");
    statement
        .as_mut()
        .expect("a table")
        .exists([id])
        .expect("an answer")
}

/// Reads a page of the metrics listener.
pub fn fetch(address: &str, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.set_read_timeout(Some(PATIENCE)).expect("a socket");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
    (status.expect("a status"), body.to_string())
}

/// A server with metrics, and their address.
pub fn with_metrics(options: &[&str]) -> (Server, String) {
    let mut all = vec!["--metrics", "127.0.0.1:0"];
    all.extend(options);
    let mut server = Server::with(&all);
    let address = metrics_address(&mut server);
    (server, address)
}

/// The address of the metrics, from the second line that the server prints.
pub fn metrics_address(server: &mut Server) -> String {
    let line = server.line();
    let address = line
        .strip_prefix("Metrics are at http://")
        .and_then(|rest| rest.strip_suffix("/metrics."));
    address.unwrap_or_else(|| panic!("{line}")).to_string()
}

/// The value of a metric.
pub fn metric(address: &str, name: &str) -> f64 {
    let (_, text) = fetch(address, "/metrics");
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let value = value.unwrap_or_else(|| panic!("no {name} in {text}"));
    value.parse().expect("a number")
}

/// Waits until a condition holds.
#[track_caller]
pub fn eventually(mut holds: impl FnMut() -> bool) {
    let patience = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < patience, "it never happens");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Plays legal moves in games until told to stop, and returns how each stood when its last move was
/// answered.
pub fn play_on(
    server: &Server,
    games: &mut [(String, String)],
    mut goes_on: impl FnMut() -> bool,
) -> Vec<Value> {
    let mut last: Vec<Value> = games.iter().map(|(id, _)| look(server, id)).collect();
    while goes_on() {
        for (number, (id, key)) in games.iter_mut().enumerate() {
            if last[number]["status"] == "over" {
                let wish = json!({"black": "human", "white": "human", "shared": true});
                let table = server.game(&wish);
                (*id, *key) = (table.id.clone(), table.key().to_string());
                last[number] = table.look();
            }
            let square = super::client::first_legal(&last[number]);
            let path = format!("/api/games/{id}/move");
            let body = json!({"square": square});
            last[number] = server.post(&path, Some(key), &body).good();
        }
    }
    last
}
