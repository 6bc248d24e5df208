//! A thousand live games at once. `make load` runs it; it takes some minutes.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::Message;

use super::client::first_legal;
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

/// How long anything may take before the test gives up.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game, its key, and all moves that its player has been told of.
#[derive(Clone, Debug)]
struct Seen {
    id: String,
    key: String,
    moves: Vec<String>,
    is_over: bool,
}

/// How long things took.
#[derive(Debug, Default)]
struct Times {
    /// From a move to its answer.
    answers: Vec<Duration>,
    /// From a move to the sight of the computer's reply.
    replies: Vec<Duration>,
}

#[test]
#[ignore = "it takes some minutes, and a machine with nothing else to do"]
fn a_thousand_live_games() {
    raise_limit();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let mut server = Server::start();
    println!(
        "{GAMES} games against engine:1, each with a watcher; a person moves every {} to {} s",
        THINKING.start as f64 / 1000.0,
        THINKING.end as f64 / 1000.0
    );
    println!("memory before: {} MB", memory(&server));
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
            println!("memory with all games: {} MB", memory(&server));
            assert!(memory(&server) < MOST_MEMORY);
            kill.send_replace(true);
            server.kill();
        };
        let (played, ()) = tokio::join!(playing, killing);
        played
    });
    report(&times);

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
    report(&times);
    println!("memory at the end: {} MB", memory(&server));
    assert!(memory(&server) < MOST_MEMORY);
    assert!(seen.iter().all(|seen| seen.is_over));
    runtime.block_on(compare(&server.address, &seen, true));
    server.restart();
    runtime.block_on(compare(&server.address, &seen, true));
    let moves: usize = seen.iter().map(|seen| seen.moves.len()).sum();
    println!("after another kill -9: all {moves} moves of {GAMES} games are there, and no others");
}

/// Each player has two connections.
fn raise_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let needed = 2 * GAMES as u64 + 100;
        let mut limit = getrlimit(Resource::Nofile);
        if limit.current.is_some_and(|current| current < needed) {
            limit.current = Some(needed);
            setrlimit(Resource::Nofile, limit).expect("the system gives enough connections");
        }
    }
}

/// Megabytes that the server has in memory.
fn memory(server: &Server) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.id()));
    let status = status.unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    kilobytes.map_or(0, |kilobytes: u64| kilobytes / 1024)
}

fn report(times: &Times) {
    let slowest = [
        ("answers", &times.answers),
        ("replies seen", &times.replies),
    ]
    .map(|(name, times)| {
        let mut times = times.clone();
        times.sort_unstable();
        let part = |percent: usize| times[(times.len() - 1) * percent / 100];
        let [half, most, all] = [50, 99, 100].map(|percent| part(percent).as_secs_f64() * 1e3);
        let count = times.len();
        println!("{name}: {count} in all, p50 {half:.1} ms, p99 {most:.1} ms, max {all:.1} ms");
        part(99)
    });
    assert!(
        slowest.iter().all(|slow| *slow < PROMPT),
        "p99 is {slowest:?}"
    );
}

async fn create(address: &str) -> Vec<Seen> {
    let mut client = Client::new(address).await;
    let mut games = Vec::new();
    for _ in 0..GAMES {
        let wish = json!({"black": "human", "white": "engine:1"});
        let made = client.post("/api/games", "", &wish).await.expect("a game");
        games.push(Seen {
            id: made["id"].as_str().expect("a name").to_string(),
            key: made["keys"]["black"].as_str().expect("a key").to_string(),
            moves: Vec::new(),
            is_over: false,
        });
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
        let (address, killed) = (address.to_string(), killed.clone());
        players.spawn(async move {
            let chance = Chance(number as u64 + 1);
            // People do not all begin at the same moment.
            let mut player = Player {
                seen,
                times: Times::default(),
                chance,
            };
            sleep(player.chance.within(0..THINKING.end)).await;
            let played = player.play(&address).await;
            let was_killed = killed.is_some_and(|killed| *killed.borrow());
            assert!(played.is_some() || was_killed, "cut off: {:?}", player.seen);
            (player.seen, player.times)
        });
    }
    let (mut all, mut times) = (Vec::new(), Times::default());
    while let Some(played) = players.join_next().await {
        let (seen, took) = played.expect("a player");
        all.push(seen);
        times.answers.extend(took.answers);
        times.replies.extend(took.replies);
    }
    (all, times)
}

struct Player {
    seen: Seen,
    times: Times,
    chance: Chance,
}

impl Player {
    /// Plays to the end; `None` when the server is gone before.
    async fn play(&mut self, address: &str) -> Option<()> {
        let mut client = Client::new(address).await;
        let url = format!("ws://{address}/api/live");
        let (mut socket, _) = tokio_tungstenite::connect_async(url).await.ok()?;
        let watch = json!({"type": "watch", "game": self.seen.id, "key": self.seen.key});
        socket.send(Message::text(watch.to_string())).await.ok()?;
        let mut sent: Option<Instant> = None;
        let path = format!("/api/games/{}/move", self.seen.id);
        loop {
            let message = timeout(PATIENCE, socket.next())
                .await
                .expect("some news")?
                .ok()?;
            let Message::Text(text) = message else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            let game = &message["game"];
            self.note(game);
            if self.seen.is_over {
                return Some(());
            }
            let is_mine = game["position"]["to_move"] == "black" && game["thinking"].is_null();
            // A pass may leave us nothing to wait for.
            if !is_mine {
                continue;
            }
            if let Some(sent) = sent.take() {
                self.times.replies.push(sent.elapsed());
            }
            sleep(self.chance.within(THINKING)).await;
            let body = json!({"square": self.chance.legal(game), "ply": self.seen.moves.len()});
            let now = Instant::now();
            let answer = client.post(&path, &self.seen.key, &body).await?;
            self.times.answers.push(now.elapsed());
            if answer["code"] == "stale" {
                // News on their way.
                continue;
            }
            assert_eq!(answer["id"], self.seen.id.as_str(), "{answer}");
            self.note(&answer);
            sent = Some(now);
            if self.seen.is_over {
                return Some(());
            }
        }
    }

    /// Remembers what was told. Nothing that was told before is ever different.
    fn note(&mut self, game: &Value) {
        let moves = names(game);
        let Seen { moves: known, .. } = &mut self.seen;
        let common = known.len().min(moves.len());
        assert_eq!(known[..common], moves[..common], "another past");
        if moves.len() > known.len() {
            *known = moves;
        }
        self.seen.is_over |= game["status"] == "over";
    }
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
    let mut client = Client::new(address).await;
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

fn names(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array().expect("moves");
    let name = |value: &Value| value.as_str().expect("a name").to_string();
    moves.iter().map(name).collect()
}

/// A connection that stays open.
struct Client {
    address: String,
    stream: BufReader<TcpStream>,
}

impl Client {
    async fn new(address: &str) -> Client {
        let stream = TcpStream::connect(address).await.expect("a connection");
        stream.set_nodelay(true).expect("a socket");
        Client {
            address: address.to_string(),
            stream: BufReader::new(stream),
        }
    }

    async fn post(&mut self, path: &str, key: &str, body: &Value) -> Option<Value> {
        let body = body.to_string();
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {key}\r\nContent-Type: \
             application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.ask(&request).await
    }

    async fn get(&mut self, path: &str) -> Option<Value> {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        self.ask(&request).await
    }

    /// The answer; `None` when nobody is there any more.
    async fn ask(&mut self, request: &str) -> Option<Value> {
        timeout(PATIENCE, self.exchange(request))
            .await
            .expect("an answer")
    }

    async fn exchange(&mut self, request: &str) -> Option<Value> {
        self.stream.write_all(request.as_bytes()).await.ok()?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().expect("a length");
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await.ok()?;
        Some(serde_json::from_slice(&body).expect("JSON"))
    }
}

/// Chance that is the same every time.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn within(&mut self, range: std::ops::Range<u64>) -> Duration {
        let span = range.end - range.start;
        Duration::from_millis(range.start + self.next() % span)
    }

    fn legal(&mut self, game: &Value) -> String {
        let legal = game["position"]["legal"]
            .as_object()
            .expect("legal squares");
        let number = self.next() as usize % legal.len().max(1);
        legal
            .keys()
            .nth(number)
            .cloned()
            .unwrap_or_else(|| first_legal(game))
    }
}
