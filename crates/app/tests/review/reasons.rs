//! The reasons of mistakes: below the table, in records, and in JSON the same sentences.

use serde_json::Value;

use super::{PASSES, SMALL, object, review};

/// The mistakes of a review, and what is said about them in a language.
fn sentences(object: &Value, language: &str) -> Vec<(u64, Vec<String>)> {
    let moves = object["moves"].as_array().expect("an array");
    let mistakes = moves
        .iter()
        .filter(|judged| judged["why"] != serde_json::json!([]));
    mistakes
        .map(|judged| {
            let reasons = judged["why"].as_array().expect("an array").iter();
            let said = reasons.chain([&judged["found_by"]]).map(|it| {
                let text = it[language].as_str().expect("a sentence");
                text.to_string()
            });
            (judged["number"].as_u64().expect("a number"), said.collect())
        })
        .collect()
}

/// The words of the part of the output after a heading, however they are broken into lines.
#[track_caller]
fn part_after(output: &str, heading: &str) -> String {
    let (_, part) = output.split_once(&format!("\n{heading}\n")).expect(heading);
    part.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[test]
fn every_mistake_is_explained() {
    let object = object(&[PASSES, "--level", "4"]);
    let moves = object["moves"].as_array().expect("an array");
    for judged in moves {
        let label = judged["label"].as_str().expect("a label");
        let is_mistake = ["inaccuracy", "mistake", "blunder"].contains(&label);
        let reasons = judged["why"].as_array().expect("an array");
        assert_eq!(
            !reasons.is_empty(),
            is_mistake && judged["forced"] == false,
            "{judged}"
        );
        assert_eq!(
            judged["found_by"].is_null(),
            judged["forced"] == true,
            "{judged}"
        );
        for reason in reasons {
            assert_eq!(reason["played"][0], judged["move"], "{reason}");
            assert_eq!(reason["best"][0], judged["best"], "{reason}");
        }
    }
    for (language, heading) in [("en", "Why:"), ("el", "Γιατί:")] {
        let output = review(&[PASSES, "--level", "4", "--lang", language]).good();
        assert!(
            output.lines().all(|line| line.chars().count() < 80),
            "{output}"
        );
        let mut part = part_after(&output, heading).as_str().to_string();
        let said = sentences(&object, language);
        assert!(said.len() > 5, "{said:?}");
        // All of them, in the order of the game, and nothing else but the moves.
        for (number, sentences) in said {
            let (before, rest) = part
                .split_once(&sentences.join(" "))
                .expect("the sentences");
            assert!(before.trim().starts_with(&format!("{number} ")), "{before}");
            assert_eq!(before.split_whitespace().count(), 3, "{before}");
            part = rest.to_string();
        }
        assert_eq!(part, "");
    }
}

#[test]
fn without_mistakes_nothing_is_explained() {
    let output = review(&[SMALL, "-n", "4"]).good();
    assert!(!output.contains("Why:"), "{output}");
}

#[test]
fn reasons_are_in_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.sgf");
    let name = path.to_str().expect("a name in letters");
    let object = object(&[PASSES, "--level", "4"]);
    for language in ["en", "el"] {
        review(&[PASSES, "--level", "4", "--lang", language, "--sgf", name]).good();
        let text = std::fs::read_to_string(&path).expect("a record");
        for (_, sentences) in sentences(&object, language) {
            let (_, reasons) = sentences.split_last().expect("a sentence");
            for sentence in reasons {
                assert!(
                    text.contains(&sentence.replace(':', "\\:")) || text.contains(sentence),
                    "{sentence}"
                );
            }
        }
    }
}

#[test]
fn a_language_is_for_sentences_of_one_game() {
    for other in ["--json", "--all"] {
        let complaint = review(&[PASSES, "--lang", "el", other]).bad(2);
        assert!(
            complaint.contains("--lang") && complaint.contains(other),
            "{complaint}"
        );
    }
    let complaint = review(&[PASSES, "--lang", "de"]).bad(2);
    assert!(complaint.contains("en, el"), "{complaint}");
}
