//! Any number of threads finds the same score.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use reversi_engine::{Analysis, Engine, Evaluator, Limits, Settings};
use reversi_rules::{Bitboard, Board, Square};

use super::boards::{EIGHT, analyse, assert_perfect, engine, exact, random_boards};

#[test]
fn one_two_and_sixteen_threads_agree() {
    let mut boards = Vec::new();
    for (empties, count) in [(10, 60), (12, 60), (14, 60), (16, 16), (18, 3)] {
        boards.extend(random_boards(empties, count, 200));
    }
    let scores: Vec<i32> = {
        let mut one = engine(1, 16);
        boards.iter().map(|board| exact(&mut one, *board)).collect()
    };
    for threads in [2, 16] {
        let mut many = engine(threads, 16);
        for (board, score) in boards.iter().zip(&scores) {
            let analysis = analyse(&mut many, *board, &Limits::exact(), 1);
            assert_perfect(*board, analysis.best(), EIGHT);
            assert_eq!(
                analysis.best().score.units() / 128,
                *score,
                "{threads} threads on\n{board}"
            );
        }
    }
}

#[test]
fn threads_agree_when_the_table_forgets_nearly_everything() {
    for board in random_boards(15, 8, 201) {
        let expected = exact(&mut engine(1, 1), board);
        for (threads, hash_mb) in [(1, 0), (2, 0), (16, 0), (2, 1), (16, 1)] {
            let score = exact(&mut engine(threads, hash_mb), board);
            assert_eq!(
                score, expected,
                "{threads} threads, {hash_mb} MB on\n{board}"
            );
        }
    }
}

#[test]
fn the_same_position_again_and_again_gives_the_same_score() {
    for board in random_boards(16, 2, 202) {
        let expected = exact(&mut engine(1, 1), board);
        for _ in 0..10 {
            assert_eq!(exact(&mut engine(16, 1), board), expected, "{board}");
        }
    }
}

#[test]
fn no_threads_are_one_thread() {
    for board in random_boards(12, 5, 203) {
        assert_eq!(
            exact(&mut engine(0, 0), board),
            exact(&mut engine(1, 0), board),
            "{board}"
        );
    }
}

/// A panic of the listener must reach the caller, not leave the other threads waiting for ever.
#[test]
fn a_panic_of_the_listener_is_not_a_deadlock() {
    let (done, is_done) = mpsc::channel();
    std::thread::spawn(move || {
        let panicked = catch_unwind(|| {
            let board = random_boards(14, 1, 204)[0];
            let stop = AtomicBool::new(false);
            let mut listener = |_: &Analysis| panic!("a listener that fails");
            engine(2, 1).analyse(board, &Limits::exact(), 1, &stop, &mut listener);
        });
        done.send(panicked.is_err()).expect("the receiver exists");
    });
    let ended = is_done.recv_timeout(Duration::from_secs(120));
    assert_eq!(ended, Ok(true), "the analysis never returned");
}

/// Evaluates by disc difference and panics once, after `left` evaluations.
struct Failing {
    left: Arc<AtomicI64>,
}

impl Evaluator for Failing {
    type State = ();

    fn state(&self, _: Board) {}

    fn play(&self, (): &(), _: Square, _: Bitboard) {}

    fn pass(&self, (): &()) {}

    fn evaluate(&self, (): &(), board: Board) -> i32 {
        let before = self.left.fetch_sub(1, Ordering::Relaxed);
        assert_ne!(before, 0, "a judgement that fails");
        128 * (board.own().len() as i32 - board.opponent().len() as i32)
    }
}

/// Results that other threads stored before the panic stay correct.
#[test]
fn a_panic_of_the_evaluator_neither_deadlocks_nor_leaves_results() {
    let (done, is_done) = mpsc::channel();
    std::thread::spawn(move || {
        let mut panics = 0;
        for board in random_boards(17, 4, 205) {
            let expected = exact(&mut engine(1, 1), board);
            for calm in [50, 500, 1_000, 2_000, 5_000, 10_000] {
                let left = Arc::new(AtomicI64::new(calm));
                let settings = Settings {
                    threads: 4,
                    hash_mb: 4,
                };
                let judgement = Failing {
                    left: Arc::clone(&left),
                };
                let mut engine = Engine::with_evaluator(settings, judgement);
                let failed = catch_unwind(AssertUnwindSafe(|| exact(&mut engine, board)));
                panics += u32::from(failed.is_err());
                left.store(i64::MAX, Ordering::Relaxed);
                assert_eq!(exact(&mut engine, board), expected, "{board}");
            }
        }
        done.send(panics).expect("the receiver exists");
    });
    let panics = is_done.recv_timeout(Duration::from_secs(600));
    assert!(panics.expect("every analysis returns") > 10);
}
