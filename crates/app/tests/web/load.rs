//! A thousand live games at once. `make load` runs it; it takes some minutes.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::player::{Chance, Player, Seen, Times, names, report};
use super::remote::{Remote, raise_limit};
use super::server::Server;

/// How many games there are at once.
const GAMES: usize = 1000;

/// How long a person thinks about a move, in milliseconds.
const THINKING: std::ops::Range<u64> = 2000..5000;

/// For how long the first part is played before the server is killed.
const FIRST_PART: Duration = Duration::from_secs(40);

/// An answer to a move takes no longer, but for one in a hundred.
const PROMPT: Duration = Duration::from_millis(250);

/// The most memory, in megabytes: engines and what they know, and then the games.
const MOST_MEMORY: u64 = 200;

#[test]
#[ignore = "it takes some minutes, and a machine with nothing else to do"]
fn a_thousand_live_games() {
    // Each player has two connections.
    raise_limit(2 * GAMES as u64 + 100);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let mut server = Server::start();
    println!(
        "{GAMES} games against engine:1, each with a watcher; a person moves every {} to {} s",
        THINKING.start as f64 / 1000.0,
        THINKING.end as f64 / 1000.0
    );
    println!("memory before: {} MB", server.memory().now);
    let began = Instant::now();
    let seen = runtime.block_on(create(&server.address));
    println!(
        "{GAMES} games made in {:.1} s",
        began.elapsed().as_secs_f64()
    );

    println!(
        "first part: {} s, and killed in the middle of it",
        FIRST_PART.as_secs()
    );
    let (seen, times) = runtime.block_on(async {
        let (kill, ended) = watch::channel(false);
        let address = server.address.clone();
        let playing = play(&address, seen, Some(ended));
        let killing = async {
            sleep(FIRST_PART).await;
            println!("memory with all games: {} MB", server.memory().now);
            assert!(server.memory().now < MOST_MEMORY);
            kill.send_replace(true);
            server.kill();
        };
        let (played, ()) = tokio::join!(playing, killing);
        played
    });
    report_all(&times);

    server.restart();
    let extra = runtime.block_on(compare(&server.address, &seen, false));
    println!(
        "after kill -9 and a restart: all {GAMES} games have every move that was told, and {extra} \
         moves more that were being answered"
    );
    let (seen, times) = runtime.block_on(async {
        let seen = renew(&server.address, seen).await;
        play(&server.address, seen, None).await
    });
    println!("second part: to the end of all games");
    report_all(&times);
    println!("memory at the end: {} MB", server.memory().now);
    assert!(server.memory().now < MOST_MEMORY);
    assert!(seen.iter().all(|seen| seen.is_over));
    runtime.block_on(compare(&server.address, &seen, true));
    server.restart();
    runtime.block_on(compare(&server.address, &seen, true));
    let moves: usize = seen.iter().map(|seen| seen.moves.len()).sum();
    println!("after another kill -9: all {moves} moves of {GAMES} games are there, and no others");
}

fn report_all(times: &Times) {
    let slowest = [
        report("answers", times.answers.iter()),
        report("replies seen", times.replies.iter()),
    ];
    assert!(
        slowest.iter().all(|slow| *slow < PROMPT),
        "p99 is {slowest:?}"
    );
}

async fn create(address: &str) -> Vec<Seen> {
    let mut client = Remote::here(address).http().await.expect("a connection");
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let wish = json!({"black": "human", "white": "engine:1"});
        let made = client.post("/api/games", "", &wish).await.expect("a game");
        games.push(Seen::new(&made));
    }
    games
}

/// Plays all games, each in a task of its own with a watcher, to the end or until the server is
/// killed.
async fn play(
    address: &str,
    seen: Vec<Seen>,
    killed: Option<watch::Receiver<bool>>,
) -> (Vec<Seen>, Times) {
    let mut players = JoinSet::new();
    for (number, seen) in seen.into_iter().enumerate() {
        let (remote, killed) = (Remote::here(address), killed.clone());
        players.spawn(async move {
            let chance = Chance(number as u64 + 1);
            // People do not all begin at the same moment.
            let mut player = Player {
                seen,
                times: Times::default(),
                chance,
                thinking: THINKING,
                hints: None,
            };
            sleep(player.chance.within(0..THINKING.end)).await;
            let played = player.play(&remote).await;
            let was_killed = killed.is_some_and(|killed| *killed.borrow());
            assert!(played.is_some() || was_killed, "cut off: {:?}", player.seen);
            (player.seen, player.times)
        });
    }
    let (mut all, mut times) = (Vec::new(), Times::default());
    while let Some(played) = players.join_next().await {
        let (seen, took) = played.expect("a player");
        all.push(seen);
        times.add(took);
    }
    (all, times)
}

/// Reads all games, and compares them with what their players have seen. Tells how many moves there
/// are that were not seen.
async fn compare(address: &str, seen: &[Seen], exactly: bool) -> usize {
    let games = read(address, seen).await;
    let mut extra = 0;
    for seen in seen {
        let moves = names(&games[&seen.id]);
        assert!(moves.starts_with(&seen.moves), "{seen:?}: {moves:?}");
        extra += moves.len() - seen.moves.len();
        // A move that was on its way, and the computer's reply with passes between.
        assert!(moves.len() <= seen.moves.len() + 4, "{seen:?}: {moves:?}");
    }
    assert!(!exactly || extra == 0, "{extra} moves that nobody saw");
    extra
}

async fn read(address: &str, seen: &[Seen]) -> HashMap<String, Value> {
    let mut client = Remote::here(address).http().await.expect("a connection");
    let mut games = HashMap::new();
    for Seen { id, .. } in seen {
        let game = client
            .get(&format!("/api/games/{id}"))
            .await
            .expect("a game");
        games.insert(id.clone(), game);
    }
    games
}

/// What players see when they come back.
async fn renew(address: &str, seen: Vec<Seen>) -> Vec<Seen> {
    let games = read(address, &seen).await;
    let mut seen = seen;
    for one in &mut seen {
        one.moves = names(&games[&one.id]);
    }
    seen
}
