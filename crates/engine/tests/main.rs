//! Integration tests of the engine, in one binary.

mod book;
mod clock;
mod common;
mod engine;
mod evaluations;
mod explain;
mod large_boards;
mod levels;
mod network;
mod opponents;
mod patterns;
mod regions;
mod search;
#[cfg(feature = "serde")]
mod serde;
mod whole_games;
