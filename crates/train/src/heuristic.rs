//! A hand-made heuristic evaluation for the first games, before there are weights.

use engine::{Evaluator, Score};
use rules::{Bitboard, Board, Square};

/// Mobility, potential mobility, corners, and the squares next to corners. The numbers are guesses;
/// they only have to give games that are worth learning from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heuristic;

/// Each corner with its neighbour on the diagonal and the two on the edges.
const CORNERS: [(u64, u64, u64); 4] = [
    (1, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 48 | 1 << 57),
    (1 << 63, 1 << 54, 1 << 55 | 1 << 62),
];

/// The empty squares next to a disc of `discs`, in all eight directions.
fn beside(discs: u64, empty: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = discs | (discs << 1 & NOT_A) | (discs >> 1 & NOT_H);
    (wide | wide << 8 | wide >> 8) & empty
}

impl Evaluator for Heuristic {
    type State = ();

    fn state(&self, _: Board) {}

    fn play(&self, (): &(), _: Square, _: Bitboard) {}

    fn pass(&self, (): &()) {}

    fn evaluate(&self, (): &(), board: Board) -> i32 {
        let (own, opponent, empty) = (board.own().0, board.opponent().0, board.empty().0);
        let count = |mine: u64, theirs: u64| mine.count_ones() as i32 - theirs.count_ones() as i32;
        let moves = count(board.legal_moves().0, board.pass().legal_moves().0);
        let possible = count(beside(opponent, empty), beside(own, empty));
        let mut places = 0;
        for (corner, diagonal, edges) in CORNERS {
            if empty & corner == 0 {
                places += 16 * count(own & corner, opponent & corner);
                places += 3 * count(own & edges, opponent & edges);
            } else {
                places -= 8 * count(own & diagonal, opponent & diagonal);
                places -= 3 * count(own & edges, opponent & edges);
            }
        }
        let discs = count(own, opponent) * (20 - empty.count_ones() as i32).max(0) / 20;
        let total = 3 * moves / 2 + possible / 2 + places / 2 + discs;
        (total * Score::DISC).clamp(-63 * Score::DISC, 63 * Score::DISC)
    }
}
