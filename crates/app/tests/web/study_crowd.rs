//! A hundred analysers at once.

use std::net::{Shutdown, TcpStream};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::client::{Live, first_legal};
use super::server::Server;

const ANALYSERS: usize = 100;

/// A move that had to wait for a turn of each analysis, half a second long, would take longer.
const PROMPT: Duration = Duration::from_secs(40);

/// Long enough for anything on a busy machine.
const LONG: Duration = Duration::from_secs(120);

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

    // Meanwhile the others take turns: half a second each.
    let streams = crowd
        .iter()
        .map(|live| live.socket.get_ref().try_clone().expect("a stream"));
    let streams: Vec<TcpStream> = streams.collect();
    let (served, turns) = mpsc::channel();
    for live in crowd {
        let served = served.clone();
        thread::spawn(move || wait_for_lines(live).then(|| served.send(())));
    }
    let asked = Instant::now();
    for _ in 0..8 {
        turns.recv_timeout(LONG).expect("turns are taken");
    }
    println!(
        "eight of them have had a turn after {:?} more",
        asked.elapsed()
    );

    // One who comes and asks for little gets it soon after the crowd has gone.
    for stream in streams {
        stream.shutdown(Shutdown::Both).expect("it can be ended");
    }
    let mut live = server.live();
    live.say(&json!({"type": "analyse", "id": 1, "moves": ["f5"], "seconds": 0.3}));
    let asked = Instant::now();
    while live.hear()["done"] != true {}
    let took = asked.elapsed();
    println!("alone again, {took:?} for 0.3 s of analysis");
    assert!(took < LONG, "{took:?}");
}

/// Hears news until there are lines, and tells whether they came before the end.
fn wait_for_lines(mut live: Live) -> bool {
    loop {
        match live.socket.read() {
            Ok(Message::Text(text)) => {
                let news: Value = serde_json::from_str(&text).expect("JSON");
                if news["lines"] != json!([]) {
                    return true;
                }
            }
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}

/// Those who take turns lose nothing of what they know by it, and all get the time they asked for.
#[test]
fn turns_keep_what_is_known() {
    const SECONDS: f64 = 1.2;
    let server = Server::start();
    // More than there are engines for them: one for two cores.
    let engines = thread::available_parallelism()
        .map_or(1, usize::from)
        .div_ceil(2);
    let mut crowd: Vec<Live> = (0..=2 * engines).map(|_| server.live()).collect();
    for (live, reply) in crowd.iter_mut().zip(["d6", "f6", "f4"].iter().cycle()) {
        let analyse =
            json!({"type": "analyse", "id": 1, "moves": ["f5", reply], "seconds": SECONDS});
        live.say(&analyse);
    }
    let mut gave_way = 0;
    for live in &mut crowd {
        let mut news = vec![live.hear()];
        while news[news.len() - 1]["done"] != true {
            news.push(live.hear());
        }
        for pair in news.windows(2) {
            let depth = |news: &Value| news["depth"].as_u64();
            let ahead = |news: &Value| news["lines"][0]["depth"].as_u64();
            assert!(depth(&pair[0]) <= depth(&pair[1]), "{pair:?}");
            assert!(ahead(&pair[0]) <= ahead(&pair[1]), "{pair:?}");
            assert!(
                pair[0]["nodes"].as_u64() <= pair[1]["nodes"].as_u64(),
                "{pair:?}"
            );
        }
        let in_between = |news: &&Value| news["waiting"] == true && news["lines"] != json!([]);
        gave_way += news.iter().filter(in_between).count();
        let thought = news[news.len() - 1]["seconds"].as_f64();
        assert!(thought >= Some(SECONDS - 0.1), "{thought:?}");
    }
    // Each has to think three times, and waits in between until few are left.
    assert!(gave_way >= 2, "{gave_way}");
}
