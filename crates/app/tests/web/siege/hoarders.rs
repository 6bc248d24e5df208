//! Hoarders: they take places, rooms and games, and keep them.

use std::future;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::task::JoinSet;

use super::attacker::Attacker;
use crate::web::remote::{Socket, hear, say};

/// The games that one connection watches at most.
const WATCHES: usize = 16;

/// The new games of one address; it may make more than these at once.
const GAMES_OF_ONE: usize = 4;

/// Games that are made at the same time, and before they are watched.
const MAKERS: usize = 8;
const BATCH: usize = 160;

/// Opens this many live connections from one address, and keeps them.
pub async fn connections(attacker: Attacker, count: usize) {
    let hold = |attacker: Attacker, _| async move {
        loop {
            let mut socket = attacker.live().await;
            attacker.count.take();
            while hear(&mut socket).await.is_some() {}
        }
    };
    attacker.many(count, hold).await;
}

/// Makes this many games from many addresses, and watches them all from two as they are made.
pub async fn rooms(attacker: Attacker, count: usize) {
    let mut watchers = Vec::new();
    for first in (0..count).step_by(BATCH) {
        let games = games(&attacker, first..(first + BATCH).min(count)).await;
        watchers.extend(watch_all(&attacker, &games).await);
    }
    future::pending::<()>().await;
}

/// Makes games with these numbers from many addresses, a few from each.
pub async fn games(attacker: &Attacker, numbers: Range<usize>) -> Vec<String> {
    let games = Arc::new(Mutex::new(Vec::new()));
    let make = |attacker: Attacker, maker: usize| {
        let (games, numbers) = (Arc::clone(&games), numbers.clone());
        async move {
            for number in numbers.skip(maker).step_by(MAKERS) {
                let maker = attacker.elsewhere(number / GAMES_OF_ONE);
                let mut client = maker.http().await;
                let wish = json!({"black": "human", "white": "human"});
                let made = maker.post(&mut client, "/api/games", "", &wish).await;
                let id = made.and_then(|made| Some(made["id"].as_str()?.to_string()));
                games.lock().expect("a list").extend(id);
            }
        }
    };
    attacker.many(MAKERS, make).await;
    std::mem::take(&mut *games.lock().expect("a list"))
}

/// Watches games, as many as the server allows, as long as the connections live.
pub async fn watch_all(attacker: &Attacker, games: &[String]) -> Vec<Socket> {
    let mut tasks = JoinSet::new();
    for (number, games) in games.chunks(WATCHES).enumerate() {
        let games = games.to_vec();
        // No address has enough connections for all.
        let attacker = attacker.elsewhere(61_000 + number % 2);
        tasks.spawn(async move { watch(&attacker, &games).await });
    }
    let mut held = Vec::new();
    while let Some(socket) = tasks.join_next().await {
        held.extend(socket.expect("a watcher"));
    }
    held
}

/// Watches some games on one connection, and hears what comes of each.
async fn watch(attacker: &Attacker, games: &[String]) -> Option<Socket> {
    let Ok(mut socket) = attacker.remote.live().await else {
        attacker.pause().await;
        return None;
    };
    for id in games {
        say(&mut socket, &json!({"type": "watch", "game": id})).await?;
        if hear(&mut socket).await?["type"] == "game" {
            attacker.count.take();
        } else {
            attacker.pause().await;
        }
    }
    Some(socket)
}

/// Resigns and asks for a rematch, again and again.
pub async fn rematches(attacker: Attacker) {
    let again = |attacker: Attacker, _| async move {
        let mut client = attacker.http().await;
        let wish = json!({"black": "human", "white": "random"});
        loop {
            let made = attacker.post(&mut client, "/api/games", "", &wish).await;
            let Some(made) = made else { continue };
            let key = made["keys"]["black"].as_str().expect("a key").to_string();
            let mut id = made["id"].as_str().expect("a name").to_string();
            loop {
                for verb in ["resign", "rematch"] {
                    let path = format!("/api/games/{id}/{verb}");
                    let next = loop {
                        let answer = attacker.post(&mut client, &path, &key, &json!({})).await;
                        if let Some(game) = answer {
                            break game;
                        }
                    };
                    if let Some(next) = next["rematch"].as_str() {
                        id = next.to_string();
                        attacker.count.take();
                    }
                }
            }
        }
    };
    attacker.many(4, again).await;
}

/// Begins requests and never ends them, each from another address. `body` is what is sent of the body,
/// of four megabytes.
pub async fn half_requests(attacker: Attacker, count: usize, body: usize) {
    let hold = move |attacker: Attacker, number: usize| async move {
        let attacker = attacker.elsewhere(60_000 + number);
        let head = match body {
            0 => "GET /api/about HTTP/1.1\r\nHost: rever".to_string(),
            _ => {
                let more = format!("Content-Length: {}\r\n", 4 << 20);
                attacker.remote.head("POST", "/api/read", &more)
            }
        };
        let part = [head.as_bytes(), &vec![b' '; body]].concat();
        loop {
            if let Some(mut stream) = attacker.remote.connect().await
                && stream.write_all(&part).await.is_ok()
            {
                attacker.count.take();
                // It lasts until the server has enough of it.
                let _ = stream.read_to_end(&mut Vec::new()).await;
            }
            attacker.pause().await;
        }
    };
    attacker.many(count, hold).await;
}
