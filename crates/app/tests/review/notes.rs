//! Reviews as annotated records.

use std::fs;

use rules::formats::{ggf, sgf};
use rules::{Mark, Record, Value};

use super::{PASSES, SMALL, object, review};

/// Reviews a game into a record file and returns its text.
#[track_caller]
fn annotated(arguments: &[&str], option: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let name = path.to_str().expect("a name in letters");
    let output = review(&[arguments, &[option, name]].concat()).good();
    let told = format!("The game with notes is in {name}\n");
    assert!(output.ends_with(&told), "{output}");
    fs::read_to_string(&path).expect("a record")
}

/// Every value, mark and better line is in the record.
#[track_caller]
fn check(record: &Record, review: &serde_json::Value) {
    let moves = review["moves"].as_array().expect("an array");
    assert_eq!(record.game.turns().len(), moves.len());
    for judged in moves {
        let number = judged["number"].as_u64().expect("a number") as usize;
        let note = record.note(number).expect("a note");
        let after = judged["after"].as_f64().expect("a score");
        assert_eq!(
            note.value,
            Some(Value((after * 100.0).round() as i32)),
            "{judged}"
        );
        let label = judged["label"].as_str().expect("a label");
        let words = note.comment.to_lowercase();
        assert_eq!(
            words.starts_with(&format!("{label}: ")),
            label != "best",
            "{words}"
        );
        if label != "best" {
            let best = judged["best"].as_str().expect("a move");
            assert!(words.contains(&format!("; {best} leads to ")), "{words}");
        }
    }
    let about = &record.note(0).expect("a note").comment;
    assert!(
        about.starts_with("Reviewed by reversi: accuracy Black "),
        "{about}"
    );
}

#[test]
fn a_ggf_record_has_values_and_comments() {
    let text = annotated(&[PASSES, "--level", "4"], "--ggf");
    let record = ggf::read(text.trim_end()).expect("GGF");
    check(&record, &object(&[PASSES, "--level", "4"]));
}

#[test]
fn an_sgf_record_has_marks_and_variations_too() {
    let text = annotated(&[PASSES, "--level", "4"], "--sgf");
    let record = sgf::read(&text).expect("SGF");
    let review = object(&[PASSES, "--level", "4"]);
    check(&record, &review);
    let moves = review["moves"].as_array().expect("an array");
    for (judged, number) in moves.iter().zip(1..) {
        let mark = match judged["label"].as_str().expect("a label") {
            "inaccuracy" => Some(Mark::Doubtful),
            "mistake" => Some(Mark::Bad),
            "blunder" => Some(Mark::VeryBad),
            _ => None,
        };
        assert_eq!(
            record.note(number).and_then(|note| note.mark),
            mark,
            "{judged}"
        );
    }
    let worse = moves.iter().filter(|judged| judged["label"] != "best");
    assert_eq!(record.variations.len(), worse.clone().count());
    assert!(record.variations.len() > 10);
    for judged in worse {
        let after = judged["number"].as_u64().expect("a number") as usize - 1;
        let index = record.variations.iter().position(|it| it.after == after);
        let index = index.unwrap_or_else(|| panic!("no variation for {judged}"));
        let names: Vec<String> = record.variations[index]
            .moves
            .iter()
            .map(ToString::to_string)
            .collect();
        let line = judged["line"].as_array().expect("an array");
        let line: Vec<&str> = line.iter().filter_map(|name| name.as_str()).collect();
        let line: Vec<&str> = line.into_iter().filter(|name| *name != "--").collect();
        assert_eq!(names, line, "{judged}");
        let end = record.game_of(index).expect("legal moves");
        if judged["exact"] == true {
            assert!(end.is_over(), "an exact line goes to the end: {judged}");
        }
    }
}

/// A reviewed record can be reviewed again and keeps its own comments.
#[test]
fn comments_of_a_record_stay() {
    let record = "(;GM[Othello]PB[Ann]PW[Bob]TY[8]CO[Final]B[f5//1.5]CO[My usual]W[d6]B[c3];)";
    let text = annotated(&[record, "--level", "3"], "--ggf");
    let read = ggf::read(text.trim_end()).expect("GGF");
    assert_eq!(read.info.players.black, "Ann");
    let beginning = &read.note(0).expect("a note").comment;
    assert!(beginning.starts_with("Final"), "{beginning}");
    assert!(beginning.contains("Reviewed by reversi"), "{beginning}");
    let first = read.note(1).expect("a note");
    assert_eq!(first.comment, "My usual");
    assert!(first.time.is_some() && first.value.is_some());
    let small = annotated(&[SMALL, "-n", "4"], "--sgf");
    assert!(small.contains("SZ[4]"), "{small}");
}
