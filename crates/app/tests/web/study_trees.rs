//! Trees of searches, over HTTP.

use serde_json::{Value, json};

use super::server::Server;
use super::study_files::refuses;

fn count(branch: &Value) -> usize {
    let children = branch["children"].as_array().unwrap();
    usize::from(!branch["value"].is_null()) + children.iter().map(count).sum::<usize>()
}

/// The value of the root by the definition of minimax.
fn minimax(branch: &Value) -> i64 {
    let children = branch["children"].as_array().unwrap();
    let values = children.iter().map(minimax);
    let best = if branch["chooser"] == "max" {
        values.max()
    } else {
        values.min()
    };
    best.unwrap_or_else(|| branch["value"]["number"].as_i64().unwrap())
}

fn cuts(branch: &Value) -> usize {
    let children = branch["children"].as_array().unwrap();
    let skipped = children.iter().filter(|child| child["value"].is_null());
    if !branch["cut"].is_null() {
        assert_eq!(branch["cut"]["skipped"], skipped.count());
    }
    usize::from(!branch["cut"].is_null()) + children.iter().map(cuts).sum::<usize>()
}

/// Both methods come to the same value, and alpha-beta looks at less.
#[test]
fn alpha_beta_cuts_and_agrees() {
    let server = Server::start();
    for (size, player) in [(8, "walle:3"), (6, "discs:4"), (10, "positional:2")] {
        let ask = |method: &str| {
            let wish = json!({"begin": {"size": size}, "player": player, "method": method});
            let answer = server.post("/api/explain", None, &wish);
            assert_eq!(answer.status, 200, "{}", answer.text());
            answer.json()
        };
        let (full, cut) = (ask("minimax"), ask("alpha_beta"));
        assert_eq!(
            full["root"]["value"],
            json!({"number": minimax(&full["root"]), "bound": "exact"})
        );
        assert_eq!(full["root"]["value"], cut["root"]["value"], "{player}");
        assert_eq!(full["visited"], count(&full["root"]));
        assert_eq!(cut["visited"], count(&cut["root"]));
        assert_eq!(cuts(&full["root"]), 0);
        assert!(cuts(&cut["root"]) > 0, "{player}");
        assert!(cut["visited"].as_u64() < full["visited"].as_u64());
    }
}

/// However far one asks to look, the answer stays small.
#[test]
fn trees_are_bounded() {
    let server = Server::start();
    let mut largest = 0;
    for depth in 1..=12 {
        for (size, method) in [(8, "minimax"), (8, "alpha_beta"), (26, "minimax")] {
            let wish = json!({"begin": {"size": size}, "moves": [], "player": "walle", "depth": depth, "method": method});
            let answer = server.post("/api/explain", None, &wish);
            match answer.status {
                200 => largest = largest.max(answer.body.len()),
                status => assert_eq!(
                    (status, &answer.json()["code"]),
                    (422, &json!("tree_too_large"))
                ),
            }
        }
    }
    assert!((50_000..300_000).contains(&largest), "{largest}");
}

#[test]
fn nonsense_is_refused_with_a_reason() {
    let server = Server::start();
    let over = format!("{}X{}", "O".repeat(10), "O".repeat(53));
    for (body, code) in [
        (json!({}), "bad_request"),
        (json!({"player": "nobody"}), "bad_player"),
        (json!({"player": "human"}), "bad_player"),
        (json!({"player": "random"}), "bad_player"),
        (json!({"player": "engine"}), "bad_player"),
        (json!({"player": "walle:0"}), "bad_player"),
        (json!({"player": "walle", "depth": 0}), "bad_depth"),
        (json!({"player": "walle", "depth": -1}), "bad_request"),
        (json!({"player": "walle", "method": "guess"}), "bad_request"),
        (
            json!({"player": "walle", "moves": ["f5", "f5"]}),
            "illegal_move",
        ),
        (
            json!({"player": "walle", "begin": {"board": over}}),
            "game_over",
        ),
        (json!({"player": "walle:60"}), "tree_too_large"),
    ] {
        refuses(&server, "/api/explain", &body, 422, code);
    }
}
