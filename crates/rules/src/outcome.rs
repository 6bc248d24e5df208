//! Outcomes of games: discs, empty squares and winner.

use crate::color::{ByColor, Color};

/// The result of a finished game.
///
/// The count shown to players is the plain number of discs; the tournament score gives the empty
/// squares to the winner.
///
/// ```
/// use reversi_rules::{ByColor, Color, Outcome};
/// let outcome = Outcome { discs: ByColor { black: 3, white: 11 }, empties: 2 };
/// assert_eq!(outcome.winner(), Some(Color::White));
/// assert_eq!(outcome.score(Color::Black), -10);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Discs of each colour on the final board.
    pub discs: ByColor<u32>,
    /// Empty squares at the end.
    pub empties: u32,
}

impl Outcome {
    /// The side with more discs; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.discs.black.cmp(&self.discs.white) {
            std::cmp::Ordering::Greater => Some(Color::Black),
            std::cmp::Ordering::Less => Some(Color::White),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The tournament score for one side: disc difference, empty squares to the winner.
    #[must_use]
    pub fn score(&self, color: Color) -> i32 {
        let own = self.discs[color] as i32;
        let opponent = self.discs[color.opponent()] as i32;
        let empties = self.empties as i32;
        own - opponent + empties * (own - opponent).signum()
    }
}
