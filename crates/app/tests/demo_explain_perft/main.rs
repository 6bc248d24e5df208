//! The commands that ask nothing: `demo`, `explain` and `perft`.

#[path = "../common/mod.rs"]
mod common;
mod demo;
mod explain;
mod perft;
mod picture;

const OPPONENTS: [&str; 8] = [
    "engine",
    "discs",
    "corners-edges",
    "positional",
    "roxanne",
    "walle",
    "greedy",
    "random",
];

/// The opponents that look ahead.
fn searchers() -> impl Iterator<Item = &'static str> {
    let searches = |name: &&str| !["greedy", "random"].contains(name);
    OPPONENTS.into_iter().filter(searches)
}
