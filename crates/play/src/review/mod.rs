//! A game judged by the engine, move by move.
//!
//! A [`Reviewer`] does the work, a position at a time from the last to the first; the [`Review`] is
//! what it knows by then. `docs/review.md` tells what the numbers mean. Many games are reviewed by
//! many workers: a [`ReviewJob`] goes to [`Reviewing`], and a [`ReviewSheet`] comes back.

mod annotate;
mod effort;
pub mod json;
mod judged;
mod label;
mod opinion;
mod reviewer;
mod reviewing;
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

/// What the engine makes of a game: how every position stands and how good every move was, as far
/// as it has come. It works from the end, so what is missing is at the beginning.
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
    /// A review in which nothing is known yet.
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

    /// How far the engine looked.
    #[must_use]
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// How the game stood before each move in turn, and at its end: one more than there are moves.
    #[must_use]
    pub fn standings(&self) -> &[Option<Standing>] {
        &self.standings
    }

    /// Each move in turn.
    #[must_use]
    pub fn moves(&self) -> &[Option<Judged>] {
        &self.moves
    }

    /// The moves that have been judged.
    pub fn judged(&self) -> impl Iterator<Item = &Judged> {
        self.moves.iter().flatten()
    }

    /// Whether every move has been judged.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.standings.iter().all(Option::is_some)
    }

    /// How well each side played, from 0 to 100: the mean of its moves. Moves without a choice say
    /// nothing about who made them, and do not count; `None` when no move counts.
    #[must_use]
    pub fn accuracy(&self) -> ByColor<Option<f64>> {
        ByColor::from_fn(|color| {
            let counted = self.chosen(color).map(Judged::accuracy);
            let counted: Vec<f64> = counted.collect();
            let count = counted.len() as f64;
            (count > 0.0).then(|| counted.into_iter().sum::<f64>() / count)
        })
    }

    /// How many discs each side lost in all.
    #[must_use]
    pub fn lost(&self) -> ByColor<f64> {
        let of = |color| self.judged().filter(move |judged| judged.color == color);
        ByColor::from_fn(|color| of(color).map(|judged| judged.lost().discs()).sum())
    }

    /// How many moves of a side have a label. Moves without a choice do not count.
    #[must_use]
    pub fn count(&self, color: Color, label: Label) -> usize {
        let labels = self.chosen(color).map(Judged::label);
        labels.filter(|found| *found == label).count()
    }

    /// The moves that changed who was winning, in the order of the game.
    #[must_use]
    pub fn turning_points(&self) -> Vec<&Judged> {
        let turning = self.judged().filter(|judged| judged.is_turning_point());
        turning.collect()
    }

    /// The moves of a side that had a choice.
    fn chosen(&self, color: Color) -> impl Iterator<Item = &Judged> {
        let of_side = move |judged: &&Judged| judged.color == color && !judged.forced;
        self.judged().filter(of_side)
    }
}
