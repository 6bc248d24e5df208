//! The order of service: an address with much work does not keep another waiting for all of it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::{sleep, timeout};

use super::attacker::{Attacker, Count};
use super::searches;
use crate::web::client::first_legal;
use crate::web::remote::{Remote, hear, say};
use crate::web::server::Server;

/// Games or analyses of the address with much work. It may be allowed fewer.
const MUCH: usize = 60;

/// Waits until the server has taken some of an attacker's work, and takes no more of it at once.
async fn settled(count: &Count) -> u64 {
    let (mut taken, mut same) = (0, 0);
    while taken == 0 || same < 20 {
        sleep(Duration::from_millis(50)).await;
        let now = count.taken();
        same = if now == taken { same + 1 } else { 0 };
        taken = now;
        if taken >= MUCH as u64 {
            break;
        }
    }
    taken
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_games_of_one_address_do_not_delay_the_move_of_another() {
    let server = Server::behind_proxy(&[]);
    let attacker = Attacker::new(&server, "203.0.113.7");
    let count = Arc::clone(&attacker.count);
    let attack = tokio::spawn(searches::strong_games(attacker, MUCH));
    let games = settled(&count).await;
    let honest = Remote::new(&server, "203.0.113.8");
    let mut client = honest.http().await.expect("a connection");
    let wish = json!({"black": "human", "white": "engine:8"});
    let made = client.post("/api/games", "", &wish).await.expect("a game");
    let key = made["keys"]["black"].as_str().expect("a key");
    let path = format!(
        "/api/games/{}/move?wait=reply",
        made["id"].as_str().expect("a name")
    );
    let before = count.answered();
    let body = json!({"square": first_legal(&made["game"])});
    let game = client.post(&path, key, &body).await.expect("an answer");
    let between = count.answered() - before;
    println!("{games} games; {between} of them were answered before the honest one");
    assert_eq!(
        game["moves"].as_array().map(Vec::len),
        Some(2),
        "no reply: {game}"
    );
    assert!(between < games / 2, "{between} of {games} came first");
    assert!(!attack.is_finished());
    attack.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixty_analysers_of_one_address_do_not_delay_the_first_line_of_another() {
    let server = Server::behind_proxy(&[]);
    let attacker = Attacker::new(&server, "203.0.113.7");
    let count = Arc::clone(&attacker.count);
    let attack = tokio::spawn(searches::analysers(attacker, MUCH));
    let analyses = settled(&count).await;
    let honest = Remote::new(&server, "203.0.113.8");
    let mut socket = honest.live().await.expect("a connection");
    let before = count.answered();
    let wish = json!({"type": "analyse", "id": 1, "moves": ["f5"], "seconds": 5});
    say(&mut socket, &wish).await.expect("it is sent");
    let first_line =
        async { while hear(&mut socket).await.expect("news")["lines"] == json!([]) {} };
    let patience = Duration::from_secs(180);
    timeout(patience, first_line).await.expect("a first line");
    let between = count.answered() - before;
    println!("{analyses} analyses; {between} of them had a line before the honest one");
    assert!(between < analyses / 2, "{between} of {analyses} came first");
    assert!(!attack.is_finished());
    attack.abort();
}
