//! Commands without questions: `demo`, `explain` and `perft`.

mod demo;
mod explain;
mod perft;
mod picture;
