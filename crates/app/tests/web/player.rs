//! A person who plays a whole game over HTTP beside a WebSocket, and how long it took.

use std::ops::Range;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use super::client::first_legal;
use super::remote::{Client, Remote, hear, say};

/// A game, its key, and all moves that its player has been told of.
#[derive(Clone, Debug)]
pub struct Seen {
    pub id: String,
    pub key: String,
    pub moves: Vec<String>,
    pub is_over: bool,
}

impl Seen {
    /// A game that was just created for black.
    pub fn new(made: &Value) -> Seen {
        let text = |value: &Value| {
            value
                .as_str()
                .unwrap_or_else(|| panic!("{made}"))
                .to_string()
        };
        Seen {
            id: text(&made["id"]),
            key: text(&made["keys"]["black"]),
            moves: Vec::new(),
            is_over: false,
        }
    }
}

/// When something was asked for, and how long it took.
pub type Took = (Instant, Duration);

/// How long things took.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// From a move to its answer.
    pub answers: Vec<Took>,
    /// From a move to the sight of the computer's reply.
    pub replies: Vec<Took>,
    /// From the wish for a hint to the hint.
    pub hints: Vec<Took>,
    /// From the wish for an analysis to its first line.
    pub lines: Vec<Took>,
}

impl Times {
    /// Adds the times of another player.
    pub fn add(&mut self, other: Times) {
        self.answers.extend(other.answers);
        self.replies.extend(other.replies);
        self.hints.extend(other.hints);
        self.lines.extend(other.lines);
    }
}

/// Prints how long something took, and returns the time that one in a hundred exceeds.
pub fn report<'t>(name: &str, times: impl Iterator<Item = &'t Took>) -> Duration {
    let mut times: Vec<Duration> = times.map(|(_, took)| *took).collect();
    if times.is_empty() {
        return Duration::ZERO;
    }
    times.sort_unstable();
    let part = |percent: usize| times[(times.len() - 1) * percent / 100];
    let [half, most, all] = [50, 99, 100].map(|percent| part(percent).as_secs_f64() * 1e3);
    let count = times.len();
    println!("{name}: {count} in all, p50 {half:.1} ms, p99 {most:.1} ms, max {all:.1} ms");
    part(99)
}

/// A person who plays black.
pub struct Player {
    pub seen: Seen,
    pub times: Times,
    pub chance: Chance,
    /// How long the person thinks about a move, in milliseconds.
    pub thinking: Range<u64>,
    /// Asks for a hint after each of this number of own moves.
    pub hints: Option<usize>,
}

impl Player {
    /// Plays to the end; `None` when the server is gone before.
    pub async fn play(&mut self, remote: &Remote) -> Option<()> {
        let mut client = remote.http().await?;
        let mut socket = remote.live().await.ok()?;
        let watch = json!({"type": "watch", "game": self.seen.id, "key": self.seen.key});
        say(&mut socket, &watch).await?;
        let mut sent: Option<Instant> = None;
        let path = format!("/api/games/{}/move", self.seen.id);
        loop {
            let message = hear(&mut socket).await?;
            assert_eq!(message["type"], "game", "{message}");
            let game = &message["game"];
            // The answer to a move may be newer than this.
            let is_old = names(game).len() < self.seen.moves.len();
            self.note(game);
            if self.seen.is_over {
                return Some(());
            }
            let is_mine = game["position"]["to_move"] == "black" && game["thinking"].is_null();
            // A pass may leave us nothing to wait for.
            if !is_mine || is_old {
                continue;
            }
            if let Some(sent) = sent.take() {
                self.times.replies.push((sent, sent.elapsed()));
            }
            sleep(self.chance.within(self.thinking.clone())).await;
            self.hint(&mut client).await?;
            let body = json!({"square": self.chance.legal(game), "ply": self.seen.moves.len()});
            let now = Instant::now();
            let answer = client.post(&path, &self.seen.key, &body).await?;
            self.times.answers.push((now, now.elapsed()));
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

    /// Asks for a hint if this player does so now.
    async fn hint(&mut self, client: &mut Client) -> Option<()> {
        let ply = self.seen.moves.len();
        if self
            .hints
            .is_none_or(|every| !(ply / 2).is_multiple_of(every))
        {
            return Some(());
        }
        let path = format!("/api/games/{}/hint", self.seen.id);
        let now = Instant::now();
        let hint = client
            .post(&path, &self.seen.key, &json!({"level": 4}))
            .await?;
        assert!(hint["square"].is_string(), "{hint}");
        self.times.hints.push((now, now.elapsed()));
        Some(())
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

/// The moves of a game.
pub fn names(game: &Value) -> Vec<String> {
    let moves = game["moves"].as_array();
    let moves = moves.unwrap_or_else(|| panic!("no game: {game}"));
    let name = |value: &Value| value.as_str().expect("a name").to_string();
    moves.iter().map(name).collect()
}

/// Chance that is the same every time.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        // splitmix64
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub fn within(&mut self, range: Range<u64>) -> Duration {
        let span = (range.end - range.start).max(1);
        Duration::from_millis(range.start + self.next() % span)
    }

    pub fn legal(&mut self, game: &Value) -> String {
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
