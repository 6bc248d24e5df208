//! The scorer of training positions, compared with a plain search.

use engine::{Evaluator, Random, Score};
use rules::{Board, Square};
use train::heuristic::Heuristic;
use train::scorer::{Scorer, SearchLimits};

/// Positions with `empties` empty squares whose side to move has a legal move.
fn positions(empties: u32, count: usize, seed: u64) -> Vec<Board> {
    let mut random = Random::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut board = Board::START;
        while !board.is_over() {
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            let Some(square) = random.pick(&moves) else {
                board = board.pass();
                continue;
            };
            if board.empties() == empties {
                found.push(board);
                break;
            }
            board = board.play_unchecked(square);
        }
    }
    found
}

/// The best score by plain search, `depth` moves ahead or to the end.
fn plain(board: Board, depth: u32) -> i32 {
    if depth == 0 {
        return Heuristic.evaluate(&(), board);
    }
    if board.is_over() {
        return board.final_score() * Score::DISC;
    }
    if board.legal_moves().is_empty() {
        return -plain(board.pass(), depth);
    }
    let scores = board
        .legal_moves()
        .into_iter()
        .map(|square| -plain(board.play_unchecked(square), depth - 1));
    scores.max().expect("there is a move")
}

fn reach(depth: u32, solve: u32) -> SearchLimits {
    SearchLimits {
        depth,
        solve,
        probable: 0,
        selective: false,
    }
}

/// The engine searches a position in any of its eight orientations.
#[test]
fn the_heuristic_is_the_same_for_mirror_images() {
    for board in [50, 30, 15]
        .map(|empties| positions(empties, 10, 4))
        .concat()
    {
        let value = Heuristic.evaluate(&(), board);
        for image in board.symmetries() {
            assert_eq!(Heuristic.evaluate(&(), image), value, "on\n{image}");
        }
    }
}

#[test]
fn near_the_end_it_knows_the_result() {
    let mut judge = Scorer::new(Heuristic, reach(3, 8));
    for empties in [1, 2, 5, 8] {
        for board in positions(empties, 20, 1) {
            let truth = plain(board, 64) / Score::DISC;
            let (square, score) = judge.best(board);
            assert_eq!(score, f64::from(truth), "on\n{board}");
            let child = board.play_unchecked(square.expect("there is a move"));
            assert_eq!(-plain(child, 64) / Score::DISC, truth, "on\n{board}");
            assert_eq!(judge.after(child), -f64::from(truth), "on\n{board}");
        }
    }
}

#[test]
fn before_it_expects_the_mean_of_two_depths() {
    for depth in 1..=3 {
        let mut judge = Scorer::new(Heuristic, reach(depth, 8));
        for empties in [12, 30, 45] {
            for board in positions(empties, 5, 3) {
                let ahead = |depth: u32| f64::from(plain(board, depth)) / f64::from(Score::DISC);
                let mean = f64::midpoint(ahead(depth), ahead(depth.max(2) - 1));
                let (_, score) = judge.best(board);
                // Where a side has nearly no discs left, the engine searches deeper than requested.
                let discs = board.own().len().min(board.opponent().len());
                if 8 * discs > 2 * (64 - empties) {
                    assert!(
                        (score - mean).abs() < 0.01,
                        "{score} and {mean} on\n{board}"
                    );
                }
            }
        }
    }
}

#[test]
fn after_clear_the_answer_does_not_depend_on_earlier_searches() {
    let boards = positions(24, 20, 9);
    let judged = |order: &mut dyn Iterator<Item = &Board>| -> Vec<f64> {
        let mut judge = Scorer::new(Heuristic, reach(4, 8));
        let scores = order.map(|&board| {
            judge.forget();
            judge.best(board).1
        });
        scores.collect()
    };
    let forwards = judged(&mut boards.iter());
    let mut backwards = judged(&mut boards.iter().rev());
    backwards.reverse();
    assert_eq!(forwards, backwards);
}
