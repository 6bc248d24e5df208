//! Proofs that take minutes: `make endings` runs them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use reversi_engine::{Goal, Limits};

use super::boards::{Dice, engine, exact, random_boards};
use super::plain_solver::solve;

#[test]
#[ignore = "slow: make endings"]
fn every_mirror_image_has_the_plain_score_with_any_number_of_threads() {
    let mut engines = [1, 2, 16].map(|threads| engine(threads, 16));
    let mut solved = 0;
    for (empties, count) in [
        (8, 1_700),
        (9, 1_300),
        (10, 1_000),
        (11, 600),
        (12, 300),
        (13, 100),
    ] {
        for board in random_boards(empties, count, 900) {
            let score = solve(board);
            for image in board.symmetries() {
                for engine in &mut engines {
                    assert_eq!(exact(engine, image), score, "{image}");
                    solved += 1;
                }
            }
        }
    }
    assert_eq!(solved, 5_000 * 8 * 3);
}

#[test]
#[ignore = "slow: make endings"]
fn twenty_thousand_stopped_solves_return() {
    let (done, is_done) = mpsc::channel();
    std::thread::spawn(move || {
        let mut dice = Dice(910);
        let mut engines = [1, 2, 3, 16].map(|threads| engine(threads, 4));
        let boards: Vec<_> = (14..30).flat_map(|it| random_boards(it, 50, 911)).collect();
        for round in 0..20_000 {
            let board = boards[dice.below(boards.len() as u64) as usize];
            let stop = AtomicBool::new(false);
            // Half of them end by a number of nodes, the others by a stop from another thread.
            let nodes = 1 << dice.below(18);
            let by_nodes = round % 2 == 0;
            let limits = Limits {
                goal: [Goal::Exact, Goal::Best, Goal::WinLossDraw][dice.below(3) as usize],
                nodes: by_nodes.then_some(nodes),
                ..Limits::default()
            };
            let engine = &mut engines[dice.below(4) as usize];
            std::thread::scope(|scope| {
                if !by_nodes {
                    scope.spawn(|| {
                        std::thread::sleep(Duration::from_nanos(20 * nodes));
                        stop.store(true, Ordering::Relaxed);
                    });
                }
                let analysis = engine.analyse(board, &limits, 1, &stop, &mut |_| {});
                let square = analysis.best().square().expect("a move");
                assert!(board.play(square).is_some(), "{square} on\n{board}");
            });
            done.send(()).expect("the receiver exists");
        }
    });
    for solve in 0..20_000 {
        let returned = is_done.recv_timeout(Duration::from_secs(120));
        assert_eq!(returned, Ok(()), "search {solve} never returned");
    }
}
