//! Reviews as JSON.

use serde_json::Value;

use super::{PASSES, SMALL, object};

fn number(object: &Value, field: &str) -> f64 {
    object[field]
        .as_f64()
        .unwrap_or_else(|| panic!("no {field} in {object}"))
}

#[test]
fn the_object_of_a_whole_game() {
    let review = object(&[PASSES, "--level", "4"]);
    let mut fields: Vec<&String> = review.as_object().expect("an object").keys().collect();
    fields.sort();
    let expected = "accuracy book complete date event exact_from graph labels level lost moves opening \
                    players score seconds size strength turning_points";
    assert_eq!(fields, expected.split(' ').collect::<Vec<&str>>());
    assert_eq!(review["score"], 26);
    assert_eq!(review["complete"], true);
    assert_eq!(
        (&review["exact_from"], &review["level"]),
        (&8.into(), &4.into())
    );
    let graph = review["graph"].as_array().expect("an array");
    assert_eq!(graph.len(), 61);
    assert_eq!(graph[60]["score"], 26);
    for (after, place) in graph.iter().enumerate() {
        assert_eq!(place["after"], after);
        assert_eq!(place["exact"], after >= 52, "{place}");
        let kind = if after >= 52 { "exact" } else { "estimate" };
        assert_eq!(place["kind"], kind);
    }
    let moves = review["moves"].as_array().expect("an array");
    assert_eq!(moves.len(), 60);
    for (index, judged) in moves.iter().enumerate() {
        assert_eq!(judged["number"], index + 1);
        assert_eq!(judged["move"], PASSES[2 * index..2 * index + 2]);
        let [before, after, lost] = ["before", "after", "lost"].map(|field| number(judged, field));
        assert_eq!(before - after, lost, "{judged}");
        assert!(lost >= 0.0, "{judged}");
        assert_eq!(judged["best"], judged["line"][0]);
        assert_eq!(judged["best"] == judged["move"], lost == 0.0, "{judged}");
        // The graph is for Black; a move is for the side that made it.
        let sign = if judged["color"] == "black" {
            1.0
        } else {
            -1.0
        };
        assert_eq!(number(&graph[index], "score"), sign * before, "{judged}");
        if judged["exact"] == true {
            assert_eq!(number(&graph[index + 1], "score"), sign * after, "{judged}");
        }
    }
    let passes = moves
        .windows(2)
        .filter(|pair| pair[0]["color"] == pair[1]["color"]);
    assert_eq!(passes.count(), 3);
    for color in ["black", "white"] {
        let labels = review["labels"][color].as_object().expect("an object");
        let counted: u64 = labels.values().filter_map(Value::as_u64).sum();
        let chosen = moves
            .iter()
            .filter(|judged| judged["color"] == color && judged["forced"] == false);
        assert_eq!(counted as usize, chosen.count());
        let accuracy = number(&review["accuracy"], color);
        assert!((0.0..=100.0).contains(&accuracy));
    }
}

#[test]
fn one_thread_says_the_same_again() {
    let game = &PASSES[..60];
    let once = object(&[game, "--level", "5"]);
    assert_eq!(once, object(&[game, "--level", "5"]));
}

#[test]
fn a_time_is_shown_instead_of_a_level() {
    let review = object(&[SMALL, "-n", "4", "--time", "0.01", "--exact", "0"]);
    assert_eq!(review["seconds"], 0.01);
    assert_eq!(review["level"], Value::Null);
    assert_eq!(review["size"], 4);
    assert_eq!(review["graph"][9]["exact"], true, "the result");
    assert_eq!(review["graph"][0]["exact"], false);
}
