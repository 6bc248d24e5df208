//! Jobs as they travel: the same questions again, and none that cannot be answered.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use jobs::{Control, Failure, Job};
use play::solve::{Answer, SolveJob, Solving};
use play::split::{Split, Terms};

use crate::crew::FakeCrew;
use crate::positions;

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
            let mut split = Split::new(&diagram, false, Terms { nodes: 300 }).expect("8×8");
            // One hand gets one question after the other, so that the order is the same.
            let mut crew = FakeCrew::new(1, round as u64);
            crew.run_with(&mut split, &mut |job| {
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
