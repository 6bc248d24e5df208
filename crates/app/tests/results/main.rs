//! Results of cups and matches, from events that were really played.

mod events;
mod look;

#[path = "../common/mod.rs"]
mod common;
