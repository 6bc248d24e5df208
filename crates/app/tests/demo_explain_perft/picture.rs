//! `reversi explain` as an SVG picture.

use std::fs;

use crate::common::{feed, reversi};

/// Draws a tree into a file and returns its text.
#[track_caller]
fn draw(arguments: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tree.svg");
    let mut command = reversi();
    command
        .arg("explain")
        .args(arguments.split_whitespace())
        .arg("--svg")
        .arg(&path);
    let output = feed(&mut command, b"").good();
    assert!(output.contains("tree.svg"), "{output}");
    fs::read_to_string(&path).expect("a picture")
}

/// Checks that a text is one well-formed XML element without unescaped special characters. Returns
/// the text between the tags, line by line.
#[track_caller]
fn read_xml(text: &str) -> Vec<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut words = Vec::new();
    let mut elements = 0;
    let mut rest = text;
    while let Some((words_before, tail)) = rest.split_once('<') {
        assert!(!words_before.contains('>'), "a stray > in {words_before:?}");
        assert_references(words_before);
        if !words_before.trim().is_empty() {
            assert!(
                !open.is_empty(),
                "text outside of everything: {words_before:?}"
            );
            words.push(words_before.trim().to_string());
        }
        let (tag, tail) = tail.split_once('>').expect("a tag ends");
        rest = tail;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed in the wrong order");
            continue;
        }
        let (inside, closed) = match tag.strip_suffix('/') {
            Some(inside) => (inside, true),
            None => (tag, false),
        };
        let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
        assert!(
            name.chars().all(|letter| letter.is_ascii_lowercase()),
            "{tag}"
        );
        assert_attributes(attributes);
        assert!(!open.is_empty() || elements == 0, "a second root: {tag}");
        elements += 1;
        if !closed {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    assert_eq!(rest.trim(), "");
    words
}

#[track_caller]
fn assert_attributes(text: &str) {
    let mut rest = text.trim();
    let mut names = Vec::new();
    while !rest.is_empty() {
        let (name, tail) = rest.split_once("=\"").expect("a value in quotes");
        let (value, tail) = tail.split_once('"').expect("the end of a value");
        assert!(!names.contains(&name), "{name} twice in {text}");
        names.push(name);
        assert_references(value);
        rest = tail.trim_start();
    }
}

/// An ampersand appears only before an XML entity name.
#[track_caller]
fn assert_references(text: &str) {
    for tail in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;", "apos;"];
        assert!(known.iter().any(|name| tail.starts_with(name)), "&{tail}");
    }
}

#[test]
fn a_picture_is_well_formed_and_stands_alone() {
    for arguments in [
        "--example",
        "--example --method minimax",
        "start --depth 3 --player walle",
        "f5d6 --depth 2 --player roxanne --method minimax",
        "-n 26 start --depth 1 --player positional",
        "-n 4 c4d4d3b4a4d2d1b1 --depth 6 --player discs",
    ] {
        let picture = draw(arguments);
        let words = read_xml(&picture);
        assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""));
        assert!(words.len() > 5, "{words:?}");
        for outside in ["href", "url(", "<script", "<image", "@import"] {
            assert!(
                !picture.contains(outside),
                "{outside} in the picture of {arguments}"
            );
        }
    }
}

#[test]
fn a_picture_shows_the_moves_and_the_values() {
    let words = read_xml(&draw("f5d6 --depth 2 --player walle"));
    for shown in ["c3", "c4", "c5", "c6", "c7", "g5", "−2", "≤−2"] {
        assert!(
            words.iter().any(|word| word == shown),
            "{shown} in {words:?}"
        );
    }
    let words = read_xml(&draw("--example"));
    for shown in ["B", "C", "D", "V", "−10", "4", "≥7", "≤3"] {
        let found = words.iter().any(|word| word == shown);
        assert_eq!(
            found,
            shown != "V",
            "K, over V, is skipped: {shown} in {words:?}"
        );
    }
    let words = read_xml(&draw("--example --method minimax"));
    for name in 'B'..='V' {
        let name = name.to_string();
        assert!(words.contains(&name), "{name} in {words:?}");
    }
}

#[test]
fn the_picture_in_the_documentation_is_the_one_that_is_drawn() {
    let documented = include_str!("../../../../docs/explain.svg");
    let drawn = draw("--example");
    let remedy = "draw it again: reversi explain --example --svg docs/explain.svg";
    assert!(
        drawn == documented,
        "docs/explain.svg is out of date; {remedy}"
    );
}

#[test]
fn a_picture_that_cannot_be_written_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    for path in [
        folder.path().to_path_buf(),
        folder.path().join("no/such.svg"),
    ] {
        let mut command = reversi();
        command.args(["explain", "--example", "--svg"]).arg(&path);
        let said = feed(&mut command, b"").bad(1);
        assert!(said.contains(&path.display().to_string()), "{said}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}
