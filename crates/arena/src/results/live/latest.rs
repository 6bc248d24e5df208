//! The games of a cup that ended last.

use std::collections::VecDeque;

use rules::{ByColor, Color};

use crate::contest::Played;
use crate::results::names::{clean, shorten};
use crate::results::words;

/// The number of games that are listed.
const LISTED: usize = 8;

/// The longest name and the longest reason, in columns.
const LONGEST_NAME: usize = 40;
const LONGEST_REASON: usize = 160;

/// The games that ended last, the newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Latest(VecDeque<LatestGame>);

/// A game that has ended, as the list shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatestGame {
    pub(in crate::results) label: String,
    pub(in crate::results) names: ByColor<String>,
    pub(in crate::results) score: String,
    pub(in crate::results) winner: Option<Color>,
    /// What happened, if the board did not decide; otherwise empty.
    pub(in crate::results) remark: String,
}

impl LatestGame {
    /// A game of a round between two entrants.
    #[must_use]
    pub fn new(label: &str, names: ByColor<&str>, played: &Played) -> LatestGame {
        let name = |color| shorten(&clean(names[color]), LONGEST_NAME);
        let names = ByColor::from_fn(name);
        let remark = match (words::blame(played), words::disturbance(played)) {
            (Some((color, reason)), None) => format!("{} {}", names[color], clean(reason)),
            (_, Some(reason)) => format!("disturbed: {}", clean(reason)),
            (None, None) => String::new(),
        };
        LatestGame {
            label: shorten(&clean(label), LONGEST_NAME),
            score: words::score(played),
            winner: played.winner(),
            remark: shorten(&remark, LONGEST_REASON),
            names,
        }
    }
}

impl Latest {
    /// Adds a game, and forgets the oldest one if there are too many.
    pub fn add(&mut self, game: LatestGame) {
        self.0.push_front(game);
        self.0.truncate(LISTED);
    }

    /// The games, the newest first.
    pub(in crate::results) fn games(&self) -> impl Iterator<Item = &LatestGame> {
        self.0.iter()
    }
}
