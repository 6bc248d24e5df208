//! Analyses over the live connection.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Live;
use super::server::Server;
use crate::common::{feed, reversi};

/// FFO #40: 20 empty squares, +38 by a2.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------";

/// Waits for the last word on an analysis; all others are handed to `on_news`.
fn last(live: &mut Live, id: u64, mut on_news: impl FnMut(&Value)) -> Value {
    loop {
        let heard = live.hear();
        assert_eq!(
            (&heard["type"], &heard["id"]),
            (&json!("analysis"), &json!(id)),
            "{heard}"
        );
        if heard["done"] == true {
            return heard;
        }
        on_news(&heard);
    }
}

fn boards(count: usize) -> Vec<String> {
    // Some endings with few empty squares, made by filling up FFO #40 in perfect play.
    let line = ["a2", "b1", "c1", "b6", "c7", "a7", "b7", "b8", "d7"];
    (0..count).map(|moves| line[..moves].join(" ")).collect()
}

/// Near the end all scores become exact, and are those of `reversi solve`.
#[test]
fn scores_become_exact_and_right() {
    let server = Server::start();
    let mut live = server.live();
    for (number, line) in boards(9).into_iter().enumerate().skip(6) {
        let moves: Vec<&str> = line.split(' ').collect();
        let begin = json!({"board": FFO_40});
        let id = number as u64;
        live.say(&json!({"type": "analyse", "id": id, "begin": begin, "moves": moves, "lines": 0}));
        let answer = last(&mut live, id, |_| {});
        let line = json!({"begin": begin, "moves": moves});
        let line = server.post("/api/line", None, &line).json();
        let position = line["positions"].as_array().unwrap().last().unwrap();
        let legal = position["legal"].as_object().unwrap();
        let lines = answer["lines"].as_array().unwrap();
        assert_eq!(lines.len(), legal.len());
        let solved = solve(position);
        for (line, solved) in lines.iter().zip(solved["moves"].as_array().unwrap()) {
            assert_eq!(line["kind"], "exact", "{answer}");
            assert_eq!(line["score"], solved["score"], "{answer} {solved}");
            assert!(legal.contains_key(line["square"].as_str().unwrap()));
            assert_eq!(line["moves"][0], line["square"]);
        }
        let mut squares: Vec<&Value> = lines.iter().map(|line| &line["square"]).collect();
        squares.dedup();
        assert_eq!(squares.len(), legal.len());
    }
}

fn solve(position: &Value) -> Value {
    let side = if position["to_move"] == "black" {
        "X"
    } else {
        "O"
    };
    let board = format!("{} {side}", position["board"].as_str().unwrap());
    let output = feed(
        reversi().args(["solve", &board, "--all-moves", "--json"]),
        b"",
    )
    .good();
    serde_json::from_str(output.lines().next().unwrap()).unwrap()
}

/// What is told only gets better, not too often, and lines are as many as were asked for.
#[test]
fn news_only_get_better() {
    let server = Server::start();
    let mut live = server.live();
    live.say(
        &json!({"type": "analyse", "id": 7, "moves": ["f5", "d6"], "lines": 3, "seconds": 2.5}),
    );
    let begin = Instant::now();
    let (mut depths, mut count) = (Vec::new(), 0);
    let answer = last(&mut live, 7, |news| {
        count += 1;
        depths.push(news["depth"].as_u64().unwrap());
        if news["waiting"] == false {
            assert!(news["lines"].as_array().unwrap().len() <= 3);
        }
    });
    let took = begin.elapsed().as_secs_f64();
    assert!((2.3..120.0).contains(&took), "{took}");
    assert!(depths.is_sorted(), "{depths:?}");
    assert!(
        count as f64 <= 4.0 + 10.0 * took,
        "{count} messages in {took} s"
    );
    assert_eq!(answer["lines"].as_array().unwrap().len(), 3);
    // On a busy machine a part of the time passes before the engine begins.
    let searched = answer["seconds"].as_f64().unwrap();
    assert!(searched > 0.0 && searched <= took, "{answer}");
    assert_eq!(answer["lines"][0]["kind"], "estimate");
    assert!(answer["lines"][0]["depth"].as_u64().unwrap() >= 4);
    assert!(answer["nodes"].as_u64().unwrap() > 1000);
    let scores: Vec<f64> = (0..3)
        .map(|place| answer["lines"][place]["score"].as_f64().unwrap())
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // Both sides' moves, and not the first alone.
    assert!(answer["lines"][0]["moves"].as_array().unwrap().len() > 2);
}

#[test]
fn an_analysis_can_be_stopped_and_replaced() {
    let server = Server::start();
    let mut live = server.live();
    let ask = |id: u64, moves: &[&str]| json!({"type": "analyse", "id": id, "moves": moves, "seconds": 60});
    live.say(&ask(1, &["f5"]));
    let heard = live.hear();
    assert_eq!(heard["id"], 1);
    live.say(&json!({"type": "stop", "id": 1}));
    let answer = last(&mut live, 1, |_| {});
    assert!(answer["seconds"].as_f64() < Some(60.0), "{answer}");
    // Nothing happens to what is stopped twice, or never was.
    live.say(&json!({"type": "stop", "id": 1}));
    live.say(&json!({"type": "stop", "id": 99}));
    live.say(&ask(2, &["f5"]));
    live.say(&ask(3, &["f5", "d6"]));
    live.say(&ask(4, &["f5", "f6"]));
    let begin = Instant::now();
    loop {
        let heard = live.hear();
        assert_ne!(heard["type"], "problem", "{heard}");
        if heard["id"] == 4 && heard["waiting"] == false {
            break;
        }
    }
    assert!(
        begin.elapsed() < Duration::from_secs(60),
        "they were waited for"
    );
    // From now on nobody hears of the others.
    live.say(&json!({"type": "stop", "id": 4}));
    last(&mut live, 4, |_| {});
    live.say(&json!({"type": "ping"}));
    assert_eq!(live.hear()["type"], "pong");
}

/// A position on a small board, one where the game is over, and one where a side has to pass.
#[test]
fn all_kinds_of_positions_are_analysed() {
    let server = Server::start();
    let mut live = server.live();
    live.say(&json!({"type": "analyse", "id": 1, "begin": {"size": 4}, "lines": 0}));
    let answer = last(&mut live, 1, |_| {});
    // The second player wins 4×4 by 11 to 3, and the two empty squares count for the winner.
    for line in answer["lines"].as_array().unwrap() {
        assert_eq!(
            (&line["score"], &line["kind"]),
            (&json!(-10), &json!("exact")),
            "{answer}"
        );
        let square = line["square"].as_str().unwrap();
        assert!(["b1", "a2", "d3", "c4"].contains(&square), "{square}");
    }
    let over = "X".repeat(64);
    live.say(&json!({"type": "analyse", "id": 2, "begin": {"board": over}}));
    assert_eq!(last(&mut live, 2, |_| {})["lines"], json!([]));
    // Black cannot move, so White does.
    let stuck = format!("{}O{}X-", "X".repeat(7), "X".repeat(54));
    let stuck = format!("{}{}", stuck, "-".repeat(64 - stuck.len()));
    live.say(&json!({"type": "analyse", "id": 3, "begin": {"board": stuck, "to_move": "black"}}));
    let answer = last(&mut live, 3, |_| {});
    assert!(answer["lines"].as_array().unwrap().len() <= 1, "{answer}");
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let server = Server::start();
    let mut live = server.live();
    for (message, code) in [
        (
            json!({"type": "analyse", "id": 1, "begin": {"size": 10}}),
            "board_too_large",
        ),
        (
            json!({"type": "review", "id": 1, "begin": {"size": 12}, "moves": []}),
            "board_too_large",
        ),
        (
            json!({"type": "analyse", "id": 1, "begin": {"size": 5}}),
            "bad_size",
        ),
        (
            json!({"type": "analyse", "id": 1, "moves": ["a1"]}),
            "illegal_move",
        ),
        (
            json!({"type": "analyse", "id": 1, "lines": 61}),
            "bad_lines",
        ),
        (
            json!({"type": "analyse", "id": 1, "lines": -1}),
            "bad_request",
        ),
        (
            json!({"type": "analyse", "id": 1, "seconds": 0}),
            "bad_seconds",
        ),
        (
            json!({"type": "analyse", "id": 1, "seconds": 1e300}),
            "bad_seconds",
        ),
        (
            json!({"type": "analyse", "id": 1, "depth": 3}),
            "bad_request",
        ),
        (json!({"type": "analyse"}), "bad_request"),
        (json!({"type": "analyse", "id": "one"}), "bad_request"),
        (json!({"type": "stop"}), "bad_request"),
        (json!({"type": "review", "id": 1}), "nothing_to_review"),
        (
            json!({"type": "review", "id": 1, "moves": ["f5"], "level": 0}),
            "bad_level",
        ),
        (
            json!({"type": "review", "id": 1, "moves": ["f5"], "level": 21}),
            "bad_level",
        ),
    ] {
        live.say(&message);
        let heard = live.hear();
        assert_eq!(
            (&heard["type"], &heard["code"]),
            (&json!("problem"), &json!(code)),
            "{message}: {heard}"
        );
        assert!(heard["message"].as_str().unwrap().len() > 10);
        if message.get("id").is_some() {
            assert_eq!(heard["id"], message["id"]);
        }
    }
}
