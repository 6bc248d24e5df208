//! Game review: the engine scores every move of a game.
//!
//! A [`Reviewer`] analyses one position at a time, from the last to the first, and fills a [`Review`].
//! `docs/review.md` explains the numbers. Many games are reviewed as jobs: a [`ReviewJob`] runs on a
//! worker with a [`Reviewing`] and returns a [`ReviewSheet`].

mod accuracy;
mod annotate;
mod effort;
pub mod json;
mod judged;
mod label;
mod line;
mod reviewer;
mod reviewing;
mod scored_line;
mod sheet;
mod strength;
pub mod text;
mod totals;
mod verify;
pub mod why;

pub use accuracy::{MOST_LOST, MeanLoss, accuracy};
pub use annotate::annotated;
pub use effort::{Ahead, Effort};
pub use json::Reviewed;
pub use judged::{Judged, Standing};
pub use label::Label;
pub use reviewer::{Reviewer, UnreviewableSize};
pub use reviewing::Reviewing;
pub use sheet::{ReviewJob, ReviewSheet};
pub use strength::{BEND, Strength, StrengthSum, USUAL_MOVES};
pub use totals::{Performance, Totals};

use rules::{ByColor, Color, Game, Size};

use crate::book_moves;
use crate::people::Rating;

/// The rating of a club player, to whom a side is compared while its strength is not known: too few of its moves
/// are judged.
const USUAL_RATING: i32 = 1500;

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

    /// The number of moves at the beginning that are [book moves](crate::book_moves). Their scores are
    /// estimates like others.
    #[must_use]
    pub fn book(&self) -> usize {
        book_moves::of_game(&self.game)
    }

    /// Whether every move has been judged.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.standings.iter().all(Option::is_some)
    }

    /// The mean loss of each side. Forced moves do not count.
    #[must_use]
    pub fn mean_loss(&self) -> ByColor<MeanLoss> {
        ByColor::from_fn(|color| {
            let mut loss = MeanLoss::default();
            for judged in self.unforced(color) {
                loss.add_move(judged.before, judged.after, judged.empties, judged.squares);
            }
            loss
        })
    }

    /// The accuracy of each side from 0 to 100, from its mean loss; `None` when all moves were forced.
    #[must_use]
    pub fn accuracy(&self) -> ByColor<Option<f64>> {
        let losses = self.mean_loss();
        ByColor::from_fn(|color| losses[color].accuracy())
    }

    /// The rating that each side's moves show; `None` when there are too few, or on another board than
    /// 8×8.
    #[must_use]
    pub fn strength(&self) -> ByColor<Option<Strength>> {
        let is_known = self.game.size() == Size::EIGHT;
        let losses = self.mean_loss();
        ByColor::from_fn(|color| Strength::of_games([losses[color]]).filter(|_| is_known))
    }

    /// The rating of the players to whom a side is compared: that of the strength it shows in this game, in
    /// steps of 50 points, if it shows one.
    #[must_use]
    pub fn rating(&self, color: Color) -> Rating {
        const STEP: i32 = 50;
        let strength = self.strength()[color];
        let elo = strength.map_or(USUAL_RATING, |strength| strength.rating().elo());
        Rating::new((elo + STEP / 2) / STEP * STEP)
    }

    /// The discs that each side lost over the game.
    #[must_use]
    pub fn lost(&self) -> ByColor<f64> {
        let of = |color| self.judged().filter(move |judged| judged.color == color);
        // Not `sum`, whose zero is negative.
        ByColor::from_fn(|color| of(color).fold(0.0, |sum, judged| sum + judged.lost().discs()))
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
