//! The live page of a cup (`--live`), and how little it costs the games.

use std::fs;
use std::net::TcpListener;
use std::process::Command;
use std::thread;

use serde_json::Value;

use super::watcher::LiveCup;
use super::{Cup, FIRST_MOVE, entrants};
use crate::results::page::{by_id, parsed, words};

/// A program waits at the gate before its first move, unless the gate is open.
const GATE: &str = "[ -e open ] || cat gate\n";

/// Two games of a program that waits at the gate.
fn gated() -> Cup {
    let head = "title = \"<Live> & cup\"\nformat = \"round-robin\"\nsize = 6\ngames = 2\nsandbox = \"off\"\n\
                clock = \"600s\"\nstartup = \"600s\"\n\
                [[entrant]]\nname = \"<i>waits</i>\"\nfolder = \"waits\"\nplayer = \"simple:sh bot.sh\"\nseed = 1\n";
    let cup = Cup::new(&(head.to_string() + &entrants(&["greedy"])));
    fs::create_dir(cup.path("waits")).expect("the folder is ours");
    cup.write("waits/bot.sh", &(GATE.to_string() + FIRST_MOVE));
    let made = Command::new("mkfifo").arg(cup.path("waits/gate")).status();
    assert!(made.expect("mkfifo").success());
    cup
}

/// Opens the gate for all games.
fn open_gate(cup: &Cup) {
    cup.write("waits/open", "");
    // The program reads until this is closed.
    drop(
        fs::OpenOptions::new()
            .write(true)
            .open(cup.path("waits/gate")),
    );
}

#[test]
fn a_cup_is_watched_from_its_first_game_to_its_end() {
    let cup = gated();
    let mut live = LiveCup::start(&cup);
    let page = live.page();
    let document = parsed(&page);
    let section = words(by_id(&document, "live"));
    assert!(
        section.contains("0 games played, about 2 left"),
        "{section}"
    );
    assert!(page.contains("; connect-src 'self'\""), "it may connect");
    assert!(page.contains("new EventSource('live')"), "it connects");

    let mut watcher = live.watch();
    let (first, now) = watcher.next().expect("a message");
    assert!(first == "now" && now.is_u64(), "{first}: {now}");
    let is_timed = |boards: &Value| {
        let game = &boards["games"][0];
        game["since"].is_u64() && game["clocks"][0].is_u64() && game["clocks"][1].is_u64()
    };
    let boards = watcher.until("boards", is_timed);
    let game = &boards["games"][0];
    assert_eq!(boards["size"], 6);
    assert_eq!(game["board"].as_str().map(str::len), Some(36), "{game}");
    let names = game["names"].as_array().expect("two names");
    assert!(names.contains(&"<i>waits</i>".into()), "{names:?}");

    open_gate(&cup);
    let over = watcher.until("results", |results| results["finished"] == true);
    assert_eq!(over["games"], 2, "{over}");
    let parts = over["parts"].as_object().expect("parts");
    let names: Vec<&str> = parts.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "bracket",
            "head",
            "latest",
            "podium",
            "progress",
            "qualifier",
            "rulings",
            "standings"
        ]
    );
    for (name, part) in parts {
        let part = part.as_str().expect("HTML");
        assert!(
            page.contains(&format!("<div id=\"part-{name}\">")),
            "{name}"
        );
        assert!(!part.contains("<i>waits"), "{name}: {part}");
    }
    assert!(
        parts["podium"]
            .as_str()
            .is_some_and(|part| part.contains("won."))
    );
    // The page stays, with all games; late visitors see the end.
    live.line_with("The page stays at");
    assert!(live.page().contains("<tr id=\"g2\""));
    let mut late = live.watch();
    late.until("results", |results| results["finished"] == true);
    assert!(live.stop().success());
    late.until("over", |_| true);
    assert_eq!(late.next(), None);

    let left = fs::read_to_string(cup.path("cup-results/results.html")).expect("written");
    assert!(!left.contains("connect-src") && !left.contains("id=\"live\""));
    assert!(!left.contains("EventSource"), "it needs no server");
}

#[test]
fn strangers_get_the_page_and_nothing_else() {
    let cup = Cup::new(&("size = 4\n".to_string() + &entrants(&["greedy", "random"])));
    let mut live = LiveCup::start(&cup);
    live.line_with("The page stays at");
    for (method, path, host, status) in [
        ("GET", "/", "evil.example", 403),
        ("GET", "/", "192.0.2.1", 403),
        ("GET", "/journal.jsonl", "localhost", 404),
        ("GET", "/talk/..%2fjournal.jsonl", "localhost", 404),
        ("GET", "/talk/../../cup.toml", "localhost", 404),
        ("GET", "/talk/none.gz", "localhost", 404),
        ("POST", "/", "localhost", 405),
        ("DELETE", "/live", "localhost", 405),
        ("GET", "/", "127.0.0.1", 200),
    ] {
        let answer = live.ask(method, path, host);
        let expected = format!("HTTP/1.1 {status} ");
        assert!(answer.starts_with(&expected), "{method} {path}: {answer}");
        let head = answer.to_lowercase();
        assert!(head.contains("x-content-type-options: nosniff"), "{answer}");
        assert!(head.contains("frame-ancestors 'none'"), "{answer}");
    }
    assert!(live.stop().success());
}

#[test]
fn wrong_addresses_are_explained() {
    let cup = Cup::new(&("size = 4\n".to_string() + &entrants(&["greedy", "random"])));
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("an address").to_string();
    for (words, code, message) in [
        (vec!["--live", "8090"], 2, "invalid socket address"),
        (vec!["--live", "localhost"], 2, "invalid socket address"),
        (vec!["--public"], 2, "--live"),
        (
            vec!["--live", "0.0.0.0:8090"],
            1,
            "--live 0.0.0.0:8090 would show the cup to other computers; add --public if that is meant, \
             or use 127.0.0.1:8090",
        ),
        (
            vec!["--live", &taken],
            1,
            "--live 127.0.0.1:0 finds a free one",
        ),
        (
            vec!["--live", "192.0.2.1:8090", "--public"],
            1,
            "192.0.2.1 is not an address of this computer",
        ),
    ] {
        let told = cup.run(&words).bad(code);
        assert!(told.contains(message), "{words:?}: {told}");
    }
    assert_eq!(cup.journal().len(), 0, "no game was played");
}

/// The games of a cup, without their times.
fn games(results: &Value) -> Vec<Value> {
    let games = results["games"].as_array().expect("games").iter();
    games.map(|game| game["moves"].clone()).collect()
}

/// The seconds of all moves together.
fn seconds(results: &Value) -> f64 {
    let games = results["games"].as_array().expect("games").iter();
    let turns = games.flat_map(|game| game["turns"].as_array().expect("turns"));
    turns.filter_map(|turn| turn["seconds"].as_f64()).sum()
}

/// The results of a cup that many watch to its end. Every second one reads nothing until then.
fn crowded(cup: &Cup, watchers: usize) -> Value {
    let mut live = LiveCup::start(cup);
    let mut readers = Vec::new();
    let mut idle = Vec::new();
    for number in 0..watchers {
        let mut watcher = live.watch();
        if number % 2 == 0 {
            idle.push(watcher);
            continue;
        }
        readers.push(thread::spawn(move || {
            watcher.until("results", |results| results["finished"] == true);
        }));
    }
    live.line_with("The page stays at");
    for reader in readers {
        reader.join().expect("every watcher sees the end");
    }
    for mut watcher in idle {
        watcher.until("results", |results| results["finished"] == true);
    }
    assert!(live.stop().success());
    cup.results()
}

#[test]
fn two_hundred_watchers_change_no_game() {
    let text =
        "size = 6\nformat = \"round-robin\"\ngames = 2\ntables = 2\nopenings = \"random:4\"\n"
            .to_string()
            + &entrants(&["walle:2", "greedy", "roxanne:2", "random"]);
    let alone = Cup::new(&text);
    alone.run(&[]).good();
    let watched = crowded(&Cup::new(&text), 200);
    assert_eq!(games(&watched), games(&alone.results()));
}

/// The best runs are compared: other work on the machine only makes the others longer. On a busy machine
/// it takes more of them until both had a quiet one.
#[test]
#[ignore = "measures times for minutes: make misfits"]
fn two_hundred_watchers_do_not_slow_the_games() {
    const RUNS: std::ops::RangeInclusive<usize> = 3..=15;
    const MOST: f64 = 10.0;
    let text = "format = \"round-robin\"\ngames = 4\ntables = 1\nopenings = \"random:6\"\n"
        .to_string()
        + &entrants(&["engine:depth=15", "engine:depth=16"]);
    let mut best = [f64::INFINITY; 2];
    let mut more = f64::INFINITY;
    for run in 1..=*RUNS.end() {
        let alone = Cup::new(&text);
        alone.run(&[]).good();
        let watched = crowded(&Cup::new(&text), 200);
        assert_eq!(games(&watched), games(&alone.results()));
        for (best, results) in best.iter_mut().zip([&alone.results(), &watched]) {
            *best = best.min(seconds(results));
        }
        let [alone, watched] = best;
        more = 100.0 * (watched / alone - 1.0);
        eprintln!(
            "{run}: all moves {alone:.3} s alone, {watched:.3} s with 200 watchers, {more:+.1} %"
        );
        if RUNS.contains(&run) && more < MOST {
            return;
        }
    }
    panic!("the games are slower by {more:.1} %");
}
