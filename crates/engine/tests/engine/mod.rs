//! What the engine promises: right scores, moves that can be played, and an end when asked for.

mod boards;
mod known;
mod limits;
mod lines;
mod outcome;
mod plain;
mod plain_solver;
mod problems;
mod progress;
mod special;
mod stopping;
mod symmetry;
mod threads;
mod windows;
