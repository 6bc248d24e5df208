//! An analysis ends in time. A file of its own, so that nothing else runs meanwhile; the limits
//! are generous, as machines that run tests are busy.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use reversi_engine::{Clock, Engine, Goal, Limits, Random, Settings};
use reversi_rules::Board;

/// One test at a time.
fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Positions of random games with so many empties.
fn boards(empties: u32, count: usize, seed: u64) -> Vec<Board> {
    let mut random = Random::new(seed);
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board = Board::START;
        while board.empties() > empties && !board.is_over() {
            let moves: Vec<_> = board.legal_moves().into_iter().collect();
            board = match random.pick(&moves) {
                Some(square) => board.play_unchecked(square),
                None => board.pass(),
            };
        }
        if !board.legal_moves().is_empty() {
            boards.push(board);
        }
    }
    boards
}

fn engine(threads: usize) -> Engine {
    Engine::new(Settings {
        threads,
        hash_mb: 16,
    })
}

fn middle_and_most(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort();
    (times[times.len() / 2], times[times.len() - 1])
}

#[test]
fn a_stop_ends_an_analysis_at_once() {
    let _alone = alone();
    for (empties, goal) in [
        (22, Goal::Exact),
        (30, Goal::Exact),
        (30, Goal::WinLossDraw),
        (45, Goal::Best),
    ] {
        for (threads, lines) in [(1, 1), (2, 1), (16, 1), (1, 4)] {
            let mut waits = Vec::new();
            for (place, board) in boards(empties, 5, 1).into_iter().enumerate() {
                let stop = AtomicBool::new(false);
                let mut engine = engine(threads);
                let limits = Limits {
                    goal,
                    ..Limits::default()
                };
                let (analysis, end) = std::thread::scope(|scope| {
                    let search = scope.spawn(|| {
                        let analysis = engine.analyse(board, &limits, lines, &stop, &mut |_| {});
                        (analysis, Instant::now())
                    });
                    std::thread::sleep(Duration::from_millis(40 + 60 * place as u64));
                    let raised = Instant::now();
                    stop.store(true, Ordering::Relaxed);
                    let (analysis, end) = search.join().expect("no panic");
                    (analysis, end.saturating_duration_since(raised))
                });
                assert!(
                    board
                        .play(analysis.best().square().expect("a move"))
                        .is_some()
                );
                waits.push(end);
            }
            let (middle, most) = middle_and_most(waits);
            println!(
                "stopped at {empties} empties, {goal:?}, {threads} threads, {lines} lines: {middle:?}, at most {most:?}"
            );
            assert!(middle < Duration::from_millis(200), "{middle:?}");
        }
    }
}

#[test]
fn a_limit_on_time_is_kept() {
    let _alone = alone();
    for (empties, goal) in [
        (16, Goal::Exact),
        (24, Goal::Exact),
        (30, Goal::WinLossDraw),
        (30, Goal::Best),
        (50, Goal::Best),
    ] {
        for (threads, lines) in [(1, 1), (2, 1), (16, 1), (1, 5)] {
            let mut beyond = Vec::new();
            for (place, board) in boards(empties, 5, 2).into_iter().enumerate() {
                let time = Duration::from_millis([1, 10, 50, 100, 200][place]);
                let limits = Limits {
                    goal,
                    ..Limits::time(time)
                };
                let stop = AtomicBool::new(false);
                let mut engine = engine(threads);
                let begin = Instant::now();
                let analysis = engine.analyse(board, &limits, lines, &stop, &mut |_| {});
                beyond.push(begin.elapsed().saturating_sub(time));
                assert!(
                    board
                        .play(analysis.best().square().expect("a move"))
                        .is_some()
                );
            }
            let (middle, most) = middle_and_most(beyond);
            println!(
                "beyond the time at {empties} empties, {goal:?}, {threads} threads, {lines} lines: {middle:?}, at most {most:?}"
            );
            assert!(middle < Duration::from_millis(100), "{middle:?}");
            assert!(most < Duration::from_millis(500), "{most:?}");
        }
    }
}

#[test]
fn a_clock_never_runs_out() {
    let _alone = alone();
    for empties in [1, 8, 15, 20, 30, 50, 60] {
        for board in boards(empties, 2, 3) {
            for (left, increment) in [(60, 0), (200, 0), (300, 5_000), (1_000, 100)] {
                let left = Duration::from_millis(left);
                let increment = Duration::from_millis(increment);
                let clock = Some(Clock { left, increment });
                let limits = Limits {
                    clock,
                    ..Limits::default()
                };
                let stop = AtomicBool::new(false);
                // Reading the weights is no part of a game.
                let mut engine = engine(2);
                let begin = Instant::now();
                let analysis = engine.analyse(board, &limits, 1, &stop, &mut |_| {});
                let spent = begin.elapsed();
                assert!(
                    spent < left,
                    "{spent:?} of {left:?} with {empties} empties on\n{board}"
                );
                assert!(
                    board
                        .play(analysis.best().square().expect("a move"))
                        .is_some()
                );
            }
        }
    }
}
