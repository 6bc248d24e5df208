//! The commands that ask nothing: `demo`, `explain` and `perft`.

mod demo;
mod explain;
mod perft;
mod picture;
