//! Handmade evaluation for boards without trained weights: mobility, corners, stable discs.

use reversi_rules::{Bitboard, Board, Square};

use super::Evaluator;
use crate::geometry::Geometry;
use crate::score::Score;
use crate::stability::stable_discs;

/// Mobility, potential mobility, corners, the squares next to them, and stable discs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Handmade<G>(G);

/// Weights in discs: for each legal move more than the opponent has, and so on.
const MOBILITY: f64 = 1.2;
const POTENTIAL_MOBILITY: f64 = 0.8;
const CORNER: f64 = 6.0;
const NEXT_TO_CORNER: f64 = -3.0;
const STABLE: f64 = 1.6;

impl<G: Geometry> Evaluator for Handmade<G> {
    type State = ();

    fn state(&self, _: Board) {}

    fn play(&self, (): &(), _: Square, _: Bitboard) {}

    fn pass(&self, (): &()) {}

    fn evaluate(&self, (): &(), board: Board) -> i32 {
        let side = judge::<G>(board) - judge::<G>(board.pass());
        let units = side * f64::from(Score::DISC);
        units.clamp(-60.0 * 128.0, 60.0 * 128.0) as i32
    }
}

fn judge<G: Geometry>(board: Board) -> f64 {
    let count = |bits: u64| f64::from(bits.count_ones());
    let (own, opponent) = (board.own().0, board.opponent().0);
    let empty = board.empty().0 & G::SQUARES;
    let corners = G::CORNERS;
    let near_empty_corner = around(corners & empty);
    let stable = stable_discs::<G>(own, own | opponent, u32::MAX);
    MOBILITY * count(board.legal_moves().0 & G::SQUARES)
        + POTENTIAL_MOBILITY * count(around(opponent) & empty)
        + CORNER * count(own & corners)
        + NEXT_TO_CORNER * count(own & near_empty_corner)
        + STABLE * count(stable)
}

fn around(squares: u64) -> u64 {
    let sides =
        squares | (squares << 1 & !0x0101_0101_0101_0101) | (squares >> 1 & !0x8080_8080_8080_8080);
    sides | sides << 8 | sides >> 8
}
