//! The order of service: an address with much work does not keep another waiting for all of it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::{sleep, timeout};

use super::attacker::{Attacker, Count};
use super::searches;
use crate::web::remote::{Remote, hear, say};
use crate::web::server::Server;

/// Games or analyses of the address with much work. It may be allowed fewer.
const MUCH: usize = 60;

/// Long enough for all of that work.
const LONG: Duration = Duration::from_secs(240);

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
    let before = count.answered();
    let wish = searches::strong_wish("engine:8");
    let made = client.post("/api/games", "", &wish).await.expect("a game");
    let mut socket = honest.live().await.expect("a connection");
    let watch = json!({"type": "watch", "game": made["id"]});
    say(&mut socket, &watch).await.expect("it is sent");
    let first_move =
        async { while hear(&mut socket).await.expect("news")["game"]["moves"] == json!([]) {} };
    timeout(LONG, first_move).await.expect("a move");
    let between = count.answered() - before;
    println!("{games} games; {between} of them were answered before the honest one");
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
    timeout(LONG, first_line).await.expect("a first line");
    let between = count.answered() - before;
    println!("{analyses} analyses; {between} of them had a line before the honest one");
    assert!(between < analyses / 2, "{between} of {analyses} came first");
    assert!(!attack.is_finished());
    attack.abort();
}
