//! How the weights are made: the program plays games against itself, and weights are fitted to
//! their results. `docs/training.md` tells the whole recipe; `reversi-train` is the program.

pub mod check;
pub mod duel;
pub mod fit;
pub mod handmade;
pub mod least_squares;
pub mod probcut;
pub mod records;
pub mod samples;
pub mod search;
pub mod selfplay;
pub mod solved;
pub mod solver;
