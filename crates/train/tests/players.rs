//! The players of training games find what a plain search finds.

use engine::{Evaluator, Random, Score};
use rules::{Board, Square};
use train::handmade::Handmade;
use train::search::Search;
use train::solver::{Solver, final_score};

/// Positions with `empties` empty squares where the side to move can move.
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

/// The best score without any trick, `depth` moves ahead or to the end.
fn plain(board: Board, depth: u32) -> i32 {
    if depth == 0 {
        return Handmade.evaluate(&(), board);
    }
    if board.is_over() {
        return final_score(board) * Score::DISC;
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

#[test]
fn the_solver_finds_the_best_result() {
    let mut solver = Solver::new();
    for empties in [1, 2, 5, 6, 7, 8] {
        for board in positions(empties, 20, 1) {
            let truth = plain(board, 64) / Score::DISC;
            let (square, score) = solver.best(board, None).expect("there is a move");
            assert_eq!(score, truth, "on\n{board}");
            let after = -plain(board.play_unchecked(square), 64) / Score::DISC;
            assert_eq!(after, truth, "{square} on\n{board}");
            for guess in [truth, truth + 2, -truth] {
                let again = solver.best(board, Some(guess)).map(|(_, score)| score);
                assert_eq!(again, Some(truth), "with the guess {guess} on\n{board}");
            }
        }
    }
}

#[test]
fn the_solver_bounds_are_true() {
    let mut solver = Solver::new();
    for board in positions(8, 30, 2) {
        let truth = plain(board, 64) / Score::DISC;
        for alpha in [-20, -3, 0, 4, 15] {
            let bound = solver.solve(board, alpha, alpha + 1);
            assert_eq!(
                bound > alpha,
                truth > alpha,
                "{bound} with {alpha} on\n{board}"
            );
        }
    }
}

#[test]
fn the_search_finds_what_a_plain_one_finds() {
    let search = Search::new(&Handmade);
    for empties in [3, 12, 30, 45] {
        for board in positions(empties, 5, 3) {
            for depth in 1..=4 {
                let truth = plain(board, depth);
                let (square, estimate) = search.best(board, depth).expect("there is a move");
                let mean = (truth + plain(board, depth.max(2) - 1)) / 2;
                assert_eq!(estimate, mean, "at depth {depth} on\n{board}");
                assert_eq!(
                    search.estimate(board, depth),
                    mean,
                    "at depth {depth} on\n{board}"
                );
                let child = board.play_unchecked(square);
                assert_eq!(
                    -plain(child, depth - 1),
                    truth,
                    "at depth {depth} on\n{board}"
                );
                assert_eq!(
                    search.score(board, depth),
                    truth,
                    "at depth {depth} on\n{board}"
                );
            }
        }
    }
}
