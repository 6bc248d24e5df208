//! Game review: the engine scores every move of a game.
//!
//! A [`Reviewer`] analyses one position at a time, from the last to the first, and fills a [`Review`].
//! `docs/review.md` explains the numbers. Many games are reviewed as jobs: a [`ReviewJob`] runs on a
//! worker with a [`Reviewing`] and returns a [`ReviewSheet`].

mod annotate;
mod effort;
pub mod json;
mod judged;
mod label;
mod reviewer;
mod reviewing;
mod scored_line;
mod sheet;
pub mod text;
mod totals;
mod verify;
mod win_probability;

pub use annotate::annotated;
pub use effort::{Ahead, Effort};
pub use json::Reviewed;
pub use judged::{Judged, Standing};
pub use label::Label;
pub use reviewer::{Reviewer, UnreviewableSize};
pub use reviewing::Reviewing;
pub use sheet::{ReviewJob, ReviewSheet};
pub use totals::{Performance, Totals};
pub use win_probability::{accuracy, win_probability};

use rules::{ByColor, Color, Game};

/// The review of a game: every position with its score, every move with its loss. A review runs
/// from the end to the start, so an incomplete one lacks the first moves.
///
/// ```
/// use engine::{Engine, Level, Settings};
/// use play::Watch;
/// use play::review::{Effort, Label, Reviewer};
/// use rules::formats::transcript;
/// use rules::{Diagram, Size, Start};
///
/// let start = Diagram::start(Size::MIN, Start::Standard);
/// let game = transcript::read("c4d4d3b4a4d2d1b1a2", start).unwrap();
/// let effort = Effort::level(Level::new(10).unwrap(), Size::MIN);
/// let mut reviewer = Reviewer::new(game, effort).unwrap();
/// let mut engine = Engine::new(Settings::default());
/// Watch::unwatched(|watch| while reviewer.step(&mut engine, watch) {});
/// let review = reviewer.into_review();
/// let last = review.moves().last().unwrap().as_ref().unwrap();
/// assert_eq!(last.label(), Label::Best);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    game: Game,
    effort: Effort,
    standings: Vec<Option<Standing>>,
    moves: Vec<Option<Judged>>,
}

impl Review {
    /// A review with no move judged.
    fn new(game: Game, effort: Effort) -> Review {
        let moves = game.turns().len();
        Review {
            game,
            effort,
            standings: vec![None; moves + 1],
            moves: vec![None; moves],
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The search effort.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// The position before each move, and the last one: one more entry than there are moves.
    #[must_use]
    pub fn standings(&self) -> &[Option<Standing>] {
        &self.standings
    }

    /// All moves; `None` for those not judged yet.
    #[must_use]
    pub fn moves(&self) -> &[Option<Judged>] {
        &self.moves
    }

    /// The judged moves.
    pub fn judged(&self) -> impl Iterator<Item = &Judged> {
        self.moves.iter().flatten()
    }

    /// Whether every move has been judged.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.standings.iter().all(Option::is_some)
    }

    /// The accuracy of each side from 0 to 100: the mean over its moves. Forced moves do not count;
    /// `None` when all were forced.
    #[must_use]
    pub fn accuracy(&self) -> ByColor<Option<f64>> {
        ByColor::from_fn(|color| {
            let counted = self.unforced(color).map(Judged::accuracy);
            let counted: Vec<f64> = counted.collect();
            let count = counted.len() as f64;
            (count > 0.0).then(|| counted.into_iter().sum::<f64>() / count)
        })
    }

    /// The discs that each side lost over the game.
    #[must_use]
    pub fn lost(&self) -> ByColor<f64> {
        let of = |color| self.judged().filter(move |judged| judged.color == color);
        ByColor::from_fn(|color| of(color).map(|judged| judged.lost().discs()).sum())
    }

    /// The number of moves of a side with a label. Forced moves do not count.
    #[must_use]
    pub fn count(&self, color: Color, label: Label) -> usize {
        let labels = self.unforced(color).map(Judged::label);
        labels.filter(|found| *found == label).count()
    }

    /// The moves that gave the lead away, in game order.
    #[must_use]
    pub fn turning_points(&self) -> Vec<&Judged> {
        let turning = self.judged().filter(|judged| judged.is_turning_point());
        turning.collect()
    }

    /// The moves of a side that were not forced.
    fn unforced(&self, color: Color) -> impl Iterator<Item = &Judged> {
        let of_side = move |judged: &&Judged| judged.color == color && !judged.forced;
        self.judged().filter(of_side)
    }
}
