//! Accuracy: how much a player lost of what there was to lose, from 0 to 100.
//!
//! `docs/review.md` has the formula, how its numbers were fitted, and what players reach.

use engine::Score;

/// The squares of the board that losses are counted for. On a smaller one, a disc counts for more in
/// proportion.
const SQUARES: f64 = 64.0;

/// The discs on the board before the first move.
const START_DISCS: f64 = 4.0;

/// The least that is at stake, in discs. It keeps the loss finite when nothing is left to lose.
const FEWEST_AT_STAKE: f64 = 4.0;

/// A move counts for no more than this many discs: beyond it, one bad move would hide all others.
pub const MOST_LOST: f64 = 32.0;

/// The share of a game, a third, after which a move counts in full. Before, chance loses less and less the
/// nearer the start is, so a move tells less.
const OPENING: f64 = 1.0 / 3.0;

/// The mean loss with an accuracy of 100/e, fitted by `reversi-train accuracy` to random moves.
const SCALE: f64 = 9.9;

/// The loss of moves with a choice, as [`accuracy`](MeanLoss::accuracy) counts it.
///
/// At stake is how far the score could fall: from that of the best move to that of no disc left, but no further
/// than in an even game. A move counts by its share of that, so a side that is far behind pays for bad
/// moves as one in an even game does. The mean is weighted by what was at stake, because where nothing can
/// be lost, nothing is shown; and the first third of the game counts less, the first moves least, because there
/// even a bad move loses little.
///
/// ```
/// use engine::Score;
/// use play::review::MeanLoss;
/// let lost = |before, after| {
///     let [before, after] = [before, after].map(Score::from_discs);
///     let mut loss = MeanLoss::default();
///     loss.add_move(before, after, 30, 64);
///     loss.discs().unwrap()
/// };
/// assert_eq!(lost(10, 10), 0.0);
/// assert_eq!(lost(10, 4), 6.0);
/// // Half of what was left.
/// assert_eq!(lost(-48, -52), 16.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeanLoss {
    moves: usize,
    weight: f64,
    weighted: f64,
}

impl MeanLoss {
    /// Adds a move, by the scores with the best move and with the played one for the side that moved,
    /// and by the empty squares before it on a board with this many squares.
    pub fn add_move(&mut self, before: Score, after: Score, empties: u32, squares: u32) {
        let [empties, squares] = [empties, squares].map(f64::from);
        let moves = squares - START_DISCS;
        let phase = ((moves - empties).max(0.0) + 1.0) / (moves * OPENING);
        let at_stake = (squares + before.discs()).clamp(FEWEST_AT_STAKE, squares);
        let lost = SQUARES * (before.discs() - after.discs()) / at_stake;
        self.moves += 1;
        let weight = at_stake / squares * phase.min(1.0).powi(2);
        self.weight += weight;
        self.weighted += weight * lost.min(MOST_LOST);
    }

    /// The number of moves.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The mean loss for each move, in discs of an even game on 8×8; `None` without moves.
    #[must_use]
    pub fn discs(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.weighted / self.weight)
    }

    /// The accuracy from 0 to 100; `None` without moves.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        self.discs().map(accuracy)
    }
}

/// The accuracy from 0 to 100 of a mean loss in discs. Small losses cost less than their share: much of them
/// is the error of the search, which differs between levels.
///
/// ```
/// use play::review::accuracy;
/// assert_eq!(accuracy(0.0), 100.0);
/// assert!(accuracy(1.0) > 98.0 && accuracy(12.5) < 25.0);
/// ```
#[must_use]
pub fn accuracy(mean_loss: f64) -> f64 {
    100.0 * (-(mean_loss / SCALE).powi(2)).exp()
}
