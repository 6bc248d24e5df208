//! `solve --json`.

use serde_json::Value;

use super::{FFO_1_LATER, FFO_20, board, solve, solve_file, solve_with};

#[track_caller]
fn objects(output: &str) -> Vec<Value> {
    let object = |line| match serde_json::from_str(line) {
        Ok(Value::Object(object)) => Value::Object(object),
        other => panic!("{line:?} is {other:?}"),
    };
    output.lines().map(object).collect()
}

#[test]
fn every_line_is_an_object() {
    let output = solve_file(&format!("{FFO_20}\n{FFO_1_LATER}\n"), &["--json"]).good();
    let objects = objects(&output);
    assert_eq!(objects.len(), 2, "{output}");
    let first = &objects[0];
    assert!(
        first["source"]
            .as_str()
            .is_some_and(|name| name.ends_with("some.obf"))
    );
    for (field, value) in [
        ("number", Value::from(1)),
        ("position", board(FFO_20).into()),
        ("empties", 6.into()),
        ("move", "h5".into()),
        ("score", 6.into()),
        ("exact", true.into()),
        ("kind", "exact".into()),
        ("lower", 6.into()),
        ("upper", 6.into()),
        ("expected", 6.into()),
        ("right", true.into()),
    ] {
        assert_eq!(first[field], value, "{field} in {first}");
    }
    assert!(
        first["depth"].is_u64() && first["nodes"].is_u64(),
        "{first}"
    );
    assert!(
        first["seconds"]
            .as_f64()
            .is_some_and(|seconds| seconds >= 0.0),
        "{first}"
    );
    assert_eq!(first["pv"][0], "h5", "{first}");
    assert!(first.get("moves").is_none(), "{first}");
    assert_eq!(objects[1]["score"], 18);
}

#[test]
fn all_moves_are_in_the_object() {
    let output = solve_file(FFO_20, &["--json", "--all-moves"]).good();
    let object = &objects(&output)[0];
    let moves = object["moves"].as_array().expect("moves");
    let scores = moves.iter().map(|entry| {
        let name = entry["move"].as_str().expect("a name");
        assert_eq!(entry["pv"][0], name, "{entry}");
        (name, entry["score"].as_i64().expect("a score"))
    });
    let scores: Vec<_> = scores.collect();
    assert_eq!(scores, [("h5", 6), ("g6", -2), ("f6", -4), ("h6", -10)]);
}

#[test]
fn the_winner_is_a_sign_and_bounds() {
    let output = solve(&["--json", "--wld", board(FFO_20)]).good();
    let object = &objects(&output)[0];
    // A solver that finds the exact score may report it.
    let exact = object["exact"] == true;
    assert_eq!(
        object["kind"],
        if exact { "exact" } else { "wld" },
        "{object}"
    );
    assert!(
        object["lower"].as_i64().is_some_and(|lower| lower >= 1),
        "{object}"
    );
    assert_eq!(object["expected"], Value::Null, "{object}");
    assert_eq!(object["right"], Value::Null, "{object}");
}

#[test]
fn nothing_else_is_on_standard_output() {
    let input = format!("\"quoted\\\n{}; H5:-2;\nXO\n", board(FFO_20));
    let run = solve_with(&["--json", "-"], &input);
    assert_eq!(run.code, Some(1), "{run:?}");
    let objects = objects(&run.stdout);
    assert_eq!(objects.len(), 1, "{run:?}");
    assert_eq!(objects[0]["right"], false);
    assert_eq!(objects[0]["source"], "standard input");
    assert_eq!(objects[0]["number"], 2);
    assert_eq!(run.stderr.lines().count(), 2, "{run:?}");
}

#[test]
fn a_pass_and_the_end_of_a_game_are_dashes() {
    let over = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXXXXOOOOO---OOOOOOO-OOOOOOO- O";
    let pass = "XXXOXXXXOXXXOXXXOOXXXOXXOOOXXXOXOOOOXXXOOOOOOXO-OOOOOOO-OOOOOOO- O";
    let output = solve(&["--json", over, pass]).good();
    let objects = objects(&output);
    for object in &objects {
        assert_eq!(
            (&object["move"], &object["exact"]),
            (&"--".into(), &true.into()),
            "{object}"
        );
    }
    assert_eq!(
        (&objects[0]["score"], &objects[1]["score"]),
        (&(-6).into(), &2.into())
    );
    assert_eq!(objects[0]["pv"], Value::Array(vec![]));
    assert_eq!(objects[1]["pv"][0], "--");
}
