//! Reviews: exact scores are correct, and estimates are fair.

mod accuracy;
mod edge;
mod exact;
mod games;
mod parts;
mod sheets;
mod sides;
mod strength;
mod summary;
mod why;

use engine::{Engine, Level, Settings};
use play::Watch;
use play::review::{Effort, Review, Reviewer};
use rules::{Game, Size};

/// Settings with this search depth that solve from this number of empty squares on.
fn effort(level: u32, exact: u32) -> Effort {
    let level = Level::new(level).expect("a level");
    Effort {
        exact,
        ..Effort::level(level, Size::EIGHT)
    }
}

fn reviewer(game: &Game, effort: Effort) -> Reviewer {
    Reviewer::new(game.clone(), effort).expect("a board the engine knows")
}

fn engine() -> Engine {
    Engine::new(Settings {
        threads: 1,
        hash_mb: 4,
    })
}

fn review(game: &Game, effort: Effort) -> Review {
    let mut reviewer = reviewer(game, effort);
    let mut engine = engine();
    Watch::unwatched(|watch| while reviewer.step(&mut engine, watch) {});
    let review = reviewer.into_review();
    assert!(review.is_complete());
    review
}
