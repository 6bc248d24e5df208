//! Reviews over the live connection.

use serde_json::{Value, json};

use super::client::Live;
use super::server::Server;
use super::study_files::{GAME, squares};
use crate::common::run;

/// Waits for a whole review, and looks at what is told on the way.
fn whole(live: &mut Live, id: u64) -> Value {
    let mut judged = 0;
    loop {
        let heard = live.hear();
        assert_eq!(
            (&heard["type"], &heard["id"]),
            (&json!("review"), &json!(id)),
            "{heard}"
        );
        let moves = heard["review"]["moves"].as_array().unwrap().len();
        assert!(moves >= judged, "a review only grows");
        judged = moves;
        if heard["done"] == true {
            return heard["review"].clone();
        }
        assert_eq!(heard["review"]["complete"], false);
    }
}

/// The server says what the command line says, word for word.
#[test]
fn reviews_are_those_of_the_command_line() {
    let output = run(
        &format!("review {GAME} --level 4 --threads 1 --hash 16 --json"),
        "",
    )
    .good();
    let expected: Value = serde_json::from_str(&output).unwrap();
    let server = Server::start();
    let mut live = server.live();
    live.say(&json!({"type": "review", "id": 5, "moves": squares(GAME), "level": 4}));
    assert_eq!(whole(&mut live, 5), expected);
}

/// A review and an analysis go on side by side, and each can be stopped.
#[test]
fn a_review_can_be_stopped() {
    let server = Server::start();
    let mut live = server.live();
    let moves = [
        "f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2", "e3", "d2", "c6",
    ];
    live.say(&json!({"type": "review", "id": 1, "moves": moves, "level": 20}));
    live.say(&json!({"type": "analyse", "id": 2, "moves": ["f5"], "seconds": 60}));
    let mut done = Vec::new();
    live.say(&json!({"type": "stop", "id": 1}));
    live.say(&json!({"type": "stop", "id": 2}));
    while done.len() < 2 {
        let heard = live.hear();
        if heard["done"] == true {
            done.push(heard["id"].as_u64().unwrap());
            if heard["type"] == "review" {
                assert_eq!(heard["review"]["complete"], false);
            }
        }
    }
    done.sort_unstable();
    assert_eq!(done, [1, 2]);
}
