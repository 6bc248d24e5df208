//! The engine: correct scores, playable lines, and prompt stops.

mod boards;
mod known;
mod limits;
mod lines;
mod outcome;
mod plain;
mod plain_solver;
mod problems;
mod progress;
mod proofs;
mod special;
mod stopping;
mod symmetry;
mod threads;
mod windows;
