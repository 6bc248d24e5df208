//! Labels of moves: best, good, inaccuracy, mistake, blunder.

use std::fmt;

use engine::Score;

use crate::score_text;

/// The class of a move by the discs it loses. The limits are fitted: of 100 moves of strong players, ten
/// are inaccuracies or worse, four are mistakes or worse, and one is a blunder.
///
/// ```
/// use engine::Score;
/// use play::review::Label;
/// assert_eq!(Label::of(Score::from_discs(0)), Label::Best);
/// assert_eq!(Label::of(Score::from_discs(4)), Label::Inaccuracy);
/// assert_eq!(Label::of(Score::from_discs(12)).to_string(), "blunder");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// It loses less than half a disc.
    Best,
    /// It loses less than three discs.
    Good,
    /// It loses less than five discs.
    Inaccuracy,
    /// It loses less than ten discs.
    Mistake,
    /// It loses ten discs or more.
    Blunder,
}

impl Label {
    /// All labels, the best first.
    pub const ALL: [Label; 5] = [
        Label::Best,
        Label::Good,
        Label::Inaccuracy,
        Label::Mistake,
        Label::Blunder,
    ];

    /// The label of a move with this loss, rounded as people see it.
    ///
    /// ```
    /// use engine::Score;
    /// use play::review::Label;
    /// // 2.99 discs, shown as 3.0.
    /// assert_eq!(Label::of(Score::from_units(383)), Label::Inaccuracy);
    /// ```
    #[must_use]
    pub fn of(lost: Score) -> Label {
        let shown = score_text::tenths(lost.discs());
        let worse = Label::ALL.into_iter().rev();
        let mut fitting = worse.filter(|label| shown >= label.least().discs());
        fitting.next().unwrap_or(Label::Best)
    }

    /// The least loss with this label.
    #[must_use]
    pub const fn least(self) -> Score {
        match self {
            Label::Best => Score::DRAW,
            Label::Good => Score::from_units(Score::DISC / 2),
            Label::Inaccuracy => Score::from_discs(3),
            Label::Mistake => Score::from_discs(5),
            Label::Blunder => Score::from_discs(10),
        }
    }

    /// The name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Label::Best => "best",
            Label::Good => "good",
            Label::Inaccuracy => "inaccuracy",
            Label::Mistake => "mistake",
            Label::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
