//! Rooms in memory cannot all be pinned by a few.

use serde_json::json;

use super::attacker::Attacker;
use super::hoarders;
use crate::web::remote::{Remote, raise_limit};
use crate::web::server::Server;

/// More than there are rooms.
const GAMES: usize = 4400;

/// Two addresses watch more games than there are rooms. Others still make games, play them, and open
/// old ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn watchers_cannot_keep_others_from_new_games() {
    raise_limit(2000);
    let server = Server::behind_proxy(&["--connections", "1000"]);
    let attacker = Attacker::new(&server, "203.0.113.7");
    let games = hoarders::games(&attacker, 0..GAMES).await;
    assert_eq!(games.len(), GAMES, "{:?}", attacker.count);
    let _watchers = hoarders::watch_all(&attacker, &games).await;
    println!("{} games, and {:?}", games.len(), attacker.count);
    let honest = Remote::new(&server, "203.0.113.8");
    let mut client = honest.http().await.expect("a connection");
    let wish = json!({"black": "human", "white": "engine:1"});
    let made = client
        .post("/api/games", "", &wish)
        .await
        .expect("an answer");
    assert!(made["id"].is_string(), "{made}");
    for id in [&games[0], &games[GAMES - 1]] {
        let game = client
            .get(&format!("/api/games/{id}"))
            .await
            .expect("an answer");
        assert_eq!(game["id"], id.as_str(), "{game}");
    }
}
