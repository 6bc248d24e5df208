//! A stop ends a search at once, and a stopped search leaves no wrong results behind.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use reversi_engine::{Goal, Kind, Limits};

use super::boards::{Dice, analyse, engine, exact, play_out, random_boards, whole_discs};
use super::plain_solver::solve;

#[test]
fn a_stop_raised_before_the_call_still_gives_a_legal_move() {
    let stop = AtomicBool::new(true);
    for empties in [1, 5, 11, 12, 30, 50, 60] {
        for board in random_boards(empties, 4, 700) {
            for (threads, lines, limits) in [
                (1, 1, Limits::exact()),
                (2, 3, Limits::default()),
                (16, 1, Limits::win_loss_draw()),
            ] {
                let analysis =
                    engine(threads, 1).analyse(board, &limits, lines, &stop, &mut |_| {});
                assert!(analysis.best().square().is_some(), "{board}");
                play_out(board, analysis.best(), !0);
            }
        }
    }
}

/// Stops analyses of hard positions after different times, then solves with the same transposition
/// table. Unfinished searches must not be stored as results.
#[test]
fn a_stopped_search_is_not_stored_as_a_result() {
    for threads in [1, 2, 16] {
        let mut engine = engine(threads, 1);
        for (place, board) in random_boards(13, 30, 701).into_iter().enumerate() {
            for nodes in [100, 1_000, 5_000, 20_000] {
                let limits = Limits {
                    nodes: Some(nodes + place as u64),
                    goal: Goal::Exact,
                    ..Limits::default()
                };
                let analysis = analyse(&mut engine, board, &limits, 2);
                for line in &analysis.lines {
                    play_out(board, line, !0);
                    if line.kind == Kind::Exact {
                        let after = board.play(line.square().expect("a move")).expect("legal");
                        assert_eq!(
                            whole_discs(line, board),
                            -solve(after),
                            "{line:?} on\n{board}"
                        );
                    }
                }
            }
            assert_eq!(
                exact(&mut engine, board),
                solve(board),
                "{threads} threads on\n{board}"
            );
        }
    }
}

/// A stop flag that is cleared before every thread saw it must still stop the search: half a search
/// must not become a result.
#[test]
fn a_stop_that_is_lowered_again_gives_no_wrong_result() {
    let boards = random_boards(14, 40, 702);
    let mut dice = Dice(702);
    for threads in [1, 2] {
        let mut engine = engine(threads, 1);
        for board in &boards {
            let score = solve(*board);
            let stop = AtomicBool::new(false);
            let is_over = AtomicBool::new(false);
            let analysis = std::thread::scope(|scope| {
                scope.spawn(|| {
                    while !is_over.load(Ordering::Relaxed) {
                        stop.store(true, Ordering::Relaxed);
                        (0..dice.below(200)).for_each(|_| std::hint::spin_loop());
                        stop.store(false, Ordering::Relaxed);
                        std::thread::sleep(Duration::from_micros(20));
                    }
                });
                let analysis = engine.analyse(*board, &Limits::exact(), 1, &stop, &mut |_| {});
                is_over.store(true, Ordering::Relaxed);
                analysis
            });
            let best = analysis.best();
            play_out(*board, best, !0);
            match best.kind {
                Kind::Exact => assert_eq!(best.score.units(), 128 * score, "{best:?} on\n{board}"),
                Kind::Bounds(low, high) => {
                    let within = low.units() <= 128 * score && 128 * score <= high.units();
                    assert!(within, "{best:?}, not {score} on\n{board}");
                }
                _ => {}
            }
            assert_eq!(exact(&mut engine, *board), score, "afterwards, on\n{board}");
        }
    }
}
