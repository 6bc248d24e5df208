//! A solver that is simple enough to verify by reading.

use reversi_rules::{Bitboard, Board};

use super::boards::result;

/// The result of perfect play in discs on the squares of `field`: alpha-beta without a
/// transposition table. Moves that leave the opponent few replies are tried first.
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
    // Moves stay on the stack and are sorted only where it pays: this runs some hundred million
    // times.
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
