//! Honest visitors: they play whole games, ask for a hint now and then, or analyse.

use std::ops::Range;
use std::time::Instant;

use serde_json::json;
use tokio::time::sleep;

use crate::web::player::{Chance, Player, Seen, Times, names};
use crate::web::remote::{Remote, hear, say};
use crate::web::server::Server;

/// The network of a class.
pub const CLASS: &str = "192.0.2.0/24";
/// The address that its people share.
const CLASS_ADDRESS: &str = "192.0.2.30";

/// Every so many people one is in the class, one asks for hints, and one analyses.
const IN_CLASS: usize = 6;
const ASKS: usize = 4;
const ANALYSES: usize = 12;

/// An honest visitor.
#[derive(Clone, Debug)]
pub struct Honest {
    number: usize,
    remote: Remote,
    /// The side of the board.
    board: usize,
    /// How long it thinks about a move, in milliseconds.
    thinking: Range<u64>,
}

impl Honest {
    /// The visitor with this number. Most have an address of their own.
    pub fn new(server: &Server, number: usize, board: usize, thinking: Range<u64>) -> Honest {
        let own = format!("198.51.100.{}", 1 + number % 250);
        let is_in_class = number % IN_CLASS == IN_CLASS - 1;
        let address = if is_in_class { CLASS_ADDRESS } else { &own };
        Honest {
            number,
            remote: Remote::new(server, address),
            board,
            thinking,
        }
    }

    /// Plays a game to its end, or analyses some positions.
    pub async fn visit(&self, times: &mut Times) {
        if self.number % ANALYSES == ANALYSES - 1 {
            self.analyse(times).await;
        } else {
            self.play(times).await;
        }
    }

    /// Plays one game, and looks at it again when it is over: nothing is lost.
    async fn play(&self, times: &mut Times) {
        let level = 1 + self.number % 8;
        let white = format!("engine:{level}");
        let wish = json!({"begin": {"size": self.board}, "black": "human", "white": white});
        let mut client = self.remote.http().await.expect("a connection");
        let made = client.post("/api/games", "", &wish).await;
        let mut player = Player {
            seen: Seen::new(&made.expect("a game")),
            times: Times::default(),
            chance: Chance(self.number as u64 + 1),
            thinking: self.thinking.clone(),
            hints: self.number.is_multiple_of(ASKS).then_some(5),
        };
        let played = player.play(&self.remote).await;
        assert!(played.is_some(), "cut off: {:?}", player.seen);
        let path = format!("/api/games/{}", player.seen.id);
        let mut client = self.remote.http().await.expect("a connection");
        let game = client.get(&path).await.expect("an answer");
        assert_eq!(names(&game), player.seen.moves);
        times.add(player.times);
    }

    /// Analyses a position for a moment, a few times, and thinks about it in between.
    async fn analyse(&self, times: &mut Times) {
        let mut socket = self.remote.live().await.expect("a live connection");
        let mut chance = Chance(self.number as u64 + 1);
        for id in 0..4 {
            sleep(2 * chance.within(self.thinking.clone())).await;
            let asked = Instant::now();
            let wish = json!({"type": "analyse", "id": id, "moves": ["f5"], "seconds": 0.1});
            say(&mut socket, &wish).await.expect("it is sent");
            let mut has_lines = false;
            loop {
                let news = hear(&mut socket).await.expect("an analysis");
                assert_eq!(news["type"], "analysis", "{news}");
                if !has_lines && news["lines"] != json!([]) {
                    times.lines.push((asked, asked.elapsed()));
                    has_lines = true;
                }
                if news["done"] == true {
                    break;
                }
            }
        }
    }
}
