//! Cups: pairings, standings, `cup.toml` and the journal.

mod best_of;
mod configs;
mod journals;
mod simulated;
mod swiss;
mod tables;
