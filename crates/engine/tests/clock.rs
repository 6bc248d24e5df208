//! An analysis ends in time. A busy machine may delay any single analysis, so each measurement is
//! repeated until it is in time; one that is never in time fails the test.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use reversi_engine::{Analysis, Clock, Engine, Goal, Limits, Random, Settings};
use reversi_rules::{Board, Size};

/// Tests of this file run one at a time.
fn alone() -> MutexGuard<'static, ()> {
    static LOCK: Mutex<()> = Mutex::new(());
    LOCK.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Positions of random games with `empties` empty squares.
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

/// An engine whose weights are already loaded.
fn engine(threads: usize) -> Engine {
    let mut engine = Engine::new(Settings {
        threads,
        hash_mb: 16,
    });
    engine.prepare(Size::EIGHT);
    engine
}

/// The maximum number of repetitions of a measurement.
const ATTEMPTS: usize = 20;

/// The first of repeated measurements below `limit`, or the shortest of all.
fn shortest(limit: Duration, measure: impl FnMut() -> Duration) -> Duration {
    let mut shortest = Duration::MAX;
    for spent in std::iter::repeat_with(measure).take(ATTEMPTS) {
        shortest = shortest.min(spent);
        if shortest < limit {
            break;
        }
    }
    shortest
}

fn assert_plays(board: Board, analysis: &Analysis) {
    let square = analysis.best().square().expect("a move");
    assert!(board.play(square).is_some(), "{square} on\n{board}");
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
            for (place, board) in boards(empties, 5, 1).into_iter().enumerate() {
                let limit = Duration::from_millis(200);
                let wait = shortest(limit, || {
                    let stop = AtomicBool::new(false);
                    let mut engine = engine(threads);
                    let limits = Limits {
                        goal,
                        ..Limits::default()
                    };
                    let (analysis, wait) = std::thread::scope(|scope| {
                        let search = scope.spawn(|| {
                            let analysis =
                                engine.analyse(board, &limits, lines, &stop, &mut |_| {});
                            (analysis, Instant::now())
                        });
                        std::thread::sleep(Duration::from_millis(40 + 60 * place as u64));
                        let raised = Instant::now();
                        stop.store(true, Ordering::Relaxed);
                        let (analysis, end) = search.join().expect("no panic");
                        (analysis, end.saturating_duration_since(raised))
                    });
                    assert_plays(board, &analysis);
                    wait
                });
                assert!(
                    wait < limit,
                    "{wait:?} at {empties} empties, {goal:?}, {threads} threads, {lines} lines"
                );
            }
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
            for (place, board) in boards(empties, 5, 2).into_iter().enumerate() {
                let time = Duration::from_millis([1, 10, 50, 100, 200][place]);
                let limit = Duration::from_millis(100);
                let beyond = shortest(limit, || {
                    let limits = Limits {
                        goal,
                        ..Limits::time(time)
                    };
                    let stop = AtomicBool::new(false);
                    let mut engine = engine(threads);
                    let begin = Instant::now();
                    let analysis = engine.analyse(board, &limits, lines, &stop, &mut |_| {});
                    let beyond = begin.elapsed().saturating_sub(time);
                    assert_plays(board, &analysis);
                    beyond
                });
                assert!(
                    beyond < limit,
                    "{beyond:?} beyond {time:?} at {empties} empties, {goal:?}, {threads} threads, \
                     {lines} lines"
                );
            }
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
                let spent = shortest(left, || {
                    let stop = AtomicBool::new(false);
                    let mut engine = engine(2);
                    let begin = Instant::now();
                    let analysis = engine.analyse(board, &limits, 1, &stop, &mut |_| {});
                    let spent = begin.elapsed();
                    assert_plays(board, &analysis);
                    spent
                });
                assert!(
                    spent < left,
                    "{spent:?} of {left:?} with {empties} empties on\n{board}"
                );
            }
        }
    }
}
