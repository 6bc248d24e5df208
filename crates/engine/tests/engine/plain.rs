//! Exact scores, compared with a simple solver.

use reversi_engine::Limits;
use reversi_rules::Board;

use super::boards::{
    Dice, EIGHT, analyse, assert_perfect, engine, random_boards, result, scattered,
};
use super::plain_solver::solve;

/// Minimax without cut-offs, to test the simple solver.
fn minimax(board: Board) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        if board.pass().legal_moves().is_empty() {
            return result(board, !0);
        }
        return -minimax(board.pass());
    }
    let replies = moves
        .into_iter()
        .map(|square| -minimax(board.play_unchecked(square)));
    replies.max().expect("there is a move")
}

#[test]
fn the_plain_solver_is_minimax() {
    let mut dice = Dice(1);
    for empties in 0..=6 {
        for board in random_boards(empties.max(1), 50, 2) {
            assert_eq!(solve(board), minimax(board), "{board}");
        }
        for _ in 0..50 {
            let board = scattered(empties, &mut dice);
            assert_eq!(solve(board), minimax(board), "{board}");
        }
    }
}

/// Exact scores and lines of `count` positions of random games are correct.
fn compare(empties: u32, count: usize) -> usize {
    let mut engine = engine(1, 16);
    let boards = random_boards(empties, count, u64::from(empties));
    for board in &boards {
        let analysis = analyse(&mut engine, *board, &Limits::exact(), 1);
        let best = analysis.best();
        let score = solve(*board);
        assert_eq!(best.score.units(), 128 * score, "{best:?} on\n{board}");
        assert_eq!(analysis.depth, empties, "{board}");
        assert_perfect(*board, best, EIGHT);
        let after = board.play(best.square().expect("a move")).expect("legal");
        assert_eq!(-solve(after), score, "{best:?} on\n{board}");
    }
    boards.len()
}

fn compare_all(counts: &[(u32, usize)]) -> usize {
    let compared = counts.iter();
    compared
        .map(|(empties, count)| compare(*empties, *count))
        .sum()
}

#[test]
fn exact_scores_of_the_last_moves_are_those_of_the_plain_solver() {
    let compared: usize = (1..=7).map(|empties| compare(empties, 100)).sum();
    assert_eq!(compared, 700);
}

#[test]
fn exact_scores_are_those_of_the_plain_solver() {
    let counts = [(8, 1_700), (9, 1_300), (10, 1_000), (11, 600), (12, 500)];
    assert!(compare_all(&counts) >= 5_000);
}

#[test]
fn exact_scores_above_a_dozen_empties_are_right_too() {
    let counts = [(13, 300), (14, 200), (15, 20), (16, 5)];
    assert_eq!(compare_all(&counts), 525);
}
