//! Scores and lines of a split position equal those of the whole position.

use engine::{Kind, Score};
use jobs::{Executor, LocalExecutor};
use play::solve::Solving;
use play::split::{Budget, Split};
use rules::Diagram;
use std::sync::atomic::AtomicBool;

use super::fake_executor::FakeExecutor;
use super::{plain, positions, result};

/// FFO problem 40, with 20 empty squares and a published score.
const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

fn split(diagram: &Diagram, wld: bool, nodes: u64) -> Split {
    Split::new(diagram, wld, Budget { nodes }).expect("a size that can be solved")
}

/// Solves a position split and whole, and compares the results.
#[track_caller]
fn check(diagram: &Diagram, nodes: u64, executor: &mut FakeExecutor) {
    let whole = plain(diagram, false);
    let mut exact = split(diagram, false, nodes);
    executor.run(&mut exact);
    let found = exact.analysis().expect("an answer");
    let best = found.best();
    assert_eq!(
        (best.score, best.kind),
        (whole.best().score, Kind::Exact),
        "{diagram}, {}",
        exact.progress()
    );
    if let Some(result) = result(diagram, &found) {
        assert_eq!(Score::from_discs(result), best.score, "{diagram}");
    }
    let mut winner = split(diagram, true, nodes);
    executor.run(&mut winner);
    let found = winner.analysis().expect("an answer");
    let sign = whole.best().score.rounded().signum();
    assert_eq!(found.best().kind, Kind::WinLossDraw, "{diagram}");
    assert_eq!(found.best().score.rounded(), sign, "{diagram}");
    assert_ne!(found.best().moves, [], "{diagram}");
    result(diagram, &found);
}

#[test]
fn any_budget_leads_to_the_score() {
    let mut dropped = 0;
    for (seed, nodes) in [(1, 1), (2, 300), (3, 20_000), (4, 10_000_000)] {
        for (side, empties) in [(8, 12), (8, 9), (6, 11), (4, 9)] {
            for diagram in positions(side, empties, 1, seed) {
                let mut executor = FakeExecutor::new(1 + seed as usize, seed);
                check(&diagram, nodes, &mut executor);
                dropped += executor.dropped;
            }
        }
    }
    assert!(dropped > 0, "nothing was ever needless");
}

#[test]
fn failures_are_worked_around() {
    for (seed, diagram) in (5..).zip(positions(8, 12, 4, 9)) {
        let mut executor = FakeExecutor::new(3, seed);
        executor.failing = 40;
        let score = plain(&diagram, false).best().score;
        let mut one = split(&diagram, false, 200);
        executor.run(&mut one);
        match one.analysis() {
            Ok(found) => assert_eq!(found.best().score, score, "{diagram}"),
            Err(why) => assert_eq!(why.to_string(), "it fell off the table"),
        }
        // Neither side has a legal move.
        executor.failing = 1;
        let mut none = split(&diagram, false, 200);
        executor.run(&mut none);
        let why = none.analysis().expect_err("no answer");
        assert_eq!(why.to_string(), "it fell off the table");
    }
}

#[test]
fn many_threads_solve_a_problem_of_twenty_empty_squares() {
    let diagram: Diagram = FFO_40.parse().expect("a board");
    let mut forty = split(&diagram, false, 100_000);
    let mut pool = LocalExecutor::new(2, |_| Solving::new(1, 4));
    pool.run(&mut forty, &AtomicBool::new(false)).expect("done");
    let found = forty.analysis().expect("an answer");
    assert_eq!(
        found.best().score,
        Score::from_discs(38),
        "{}",
        forty.progress()
    );
    assert_eq!(found.best().moves[0].expect("a move").to_string(), "a2");
    let result = result(&diagram, &found);
    assert!(matches!(result, None | Some(38)), "{found:?}");
}

#[test]
fn a_stopped_split_reports_its_proven_bounds() {
    let diagram: Diagram = FFO_40.parse().expect("a board");
    let mut one = split(&diagram, false, 2_000);
    let found = one.analysis().expect("what is known");
    assert_eq!(found.best().kind, Kind::Estimate(0));
    let mut left = 60;
    let mut solving = Solving::new(1, 1);
    let mut executor = FakeExecutor::new(2, 1);
    executor.run_with(&mut one, &mut |job| {
        left -= 1;
        if left < 0 {
            return Err("enough".to_string());
        }
        let pulse = &mut jobs::Control {
            stop: &AtomicBool::new(false),
            progress: &mut |_| {},
        };
        Ok(jobs::Job::run(job, &mut solving, pulse).expect("an answer"))
    });
    let (low, high) = one.bounds();
    assert!(low <= 38 && 38 <= high, "{low}..{high}");
}
