//! Results of cups and matches, from events with real games.

mod events;
mod hostile;
mod json;
pub mod page;
mod records;
mod replay;
mod stages;
mod text;
mod written;

use arena::cup::Event;

/// Every kind of event, by name.
fn all() -> Vec<(&'static str, Event)> {
    vec![
        ("a cup of 16", events::cup_of_16()),
        ("a cup of 13", events::cup_of_13()),
        ("a league of 7", events::league_of_7()),
        ("the largest board", events::large()),
        ("one game", events::one_game()),
        ("an unfinished cup", events::unfinished()),
        ("an event without games", events::empty()),
    ]
}
