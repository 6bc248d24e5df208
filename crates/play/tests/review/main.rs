//! A review tells the truth about a game: exact where it says so, fair where it guesses.

mod edge;
mod exact;
mod games;
mod parts;
mod sides;
mod summary;

use engine::{Level, Settings};
use play::Watch;
use play::review::{Effort, Review, Reviewer};
use rules::{Game, Size};

/// Looks so many moves ahead, and solves from so many empty squares on.
fn effort(level: u32, exact: u32) -> Effort {
    let level = Level::new(level).expect("a level");
    Effort {
        exact,
        ..Effort::level(level, Size::EIGHT)
    }
}

fn reviewer(game: &Game, effort: Effort) -> Reviewer {
    let settings = Settings {
        threads: 1,
        hash_mb: 4,
    };
    Reviewer::new(game.clone(), effort, settings).expect("a board the engine knows")
}

fn review(game: &Game, effort: Effort) -> Review {
    let mut reviewer = reviewer(game, effort);
    Watch::unwatched(|watch| while reviewer.step(watch) {});
    let review = reviewer.into_review();
    assert!(review.is_complete());
    review
}
