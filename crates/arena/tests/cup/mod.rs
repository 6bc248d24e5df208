//! Cups: pairings, standings, `cup.toml` and the journal.

mod attempts;
mod best_of;
mod configs;
mod forecasts;
mod journals;
mod opening_plans;
mod rulings;
mod simulated;
mod stages;
mod swiss;
mod tables;
