//! How often predictions were right.

use std::fmt;

use rules::Square;

/// A sum over predicted moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    count: f64,
    first: f64,
    three: f64,
    loss: f64,
}

/// The least probability of a move, so that one surprise does not outweigh everything.
const LEAST: f32 = 1e-4;

impl Score {
    /// Adds a position: the moves with their probabilities, the most probable first, and the move that was
    /// played.
    pub fn note(&mut self, prediction: &[(Square, f32)], played: Square) {
        let place = prediction.iter().position(|(square, _)| *square == played);
        let probability = place.map_or(0.0, |place| prediction[place].1);
        self.count += 1.0;
        self.first += f64::from(u8::from(place == Some(0)));
        self.three += f64::from(u8::from(place.is_some_and(|place| place < 3)));
        self.loss -= f64::from(probability.max(LEAST)).ln();
    }

    /// Adds another sum.
    pub fn add(&mut self, other: &Score) {
        self.count += other.count;
        self.first += other.first;
        self.three += other.three;
        self.loss += other.loss;
    }

    /// The share of moves that were the most probable ones, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.first / self.count.max(1.0)
    }

    /// The share of moves predicted, with the number of moves.
    #[must_use]
    pub fn top_one(&self) -> String {
        format!("{:.1} % of {}", 100.0 * self.share(), self.count)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count.max(1.0);
        write!(
            f,
            "first {:.1} %, first three {:.1} %, log loss {:.3} ({} moves)",
            100.0 * self.first / count,
            100.0 * self.three / count,
            self.loss / count,
            self.count
        )
    }
}
