//! Exact scores against a solver simple enough to be seen to be right.

use engine::{Arena, Limits};
use rules::{Bitboard, Board};

use crate::boards::{Dice, analyse, assert_perfect, engine, random_boards, result, scattered};

/// The result of perfect play in discs, by alpha-beta with nothing remembered, on the squares of
/// `field`. Moves that leave the opponent few answers are tried first.
pub fn solve_on(board: Board, field: u64) -> i32 {
    alpha_beta(board, field, -64, 64)
}

/// The same on the whole board.
pub fn solve(board: Board) -> i32 {
    solve_on(board, !0)
}

fn alpha_beta(board: Board, field: u64, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.legal_moves().0 & field;
    if moves == 0 {
        if board.pass().legal_moves().0 & field == 0 {
            return result(board, field);
        }
        return -alpha_beta(board.pass(), field, -beta, -alpha);
    }
    // On the stack and only sorted where it pays: this runs some hundred million times.
    let mut children = [(0, board); 32];
    let mut count = 0;
    let is_worth_sorting = (board.empty().0 & field).count_ones() > 5;
    for square in Bitboard(moves) {
        let child = board.play_unchecked(square);
        let answers = if is_worth_sorting {
            (child.legal_moves().0 & field).count_ones()
        } else {
            0
        };
        children[count] = (answers, child);
        count += 1;
    }
    if is_worth_sorting {
        children[..count].sort_unstable_by_key(|(answers, _)| *answers);
    }
    let mut best = -64;
    for (_, child) in &children[..count] {
        best = best.max(-alpha_beta(*child, field, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Without any cut: what the solver above is held against.
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

/// Exact scores of so many positions of random games are right, and so are their lines.
fn compare(empties: u32, count: usize) -> usize {
    let mut engine = engine(1, 16);
    let boards = random_boards(empties, count, u64::from(empties));
    for board in &boards {
        let analysis = analyse(&mut engine, *board, &Limits::exact(), 1);
        let best = analysis.best();
        let score = solve(*board);
        assert_eq!(best.score.units(), 128 * score, "{best:?} on\n{board}");
        assert_eq!(analysis.depth, empties, "{board}");
        assert_perfect(*board, best, Arena::Eight);
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
