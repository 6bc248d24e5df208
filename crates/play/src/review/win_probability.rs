//! How likely a score is to win, and what a move does to that.

use engine::Score;

/// What a disc weighs while many squares are empty: it multiplies the odds by e to this power.
/// Fitted, as the other two are, by `reversi-train odds` to games between people; `docs/review.md`
/// has the figures.
const DISC: f64 = 0.12;

/// How much more a disc weighs at the very end.
const LAST_DISC: f64 = 1.85;

/// With so many squares left, what a disc weighs more is a third of that.
const SQUARES: f64 = 4.0;

/// The chance that a side with this score and so many empty squares left wins, from 0 to 1, when
/// people play. A draw counts as half a win.
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
    let weight = DISC + LAST_DISC * (-f64::from(empties) / SQUARES).exp();
    1.0 / (1.0 + (-weight * score.discs()).exp())
}

/// How good a move is from 0 to 100: by how many percent it lowers the chance to win. The curve is
/// the one that chess players know from Lichess: 100 for nothing lost, 64 for ten percent, 25 for
/// thirty.
#[must_use]
pub fn accuracy(before: Score, after: Score, empties: u32) -> f64 {
    let lost = 100.0 * (win_probability(before, empties) - win_probability(after, empties));
    (103.1668 * (-0.04354 * lost).exp() - 3.1668).clamp(0.0, 100.0)
}
