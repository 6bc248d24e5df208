//! Kills under load, with backups and prunes in progress. `make load` runs a hundred of them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use serde_json::{Value, json};

use super::client::{first_legal, look, moves};
use super::operate::{eventually, operate, played};
use super::server::Server;

const GAMES: usize = 8;

/// A game, and how it stood when its last move was answered.
struct Played {
    id: String,
    key: String,
    last: Value,
}

/// Makes a move; `None` when the server is killed before it answers.
fn attempt(address: &str, game: &Played) -> Option<Value> {
    let body = json!({"square": first_legal(&game.last)}).to_string();
    let (id, key, length) = (&game.id, &game.key, body.len());
    let request = format!(
        "POST /api/games/{id}/move HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nAuthorization: Bearer {key}\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(address).ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    // Half an answer was not given.
    let game: Value = serde_json::from_str(body).ok()?;
    assert!(head.starts_with("HTTP/1.1 200"), "{answer}");
    Some(game)
}

#[test]
fn kills_under_load_lose_nothing() {
    kill_under_load(8);
}

#[test]
#[ignore = "takes a minute"]
fn a_hundred_kills_under_load_lose_nothing() {
    kill_under_load(100);
}

/// Kills a server again and again while games are played, and compares them with what was answered.
fn kill_under_load(kills: usize) {
    let mut server = Server::with(&["--log", "off"]);
    let folder = tempfile::tempdir().expect("a folder");
    let backup = folder.path().join("backup.sqlite");
    let backup = backup.to_str().expect("UTF-8");
    let new_game = |server: &Server| {
        let (table, last) = played(server, &[]);
        let key = table.key().to_string();
        let id = table.id.clone();
        Played { id, key, last }
    };
    let mut games: Vec<Played> = (0..GAMES).map(|_| new_game(&server)).collect();
    let (mut answers, mut backups) = (0, 0);
    for number in 0..kills {
        let (address, data) = (server.address.clone(), server.file());
        let (stop, answered) = (AtomicBool::new(false), AtomicUsize::new(0));
        let made = thread::scope(|scope| {
            for game in &mut games {
                let (address, answered) = (&address, &answered);
                scope.spawn(move || {
                    while game.last["status"] != "over"
                        && let Some(next) = attempt(address, game)
                    {
                        game.last = next;
                        answered.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            let operator = scope.spawn(|| {
                let mut made = 0;
                while !stop.load(Ordering::Relaxed) {
                    // The kill may come in the middle.
                    made +=
                        usize::from(operate(&["backup", backup, "--force"], &data).code == Some(0));
                    operate(&["prune", "--older-than", "1d"], &data);
                }
                made
            });
            eventually(|| answered.load(Ordering::Relaxed) > 10 + number % 50);
            server.kill();
            stop.store(true, Ordering::Relaxed);
            operator.join().expect("an operator")
        });
        answers += answered.into_inner();
        backups += made;
        server.start_again();
        for game in &mut games {
            let after = look(&server, &game.id);
            assert!(
                moves(&after).starts_with(&moves(&game.last)),
                "{} {after}",
                game.last
            );
            game.last = after;
            if game.last["status"] == "over" {
                *game = new_game(&server);
            }
        }
    }
    let said = operate(&["check"], &server.file()).good();
    println!("{kills} kills, {answers} answers, {backups} backups: nothing is lost. {said}");
}
