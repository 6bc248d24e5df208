//! Floods of messages in WebSockets do not grow the server.

use serde_json::Value;

use super::attacker::Attacker;
use super::honest::Honest;
use super::{broken_frames, floods};
use crate::web::player::Times;
use crate::web::server::Server;

/// The bound of a server, in megabytes.
const BOUND: u64 = 500;

/// A flood ends when so many messages were sent, or honest people have played so many games beside it.
/// The buffers of the system hold some hundred thousand messages that the server has not read.
const MESSAGES: u64 = 1_000_000;
const GAMES: usize = 6;

async fn flood(message: Value) {
    let mut server = Server::behind_proxy(&["--memory", &BOUND.to_string()]);
    let attacker = Attacker::new(&server, "203.0.113.7");
    let count = std::sync::Arc::clone(&attacker.count);
    let flood = tokio::spawn(floods::messages(attacker, message));
    let mut games = 0;
    while games < GAMES && count.taken() < MESSAGES {
        let honest = Honest::new(&server, games, 6, 0..1);
        honest.visit(&mut Times::default()).await;
        games += 1;
    }
    assert!(!flood.is_finished(), "it goes on");
    let memory = server.memory();
    println!("{} messages, {games} games, {memory:?} MB", count.taken());
    flood.abort();
    assert!(server.is_alive());
    assert!(
        memory.peak < BOUND,
        "{memory:?} after {} messages",
        count.taken()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_reviews_does_not_grow_memory() {
    flood(floods::review()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_analyses_does_not_grow_memory() {
    flood(floods::analysis()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn compressed_and_broken_messages_are_refused() {
    let mut server = Server::behind_proxy(&["--memory", &BOUND.to_string()]);
    let attacker = Attacker::new(&server, "203.0.113.7");
    for (name, bytes) in broken_frames::broken_messages() {
        let sent = broken_frames::send_broken(&attacker, &bytes);
        let patience = crate::web::requests::PATIENCE;
        let ended = tokio::time::timeout(patience, sent).await;
        assert!(ended.is_ok(), "{name} does not end its connection");
    }
    assert_eq!(broken_frames::offer_compression(&attacker).await, None);
    let bomb = broken_frames::bomb(1 << 20);
    let answer = broken_frames::send_compressed(&attacker, &bomb).await;
    assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
    assert!(server.is_alive());
    assert!(server.memory().peak < BOUND, "{:?}", server.memory());
}
