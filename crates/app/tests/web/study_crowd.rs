//! A hundred analysers at once.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Live, first_legal};
use crate::server::Server;

const ANALYSERS: usize = 100;

/// No answer to a move takes longer, on a machine with other things to do.
const PROMPT: Duration = Duration::from_secs(4);

/// A hundred analyses do not keep a player waiting, take turns among themselves, and end with their
/// connections.
#[test]
fn a_crowd_that_analyses_is_in_nobodys_way() {
    let server = Server::start();
    let mut crowd: Vec<Live> = (0..ANALYSERS).map(|_| server.live()).collect();
    for (number, live) in crowd.iter_mut().enumerate() {
        let first = ["d3", "c4", "f5", "e6"][number % 4];
        let analyse =
            json!({"type": "analyse", "id": number, "moves": [first], "lines": 2, "seconds": 60});
        live.say(&analyse);
    }
    let table = server.game(&json!({"black": "human", "white": "engine:1"}));
    let mut game = table.look();
    let mut times = Vec::new();
    let began = Instant::now();
    while game["status"] == "playing"
        && (times.len() < 12 || began.elapsed() < Duration::from_secs(4))
    {
        let asked = Instant::now();
        game = table.play(&first_legal(&game));
        times.push(asked.elapsed());
    }
    times.sort();
    let (middle, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{ANALYSERS} analysers; {} moves answered in {middle:?}, the slowest in {slowest:?}",
        times.len()
    );
    assert!(slowest < PROMPT, "{slowest:?}");

    // Several have had a turn by now, and some are told that they wait for theirs.
    let first: Vec<Value> = crowd.iter_mut().map(Live::hear).collect();
    assert!(first.iter().filter(|news| news["waiting"] == true).count() > ANALYSERS / 2);
    let served = |news: &Value| news["waiting"] == false && news["depth"].as_u64() > Some(0);
    let had_a_turn = first.iter().filter(|news| served(news)).count();
    println!("{had_a_turn} were served at once");

    // One who comes and asks for little gets it soon after the crowd has gone.
    drop(crowd);
    let mut live = server.live();
    live.say(&json!({"type": "analyse", "id": 1, "moves": ["f5"], "seconds": 0.3}));
    let asked = Instant::now();
    while live.hear()["done"] != true {}
    let took = asked.elapsed();
    println!("alone again, {took:?} for 0.3 s of analysis");
    assert!(took < Duration::from_secs(10), "{took:?}");
}
