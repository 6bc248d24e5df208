//! The game database: an SQLite file and the queries on it.
//!
//! `import` adds games, `index` finds the games that went through a position, `explore` and `stats`
//! are the queries. `store` opens the file.

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
