//! Win probability of a score, and accuracy of a move.

use engine::Score;

/// The weight of a disc with many empty squares: each disc multiplies the odds by e to this power.
/// This and the next two constants are fitted by `reversi-train win-probability` to games between
/// people; `docs/review.md` has the figures.
const DISC_WEIGHT: f64 = 0.12;

/// The additional weight of a disc with no empty squares.
const FINAL_DISC_WEIGHT: f64 = 1.85;

/// The additional weight falls to 1/e with this many empty squares.
const DECAY_EMPTIES: f64 = 4.0;

/// The probability, from 0 to 1, that a side with this score wins between people, given the number of
/// empty squares. A draw counts as half a win.
///
/// ```
/// use engine::Score;
/// use play::review::win_probability;
/// assert_eq!(win_probability(Score::DRAW, 30), 0.5);
/// let (early, late) = (win_probability(Score::from_discs(4), 40), win_probability(Score::from_discs(4), 4));
/// assert!(0.5 < early && early < late && late < 1.0);
/// ```
#[must_use]
pub fn win_probability(score: Score, empties: u32) -> f64 {
    let weight = DISC_WEIGHT + FINAL_DISC_WEIGHT * (-f64::from(empties) / DECAY_EMPTIES).exp();
    1.0 / (1.0 + (-weight * score.discs()).exp())
}

/// The accuracy of a move from 0 to 100, from the win probability it gives away. The curve is that of
/// Lichess: 100 for nothing lost, 64 for ten percent, 25 for thirty.
#[must_use]
pub fn accuracy(before: Score, after: Score, empties: u32) -> f64 {
    let lost = 100.0 * (win_probability(before, empties) - win_probability(after, empties));
    (103.1668 * (-0.04354 * lost).exp() - 3.1668).clamp(0.0, 100.0)
}
