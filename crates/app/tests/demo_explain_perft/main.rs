//! The commands that ask nothing: `demo`, `explain` and `perft`.

#[path = "../common/mod.rs"]
mod common;
mod demo;
mod explain;
mod perft;
mod picture;
