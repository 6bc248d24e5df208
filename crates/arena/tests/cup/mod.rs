//! Cups: who meets whom, who is ahead, what a `cup.toml` may say and what a journal survives.

mod best_of;
mod configs;
mod journals;
mod simulated;
mod swiss;
mod tables;
