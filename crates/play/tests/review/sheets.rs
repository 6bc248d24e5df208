//! Reviews as text: they survive serialisation, and wrong ones are rejected.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use jobs::{Control, Failure, Job, RemoteJob};
use play::review::why::why;
use play::review::{Ahead, Effort, ReviewJob, ReviewSheet, Reviewing};
use rules::formats::{board_string, transcript};
use rules::{Diagram, Game, Size, Start};
use serde_json::{Value, json};

use super::games::random_games;
use super::{effort, review};

/// A game with three passes near the end.
const PASSES: &str = "c4e3f6b4e2f4f3d6c3g2g3h2d7e1c5e7b6a7c6b5d3e8f5d2a5e6d1c1c7c8a3f1b3a4a6c2b2\
                      g5f7a1f2f8h1a2b1g1g8h8a8g6g7h6b7g4b8d8h3h5h4h7";

fn game(moves: &str) -> Game {
    let start = Diagram::start(Size::EIGHT, Start::Standard);
    transcript::read(moves, start).expect("legal moves")
}

fn perform(job: &Value) -> Result<ReviewSheet, Failure> {
    let job: ReviewJob = serde_json::from_value(job.clone()).expect("the shape of a job");
    let stop = AtomicBool::new(false);
    let progress = &mut |_: &str| {};
    job.run(
        &mut Reviewing::new(4),
        &mut Control {
            stop: &stop,
            progress,
        },
    )
}

#[track_caller]
fn refused(job: &Value) -> String {
    match perform(job) {
        Err(Failure::Failed(reason)) => reason,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_review_survives_the_journey() {
    let mut games: Vec<Game> = random_games(8, 1..3).collect();
    games.extend(random_games(6, 3..4));
    games.extend(random_games(4, 4..6));
    games.push(game(PASSES));
    games.push(game(&PASSES[..30]));
    let effort = effort(4, 8);
    let mut hand = Reviewing::new(4);
    for game in games {
        let job = serde_json::to_string(&ReviewJob::new(&game, effort)).unwrap();
        assert!(job.len() < 400, "{job}");
        let job: ReviewJob = serde_json::from_str(&job).unwrap();
        assert_eq!(job.game(), Ok(game.clone()));
        assert_eq!(job.effort(), Ok(effort));
        let stop = AtomicBool::new(false);
        let mut told = 0;
        let progress = &mut |_: &str| told += 1;
        let sheet = job
            .run(
                &mut hand,
                &mut Control {
                    stop: &stop,
                    progress,
                },
            )
            .unwrap();
        assert_eq!(told, game.turns().len() + 1);
        let text = serde_json::to_string(&sheet).unwrap();
        assert!(text.len() < 20_000, "{} bytes", text.len());
        let sheet: ReviewSheet = serde_json::from_str(&text).unwrap();
        assert_eq!(job.verify(&sheet), Ok(()));
        let there = sheet.review(&game, effort).expect("a review");
        assert_eq!(there, review(&game, effort));
    }
}

#[test]
fn earlier_results_do_not_matter() {
    let (one, other) = (game(PASSES), random_games(8, 1..2).next().expect("a game"));
    let job = |game| serde_json::to_value(ReviewJob::new(game, effort(4, 8))).unwrap();
    let fresh = perform(&job(&one)).unwrap();
    let mut hand = Reviewing::new(4);
    let stop = AtomicBool::new(false);
    for game in [&other, &one, &one] {
        let progress = &mut |_: &str| {};
        let job = ReviewJob::new(game, effort(4, 8));
        let sheet = job
            .run(
                &mut hand,
                &mut Control {
                    stop: &stop,
                    progress,
                },
            )
            .unwrap();
        assert_eq!(sheet == fresh, game == &one);
    }
}

#[test]
fn a_time_travels_too() {
    let effort = Effort {
        ahead: Ahead::Time(Duration::from_nanos(1_500_001)),
        exact: 6,
    };
    let job = ReviewJob::new(&game("f5"), effort);
    let text = serde_json::to_string(&job).unwrap();
    let job: ReviewJob = serde_json::from_str(&text).unwrap();
    assert_eq!(job.effort(), Ok(effort));
}

#[test]
fn a_review_that_is_stopped_is_none() {
    let stop = AtomicBool::new(true);
    let progress = &mut |_: &str| {};
    let job = ReviewJob::new(&game(PASSES), effort(4, 8));
    let answer = job.run(
        &mut Reviewing::new(4),
        &mut Control {
            stop: &stop,
            progress,
        },
    );
    assert_eq!(answer, Err(Failure::Stopped));
}

#[test]
fn invalid_jobs_are_refused() {
    let start = board_string::write(&Diagram::start(Size::EIGHT, Start::Standard));
    let large = board_string::write(&Diagram::start(Size::new(10).unwrap(), Start::Standard));
    let job = |start: &str, moves: &str, more: Value| {
        let mut job = json!({"start": start, "moves": moves, "exact": 4});
        job.as_object_mut()
            .unwrap()
            .append(&mut more.as_object().unwrap().clone());
        job
    };
    let level = json!({"level": 2});
    let second = json!({"secs": 1, "nanos": 0});
    let hours = json!({"secs": 3601, "nanos": 0});
    for (job, why) in [
        (job("", "f5", level.clone()), "0 squares make no board"),
        (job("XO?", "f5", level.clone()), "is no square of a board"),
        (job(&start, "f5f5", level.clone()), "move 2"),
        (job(&start, "no", level.clone()), "`no` is not a square"),
        (job(&start, "", level.clone()), "nothing to review"),
        (job(&start, &"f5".repeat(200), level.clone()), "too long"),
        (job(&"-".repeat(100_000), "f5", level.clone()), "too long"),
        (job(&large, "g6", level.clone()), "cannot be reviewed"),
        (job(&start, "f5", json!({})), "either a level"),
        (job(&start, "f5", json!({"level": 0})), "either a level"),
        (job(&start, "f5", json!({"time": hours})), "either a level"),
        (
            job(&start, "f5", json!({"level": 2, "time": second})),
            "either a level",
        ),
        (
            job(&start, "f5", json!({"level": 2, "exact": 4_000_000_000u32})),
            "no board has 4000000000 empty squares",
        ),
    ] {
        let reason = refused(&job);
        assert!(reason.contains(why), "{reason}");
    }
    // The highest level is valid.
    let highest = json!({"level": u32::MAX});
    let small = board_string::write(&Diagram::start(Size::MIN, Start::Standard));
    perform(&job(&small, "c4d4d3b4a4d2", highest)).unwrap();
}

#[test]
fn answers_that_cannot_be_are_not_believed() {
    let game = game(PASSES);
    let effort = effort(3, 8);
    let sheet = serde_json::to_value(ReviewSheet::of(&review(&game, effort)).unwrap()).unwrap();
    let read = |sheet: &Value| {
        let sheet: ReviewSheet =
            serde_json::from_value(sheet.clone()).map_err(|error| error.to_string())?;
        sheet.review(&game, effort).map(|_| ())
    };
    assert_eq!(read(&sheet), Ok(()));
    let wrong = |pointer: &str, value: Value, why: &str| {
        let mut other = sheet.clone();
        *other.pointer_mut(pointer).expect("a place") = value;
        let reason = read(&other).expect_err(pointer);
        assert!(reason.contains(why), "{reason}");
    };
    wrong("/moves/0/before", json!(2_000_000_000), "is no score");
    wrong("/moves/0/after", json!(i32::MIN), "is no score");
    wrong("/moves/0/after", json!(i64::MAX), "invalid value");
    wrong("/moves/59/before", json!(1), "discs are whole");
    wrong("/moves/0/before", json!(-8192), "better than the best");
    wrong("/moves/0/line", json!("a1"), "goes wrong after 0 moves");
    wrong("/moves/0/line", json!("c4e3--"), "goes wrong after 2 moves");
    wrong("/moves/0/line", json!("c4e"), "goes wrong after 1 moves");
    wrong("/moves/0/line", json!("ééé"), "goes wrong after 0 moves");
    wrong("/moves/0/line", json!("--".repeat(100_000)), "goes wrong");
    wrong(
        "/moves/0/kind",
        json!({"estimate": 1000}),
        "1000 moves ahead",
    );
    wrong("/moves/0/kind", json!({"probable": 101}), "101 percent");
    wrong("/moves/0/kind", json!("certain"), "unknown variant");
    wrong(
        "/version",
        json!(3),
        "sheet of version 3; this program reads",
    );
    wrong("/version", json!(0), "sheet of version 0");
    wrong("/end/score", json!(8193), "is no score");
    wrong("/end/line", json!("a1"), "goes wrong after 0 moves");
    wrong("/end", Value::Null, "but not the end");
    // A move that loses something is not the best one; a move that loses nothing is.
    let loses = |judged: &&Value| judged["before"] != judged["after"];
    let moves = sheet["moves"].as_array().unwrap();
    let lost = moves.iter().position(|judged| loses(&judged)).unwrap();
    let best = moves.iter().position(|judged| !loses(&judged)).unwrap();
    let before = &moves[lost]["before"];
    wrong(
        &format!("/moves/{lost}/after"),
        before.clone(),
        "do not agree",
    );
    let played = format!("/moves/{lost}/played");
    wrong(&played, json!(""), "does not begin with it");
    wrong(
        &played,
        moves[lost]["line"].clone(),
        "does not begin with it",
    );
    wrong(&played, json!("a1"), "goes wrong after 0 moves");
    let (less, pointer) = (json!(-8192), format!("/moves/{best}/after"));
    wrong(&pointer, less, "do not agree");
    let mut long = sheet.clone();
    let again = moves.clone();
    long["moves"].as_array_mut().unwrap().extend(again);
    assert_eq!(
        read(&long),
        Err("more moves are judged than the game has".to_string())
    );
    let text = sheet.to_string();
    for end in (0..text.len()).step_by(97) {
        assert!(serde_json::from_str::<ReviewSheet>(&text[..end]).is_err());
    }
    // The last moves alone are a partial review.
    let mut part = sheet.clone();
    part["moves"].as_array_mut().unwrap().drain(..50);
    let part: ReviewSheet = serde_json::from_value(part).unwrap();
    let part = part.review(&game, effort).unwrap();
    assert_eq!((part.judged().count(), part.is_complete()), (10, false));
}

/// Sheets of the first version have no lines of played moves: their reviews explain nothing.
#[test]
fn sheets_of_the_first_version_are_read() {
    let (game, effort) = (game(PASSES), effort(3, 8));
    let new = review(&game, effort);
    let mut sheet = serde_json::to_value(ReviewSheet::of(&new).unwrap()).unwrap();
    sheet.as_object_mut().unwrap().remove("version");
    for judged in sheet["moves"].as_array_mut().unwrap() {
        judged.as_object_mut().unwrap().remove("played");
    }
    let sheet: ReviewSheet = serde_json::from_value(sheet).unwrap();
    let job = ReviewJob::new(&game, effort);
    assert_eq!(job.verify(&sheet), Ok(()));
    let old = sheet.review(&game, effort).unwrap();
    for (old, new) in old.judged().zip(new.judged()) {
        let before = game.turns()[new.number - 1].before();
        let is_known = new.best() == new.point;
        assert_eq!(old.played.is_empty(), !is_known);
        assert_eq!(
            (old.before, old.after, &old.line),
            (new.before, new.after, &new.line)
        );
        assert_eq!(why(before, old), []);
    }
    assert!(
        new.judged()
            .any(|judged| { !why(game.turns()[judged.number - 1].before(), judged).is_empty() })
    );
}

#[test]
fn reviews_verify_and_forged_ones_do_not() {
    let (game, effort) = (game(PASSES), effort(3, 8));
    let job = ReviewJob::new(&game, effort);
    let sheet = serde_json::to_value(ReviewSheet::of(&review(&game, effort)).unwrap()).unwrap();
    let verify = |sheet: &Value| {
        let sheet: ReviewSheet = serde_json::from_value(sheet.clone()).expect("a sheet");
        job.verify(&sheet)
    };
    assert_eq!(verify(&sheet), Ok(()));
    let refused = |changes: &[(&str, Value)], why: &str| {
        let mut other = sheet.clone();
        for (pointer, value) in changes {
            *other.pointer_mut(pointer).expect("a place") = value.clone();
        }
        let reason = verify(&other).expect_err(why);
        assert!(reason.contains(why), "{reason}");
    };
    refused(&[("/moves", json!([]))], "not complete");
    refused(
        &[("/end", Value::Null), ("/moves", json!([]))],
        "not complete",
    );
    let discs = |value: &Value| value.as_i64().unwrap() / 128;
    let score = discs(&sheet["end"]["score"]);
    let other = json!((score - 2 * score.signum()) * 128);
    refused(&[("/end/score", other)], "ends with another score");
    let estimate = json!({"estimate": 5});
    refused(&[("/end/kind", estimate.clone())], "is not solved");
    refused(&[("/moves/59/kind", estimate)], "move 60: it is not solved");
    // Both scores of a solved move are changed equally: the next position reveals it.
    let last = sheet["moves"].as_array().unwrap().len() - 4;
    let place = |field: &str| format!("/moves/{last}/{field}");
    let lower = |field: &str| json!((discs(&sheet["moves"][last][field]) - 2) * 128);
    refused(
        &[
            (&place("before"), lower("before")),
            (&place("after"), lower("after")),
            (&place("line"), json!("")),
        ],
        "makes no sense",
    );
    // Another worker's exact scores give a forged one away; its estimates do not.
    let agrees = |pointer: &str, value: Value| {
        let mut other = sheet.clone();
        *other.pointer_mut(pointer).expect("a place") = value;
        let read = |sheet: &Value| serde_json::from_value(sheet.clone()).expect("a sheet");
        job.agrees(&read(&sheet), &read(&other))
    };
    assert!(agrees("/end/line", json!("")));
    assert!(!agrees("/end/score", json!((score + 2) * 128)));
    assert!(!agrees(&place("before"), lower("before")));
    assert!(agrees("/moves/0/before", json!(0)));
    let other = random_games(8, 1..2).next().expect("a game");
    let other = ReviewJob::new(&other, effort);
    let sheet: ReviewSheet = serde_json::from_value(sheet).unwrap();
    other
        .verify(&sheet)
        .expect_err("the review of another game");
}
