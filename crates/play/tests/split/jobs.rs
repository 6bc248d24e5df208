//! Jobs of a split position: they survive serialisation, and invalid ones are rejected.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use jobs::{Control, Failure, Job, RemoteJob};
use play::solve::{Answer, SolveJob, Solving};
use play::split::{Budget, Split};
use serde_json::{Value, json};

use super::fake_executor::FakeExecutor;
use super::positions;

fn perform(job: &SolveJob, stopped: bool) -> Result<Answer, Failure> {
    let pulse = &mut Control {
        stop: &AtomicBool::new(stopped),
        progress: &mut |_| {},
    };
    job.run(&mut Solving::new(1, 1), pulse)
}

#[test]
fn who_starts_again_asks_the_same() {
    for diagram in positions(8, 13, 3, 21) {
        let mut known: HashMap<String, Answer> = HashMap::new();
        let mut asked = [0, 0];
        for (round, asked) in asked.iter_mut().enumerate() {
            let mut split = Split::new(&diagram, false, Budget { nodes: 300 }).expect("8×8");
            // One executor answers one job after the other, so that the order is fixed.
            let mut executor = FakeExecutor::new(1, round as u64);
            executor.run_with(&mut split, &mut |job| {
                let text = serde_json::to_string(job).expect("text");
                if let Some(answer) = known.get(&text) {
                    return Ok(answer.clone());
                }
                *asked += 1;
                let answer = perform(job, false).expect("an answer");
                known.insert(text, answer.clone());
                Ok(answer)
            });
            split.analysis().expect("an answer");
        }
        assert!(asked[0] > 10 && asked[1] == 0, "{asked:?} on {diagram}");
    }
}

#[test]
fn the_text_of_a_job_says_all() {
    let diagram = positions(8, 13, 1, 21)[0];
    let job = SolveJob::new(&diagram, true, false).expect("8×8");
    let text = serde_json::to_string(&job).expect("text");
    assert_eq!(text, format!(r#"{{"position":"{diagram}","wld":true}}"#));
    let again: SolveJob = serde_json::from_str(&text).expect("a job");
    assert_eq!(again, job);
    let answer = perform(&job, false).expect("an answer");
    let text = serde_json::to_string(&answer).expect("text");
    let again: Answer = serde_json::from_str(&text).expect("an answer");
    assert_eq!(again, answer);
}

#[test]
fn jobs_that_cannot_be_done_are_refused() {
    let board = positions(8, 5, 1, 3)[0].to_string();
    let large = "X".repeat(2000);
    for (text, why) in [
        (r#"{"position":""}"#.to_string(), "the position: "),
        (r#"{"position":"XO?"}"#.to_string(), "the position: "),
        (format!(r#"{{"position":"{large}"}}"#), "too long"),
        (
            format!(r#"{{"position":"{} X"}}"#, "-".repeat(100)),
            "too large to be solved",
        ),
        (leaf(&board, "[4,4]", "9"), "the window 4..4"),
        (leaf(&board, "[5,4]", "9"), "the window 5..4"),
        (leaf(&board, "[-66,4]", "9"), "the window -66..4"),
        (leaf(&board, "[4,66]", "9"), "the window 4..66"),
        (leaf(&board, "[-2147483648,2147483647]", "9"), "the window"),
        (leaf(&board, "[0,1]", "0"), "0 nodes should be from 1"),
        (
            leaf(&board, "[0,1]", "18446744073709551615"),
            "nodes should be",
        ),
        (
            leaf(&board, "[0,1]", "9").replace("\"leaf\"", "\"wld\":true,\"leaf\""),
            "neither with `wld`",
        ),
    ] {
        let job: SolveJob = serde_json::from_str(&text).expect("JSON");
        match perform(&job, false) {
            Err(Failure::Failed(reason)) => assert!(reason.contains(why), "{text}: {reason}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    serde_json::from_str::<SolveJob>(r#"{"position":"X","command":"rm"}"#).expect_err("unknown");
    serde_json::from_str::<SolveJob>(&leaf(&board, "[0]", "9")).expect_err("half a window");
}

fn leaf(board: &str, window: &str, nodes: &str) -> String {
    format!(r#"{{"position":"{board}","leaf":{{"window":{window},"nodes":{nodes}}}}}"#)
}

#[test]
fn a_leaf_that_is_stopped_has_no_answer() {
    let board = positions(8, 40, 1, 3)[0].to_string();
    let job: SolveJob = serde_json::from_str(&leaf(&board, "[0,1]", "1000000000")).expect("JSON");
    assert_eq!(perform(&job, true), Err(Failure::Stopped));
}

/// A copy of an answer with another value at one place.
fn forged(answer: &Answer, pointer: &str, value: Value) -> Answer {
    let mut other = serde_json::to_value(answer).expect("JSON");
    *other.pointer_mut(pointer).expect("a place") = value;
    serde_json::from_value(other).expect("the shape of an answer")
}

#[test]
fn answers_verify_and_forged_ones_do_not() {
    for (side, empties) in [(8, 9), (6, 9), (4, 8)] {
        for diagram in positions(side, empties, 8, 5) {
            for (wld, all_moves) in [(false, false), (true, false), (false, true), (true, true)] {
                let job =
                    SolveJob::new(&diagram, wld, all_moves).expect("a size that can be solved");
                let answer = perform(&job, false).expect("an answer");
                assert_eq!(job.verify(&answer), Ok(()), "{answer:?} for {job:?}");
                let refused = |pointer: &str, value: Value, why: &str| {
                    let reason = job.verify(&forged(&answer, pointer, value));
                    let reason = reason.expect_err(pointer);
                    assert!(reason.contains(why), "{pointer}: {reason}");
                };
                let area = (side * side) as i32;
                refused("/lines/0/score", json!(400 * 128), "beyond 64 discs");
                refused("/lines/0/kind", json!({"estimate": 9}), "not solved");
                refused("/lines/0/moves", json!("a1 a1"), "cannot be played");
                refused("/lines", json!([]), "too few lines");
                if side < 8 {
                    let beyond = json!((area + 2) * 128);
                    refused("/lines/0/score", beyond, "beyond the discs");
                }
                if !wld {
                    refused("/lines/0/score", json!(1), "not an even number");
                }
                if all_moves && diagram.legal_moves().len() > 1 {
                    let mut fewer = serde_json::to_value(&answer).expect("JSON");
                    let lines = fewer["lines"].as_array_mut().expect("lines");
                    lines.pop();
                    let fewer = lines.clone();
                    refused("/lines", json!(fewer), "too few lines");
                    let mut twice = fewer;
                    twice.push(twice[0].clone());
                    refused("/lines", json!(twice), "begin with one move");
                }
            }
        }
    }
}

/// A worker that forges a score is found by another that solves the same position.
#[test]
fn answers_agree_with_each_other_and_not_with_forged_ones() {
    for diagram in positions(8, 9, 8, 7) {
        for (wld, all_moves) in [(false, false), (true, false), (false, true)] {
            let job = SolveJob::new(&diagram, wld, all_moves).expect("8×8");
            let (one, other) = (perform(&job, false), perform(&job, false));
            let (one, other) = (one.expect("an answer"), other.expect("an answer"));
            assert!(job.agrees(&one, &other));
            let score = one.analysis(&diagram).expect("an analysis").best().score;
            let lie = if score.rounded() > 0 { -40 } else { 40 };
            let forged = forged(&one, "/lines/0/score", json!(lie * 128));
            assert!(!job.agrees(&forged, &other) && !job.agrees(&other, &forged));
        }
    }
    // Of a leaf, bounds that exclude each other cannot both be right; an estimate says nothing.
    let board = positions(8, 10, 1, 3)[0].to_string();
    let job: SolveJob = serde_json::from_str(&leaf(&board, "[0,1]", "1000000")).expect("JSON");
    let answer = perform(&job, false).expect("an answer");
    let kind = |kind: Value| forged(&answer, "/lines/0/kind", kind);
    let (low, high) = (
        kind(json!({"bounds": [-8192, -256]})),
        kind(json!({"bounds": [256, 8192]})),
    );
    assert!(!job.agrees(&low, &high) && job.agrees(&low, &low));
    assert!(job.agrees(&low, &kind(json!({"estimate": 9}))));
}

#[test]
fn a_line_ends_with_the_score_that_it_claims() {
    let mut ends = 0;
    for diagram in positions(8, 8, 40, 6) {
        for wld in [false, true] {
            let job = SolveJob::new(&diagram, wld, false).expect("8×8");
            let answer = perform(&job, false).expect("an answer");
            let score = answer.analysis(&diagram).expect("an analysis").best().score;
            let (discs, step) = (score.rounded(), if wld { 1 } else { 2 });
            let other = if discs > 0 { -step } else { discs + step };
            let forged = forged(&answer, "/lines/0/score", json!(other * 128));
            // A line that stops early proves nothing.
            ends += usize::from(job.verify(&forged).is_err());
        }
    }
    assert!(ends > 40, "{ends} of 80 lines go to the end");
}

#[test]
fn a_leaf_has_to_be_decided_or_estimated() {
    let diagram = positions(8, 10, 1, 3)[0];
    let job: SolveJob =
        serde_json::from_str(&leaf(&diagram.to_string(), "[0,1]", "1000000")).expect("JSON");
    let answer = perform(&job, false).expect("an answer");
    assert_eq!(job.verify(&answer), Ok(()));
    let undecided = json!({"bounds": [-8192, 8192]});
    let reason = job.verify(&forged(&answer, "/lines/0/kind", undecided));
    assert!(reason.unwrap_err().contains("neither decides the window"));
    let other = positions(8, 10, 2, 3)[1];
    let other = SolveJob::new(&other, false, false).expect("8×8");
    let reason = other
        .verify(&answer)
        .expect_err("the answer to another job");
    assert!(reason.contains("makes no sense"), "{reason}");
}
