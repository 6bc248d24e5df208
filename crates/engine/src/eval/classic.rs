//! An evaluation made by hand, for when there are no weights.

use rules::{Bitboard, Board, Square};

use super::Evaluator;
use crate::analysis::Analysis;
use crate::engine::Request;
use crate::score::Score;
use crate::search::Field;
use crate::stability::stable_discs;

/// Mobility, room to move later, corners and the squares next to them, and stable discs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Classic<F>(F);

/// In discs: for each move more than the opponent, and so on.
const MOBILITY: f64 = 1.2;
const ROOM: f64 = 0.8;
const CORNER: f64 = 6.0;
const NEXT_TO_CORNER: f64 = -3.0;
const STABLE: f64 = 1.6;

impl<F: Field> Evaluator for Classic<F> {
    type State = ();

    fn state(&self, _: Board) {}

    fn play(&self, (): &(), _: Square, _: Bitboard) {}

    fn pass(&self, (): &()) {}

    fn evaluate(&self, (): &(), board: Board) -> i32 {
        let side = judge::<F>(board) - judge::<F>(board.pass());
        let units = side * f64::from(Score::DISC);
        units.clamp(-60.0 * 128.0, 60.0 * 128.0) as i32
    }

    fn search(&self, request: Request<'_>) -> Analysis {
        request.run(self)
    }
}

fn judge<F: Field>(board: Board) -> f64 {
    let count = |bits: u64| f64::from(bits.count_ones());
    let (own, opponent) = (board.own().0, board.opponent().0);
    let empty = board.empty().0 & F::SQUARES;
    let corners = F::CORNERS;
    let near_empty_corner = around(corners & empty);
    let stable = stable_discs::<F>(own, own | opponent);
    MOBILITY * count(board.legal_moves().0 & F::SQUARES)
        + ROOM * count(around(opponent) & empty)
        + CORNER * count(own & corners)
        + NEXT_TO_CORNER * count(own & near_empty_corner)
        + STABLE * count(stable)
}

fn around(squares: u64) -> u64 {
    let sides =
        squares | (squares << 1 & !0x0101_0101_0101_0101) | (squares >> 1 & !0x8080_8080_8080_8080);
    sides | sides << 8 | sides >> 8
}
