//! Nothing that was answered is ever lost.

use std::fs;
use std::thread;

use serde_json::{Value, json};

use super::client::{first_legal, look, moves};
use super::server::Server;
use crate::common::{feed, reversi};

#[test]
fn a_killed_server_has_lost_nothing() {
    let mut server = Server::start();
    let (id, key, before) = {
        let names = json!({"black": "Ada", "white": "Bob"});
        let wish = json!({"begin": {"size": 10, "start": "mirrored"}, "black": "human", "white": "random", "names": names});
        let table = server.game(&wish);
        for _ in 0..3 {
            table.play(&first_legal(&table.look()));
        }
        table.act("undo", table.key(), &json!({})).good();
        (table.id.clone(), table.key().to_string(), table.look())
    };
    server.restart();
    let after = look(&server, &id);
    assert_eq!(after, before);
    let path = |verb: &str| format!("/api/games/{id}/{verb}");
    // What was taken back can still be made again, by the same key.
    let redone = server.post(&path("redo"), Some(&key), &json!({})).good();
    assert_eq!(moves(&redone).len(), 6);
    assert_eq!(
        redone["version"].as_u64(),
        before["version"].as_u64().map(|version| version + 1)
    );
    server.post(&path("resign"), Some(&key), &json!({})).good();
    server.restart();
    assert_eq!(look(&server, &id)["result"]["reason"], "resignation");
}

#[test]
fn killed_in_the_middle_of_many_games_it_has_every_answer() {
    let mut server = Server::start();
    let started: Vec<(String, String)> = (0..8)
        .map(|_| {
            let table = server.game(&json!({"black": "human", "white": "engine:1"}));
            (table.id.clone(), table.key().to_string())
        })
        .collect();
    // Each plays as fast as it can, and knows what was answered last.
    let answered: Vec<Value> = thread::scope(|scope| {
        let players: Vec<_> = started
            .iter()
            .map(|(id, key)| {
                let server = &server;
                scope.spawn(move || {
                    let path = format!("/api/games/{id}/move?wait=reply");
                    let mut game = look(server, id);
                    for _ in 0..8 {
                        if game["status"] == "over" {
                            return game;
                        }
                        let body = json!({"square": first_legal(&game)});
                        game = server.post(&path, Some(key), &body).good();
                    }
                    if game["status"] == "over" {
                        return game;
                    }
                    // One more whose reply is not waited for.
                    let path = format!("/api/games/{id}/move");
                    let body = json!({"square": first_legal(&game)});
                    server.post(&path, Some(key), &body).good()
                })
            })
            .collect();
        let join = |player: thread::ScopedJoinHandle<'_, Value>| player.join().expect("a game");
        players.into_iter().map(join).collect()
    });
    server.restart();
    let mut live = server.live();
    for ((id, _), before) in started.iter().zip(&answered) {
        let after = look(&server, id);
        assert!(
            moves(&after).starts_with(&moves(before)),
            "{before} {after}"
        );
        // The computer goes on where it was, as somebody looks.
        let rests = |game: &Value| game["position"]["to_move"] != "white";
        if !rests(&live.watch(id, None)) {
            live.game_where(rests);
        }
        live.say(&json!({"type": "unwatch", "game": id}));
        live.say(&json!({"type": "ping"}));
        while live.hear()["type"] != "pong" {}
    }
}

#[test]
fn files_of_others_and_damaged_ones_are_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games.sqlite");
    let refused = |why: &str| {
        let mut command = reversi();
        command
            .args(["web", "--no-open", "--port", "0", "--data"])
            .arg(&path);
        let message = feed(&mut command, b"").bad(1);
        assert!(message.contains(why), "{message}");
    };
    fs::write(&path, "f5d6c3, and more of that").expect("a file");
    refused("is not a file of games of `reversi web`");
    assert_eq!(
        fs::read(&path).expect("a file"),
        b"f5d6c3, and more of that"
    );
    // A database of another kind.
    fs::remove_file(&path).expect("a file");
    let games = folder.path().join("games.txt");
    fs::write(&games, "f5d6c3d3c4").expect("a file");
    let mut import = reversi();
    import.args(["db", "import"]).arg(&path).arg(&games);
    feed(&mut import, b"").good();
    let before = fs::read(&path).expect("a file");
    refused("is not a file of games of `reversi web`");
    assert!(fs::read(&path).expect("a file") == before);
    // One of ours with a hole in it.
    fs::remove_file(&path).expect("a file");
    let mut server = Server::start();
    for _ in 0..30 {
        server.game(&json!({"black": "human", "white": "human"}));
    }
    server.kill();
    server.restart();
    server.kill();
    let mut bytes = fs::read(server.file()).expect("a file");
    let half = bytes.len() / 2;
    bytes.truncate(half.max(4096) / 4096 * 4096);
    fs::write(&path, &bytes).expect("a file");
    refused("is damaged");
    assert!(fs::read(&path).expect("a file") == bytes);
    // A folder, and one that is not there.
    let mut command = reversi();
    command
        .args(["web", "--no-open", "--port", "0", "--data"])
        .arg(folder.path());
    let message = feed(&mut command, b"").bad(1);
    assert!(message.contains("is a directory"), "{message}");
    let mut command = reversi();
    command.args(["web", "--no-open", "--port", "0", "--data"]);
    command.arg(folder.path().join("nowhere/games.sqlite"));
    let message = feed(&mut command, b"").bad(1);
    assert!(message.contains("there is no folder"), "{message}");
}

#[test]
fn two_servers_do_not_share_a_file() {
    let server = Server::start();
    server.game(&json!({"black": "human", "white": "human"}));
    let mut command = reversi();
    command
        .args(["web", "--no-open", "--port", "0", "--data"])
        .arg(server.file());
    let message = feed(&mut command, b"").bad(1);
    assert!(
        message.contains("is `reversi web` running already?"),
        "{message}"
    );
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_loses_nothing() {
    let mut server = Server::limited(96);
    let wish = json!({"black": "human", "white": "human", "shared": true});
    let mut kept = Vec::new();
    let refused = loop {
        let answer = server.post("/api/games", None, &wish);
        if answer.status != 201 {
            break answer;
        }
        let made = answer.json();
        let key = made["keys"]["black"].as_str().expect("a key").to_string();
        kept.push((made["id"].as_str().expect("a name").to_string(), key));
        assert!(kept.len() < 10_000, "the disk is never full");
    };
    assert_eq!(refused.refused(500), "broken");
    assert!(
        refused.text().contains("cannot be kept"),
        "{}",
        refused.text()
    );
    let (id, key) = kept.last().expect("a game");
    let path = format!("/api/games/{id}/move");
    let answer = server.post(&path, Some(key), &json!({"square": "f5"}));
    if answer.status != 200 {
        assert_eq!(answer.refused(500), "broken");
        assert!(
            moves(&look(&server, id)).is_empty(),
            "what is not kept is not shown"
        );
    }
    let before = look(&server, id);
    server.unlimited();
    for (id, _) in &kept {
        look(&server, id);
    }
    assert_eq!(look(&server, id), before);
    server
        .post(
            &path,
            Some(key),
            &json!({"square": super::client::first_legal(&before)}),
        )
        .good();
}
