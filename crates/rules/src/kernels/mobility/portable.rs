//! Portable move generation: plain Rust for any processor, and the reference for the other back ends.

use crate::bitboard::Bitboard;

/// How far a step along each axis moves a bit: east, south, south-west, south-east.
pub(super) const STEPS: [u64; 4] = [1, 8, 7, 9];

/// Steps with a column component must not run off one side and back in at the other, so on those
/// axes the opponent's discs in columns a and h end a run: nothing can be bracketed through them.
pub(super) const INNER: [u64; 4] = [
    0x7e7e_7e7e_7e7e_7e7e,
    !0,
    0x7e7e_7e7e_7e7e_7e7e,
    0x7e7e_7e7e_7e7e_7e7e,
];

/// Squares where the owner of `own` would turn at least one disc.
///
/// From our discs, runs of opponent discs are filled one, two, then four squares at a time along
/// the four axes, in both senses; a move is the empty square behind such a run.
#[inline]
#[must_use]
pub fn moves(own: Bitboard, opponent: Bitboard) -> Bitboard {
    let through: [u64; 4] = std::array::from_fn(|axis| opponent.0 & INNER[axis]);
    let up = behind_runs(own.0, through, |bits, steps| bits << steps);
    let down = behind_runs(own.0, through, |bits, steps| bits >> steps);
    let behind: [u64; 4] = std::array::from_fn(|axis| up[axis] | down[axis]);
    let empty = !(own.0 | opponent.0);
    Bitboard((behind[0] | behind[1] | behind[2] | behind[3]) & empty)
}

/// The squares behind the runs that begin at one of our discs, along each axis in one sense.
#[inline(always)]
fn behind_runs(own: u64, through: [u64; 4], shift: impl Fn(u64, u64) -> u64) -> [u64; 4] {
    std::array::from_fn(|axis| {
        let (step, through) = (STEPS[axis], through[axis]);
        let mut run = through & shift(own, step);
        run |= through & shift(run, step);
        let pairs = through & shift(through, step);
        run |= pairs & shift(run, 2 * step);
        run |= pairs & shift(run, 2 * step);
        shift(run, step)
    })
}
