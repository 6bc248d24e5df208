//! Reviews as a graph in SVG.

use std::fs;

use roxmltree::Document;

use super::{PASSES, object, review};

#[track_caller]
fn draw(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("graph.svg");
    let name = path.to_str().expect("a name in letters");
    let output = review(&[arguments, &["--svg", name]].concat()).good();
    assert!(
        output.ends_with(&format!("The graph is drawn in {name}\n")),
        "{output}"
    );
    fs::read_to_string(&path).expect("a picture")
}

/// The points of a path such as `M1.0 2.0L3.0 4.0`.
fn points(path: &str) -> Vec<(f64, f64)> {
    let corner = |text: &str| {
        let (x, y) = text.split_once(' ').expect("two numbers");
        (x.parse().expect("a number"), y.parse().expect("a number"))
    };
    path.trim_start_matches('M')
        .split('L')
        .map(corner)
        .collect()
}

/// The curve passes through every position, with Black's lead upwards. It has two parts that meet
/// at the first exact score.
#[test]
fn the_curve_is_the_graph() {
    let arguments = [PASSES, "--level", "4"];
    let svg = draw(&arguments);
    let document = Document::parse(&svg).expect("XML");
    let review = object(&arguments);
    let curves: Vec<(&str, Vec<(f64, f64)>)> = document
        .descendants()
        .filter(|node| {
            node.attribute("class")
                .is_some_and(|it| it.starts_with("curve"))
        })
        .map(|node| {
            let class = node.attribute("class").expect("a class");
            (class, points(node.attribute("d").expect("a path")))
        })
        .collect();
    let [
        ("curve book", book),
        ("curve estimate", guessed),
        ("curve", exact),
    ] = &curves[..]
    else {
        panic!("{curves:?}")
    };
    let in_book = review["book"].as_u64().expect("a number") as usize;
    assert_eq!(
        (book.len(), guessed.len(), exact.len()),
        (in_book + 1, 53 - in_book, 9)
    );
    assert_eq!(
        (book.last(), guessed.last()),
        (guessed.first(), exact.first())
    );
    let scores = review["graph"].as_array().expect("an array").iter();
    let scores: Vec<f64> = scores.filter_map(|place| place["score"].as_f64()).collect();
    let curve = book.iter().chain(&guessed[1..]).chain(&exact[1..]);
    let curve: Vec<(f64, f64)> = curve.copied().collect();
    assert_eq!(curve.len(), scores.len());
    // Equal steps to the right, and heights on one scale with zero in the middle.
    let (first, last) = (curve[0], curve[60]);
    let middle = 232.0;
    let unit = (middle - last.1) / scores[60];
    assert!(unit > 0.0, "Black's lead goes up");
    for (index, (x, y)) in curve.iter().enumerate() {
        let expected = first.0 + (last.0 - first.0) * index as f64 / 60.0;
        assert!((x - expected).abs() < 0.1, "{x} for {expected}");
        let expected = middle - unit * scores[index];
        assert!((y - expected).abs() < 0.5, "{y} for {expected} at {index}");
    }
}

#[test]
fn turning_points_and_words_are_there() {
    let arguments = [PASSES, "--level", "4"];
    let svg = draw(&arguments);
    let document = Document::parse(&svg).expect("XML");
    let words: Vec<&str> = document
        .descendants()
        .filter_map(|node| node.text())
        .collect();
    let review = object(&arguments);
    let turning = review["turning_points"].as_array().expect("an array");
    assert!(!turning.is_empty());
    for number in turning {
        let number = number.as_u64().expect("a number") as usize;
        let name = format!("{number}. {}", &PASSES[2 * number - 2..2 * number]);
        assert!(words.contains(&name.as_str()), "{name} in {words:?}");
    }
    let circles = svg.matches("<circle class=\"turn\"").count();
    assert_eq!(circles, turning.len());
    assert_eq!(svg.matches("<circle class=\"hit\"").count(), 61);
    assert_eq!(svg.matches(", White passes: ").count(), 3, "{svg}");
    let has = |text: &str| words.iter().any(|word| word.contains(text));
    assert!(has("Black won 45-19 · "), "{words:?}");
    assert!(has("moves 53-60 exact, from 8 empties on."), "{words:?}");
}

/// Names may contain any text.
#[test]
fn names_do_not_break_the_picture() {
    let record = "(;GM[Othello]PB[<b>&\"Ann\"]PW[\u{7}Bob]B[f5]W[d6];)";
    let svg = draw(&[record, "--level", "3"]);
    let document = Document::parse(&svg).expect("XML");
    let title = document
        .descendants()
        .find(|node| node.has_tag_name("title"));
    let title = title.and_then(|node| node.text()).expect("a title");
    assert!(title.starts_with("<b>&\"Ann\" (Black) – "), "{title}");
}

/// A game of one move: all exact or nothing exact.
#[test]
fn the_shortest_games_can_be_drawn() {
    for arguments in [
        ["f5", "--level", "3"],
        ["f5", "--exact", "0"],
        ["f5d6", "--level", "3"],
    ] {
        let svg = draw(&arguments);
        Document::parse(&svg).expect("XML");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
