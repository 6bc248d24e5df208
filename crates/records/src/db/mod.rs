//! A database of games: an SQLite file, to ask what was played.
//!
//! A `Writer` adds games to the `store`, the `index` finds those that went through a position,
//! `explore` and `stats` say what they tell.

pub mod explore;
mod fingerprint;
pub mod game_summary;
pub mod import;
pub mod index;
pub mod player;
pub mod stats;
pub mod store;
pub mod tally;
pub mod writer;
pub mod years;
