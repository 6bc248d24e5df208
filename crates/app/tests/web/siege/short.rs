//! All attacks at once beside a few honest players: the part of the siege that every test run has.

use std::sync::Arc;

use tokio::task::JoinSet;

use super::attack::{Attack, Strength};
use super::attacker::Attacker;
use super::honest::{CLASS, Honest};
use crate::web::player::Times;
use crate::web::remote::raise_limit;
use crate::web::server::Server;

const PLAYERS: usize = 12;

/// The bound of the server, in megabytes.
const BOUND: u64 = 600;

const STRENGTH: Strength = Strength {
    games: 60,
    analysers: 60,
    connections: 300,
    rooms: 200,
    slow_readers: 20,
    half_requests: 40,
};

/// The server lives and keeps its bound, every honest game ends as it was played, and nobody who is
/// honest is refused anything. Who is served first is in `order`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_attacks_at_once_harm_no_honest_player() {
    raise_limit(3000);
    let bound = BOUND.to_string();
    let mut server = Server::behind_proxy(&["--memory", &bound, "--classroom", CLASS]);
    let mut attacks = JoinSet::new();
    let mut counts = Vec::new();
    for attack in Attack::ALL {
        let attacker = Attacker::new(&server, &attack.address());
        counts.push((attack, Arc::clone(&attacker.count)));
        attacks.spawn(attack.run(attacker, STRENGTH));
    }
    // All of them are at work.
    while counts
        .iter()
        .any(|(_, count)| count.taken() + count.refused() == 0)
    {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let mut players = JoinSet::new();
    for number in 0..PLAYERS {
        let honest = Honest::new(&server, number, 6, 0..20);
        players.spawn(async move { honest.visit(&mut Times::default()).await });
    }
    while let Some(visit) = players.join_next().await {
        visit.expect("an honest player");
    }
    for (attack, count) in &counts {
        println!("{attack:?}: {count:?}");
    }
    println!("{:?} MB", server.memory());
    if let Some(ended) = attacks.try_join_next() {
        panic!("an attack has ended: {ended:?}");
    }
    assert!(server.is_alive());
    assert!(server.memory().peak < BOUND, "{:?}", server.memory());
}
