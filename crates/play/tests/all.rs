//! Players, sessions, reviews, openings and solving, through the public API.

mod books;
mod common;
mod computers;
mod matches;
mod openings;
mod players;
mod puzzles;
mod review;
mod sessions;
mod split;
mod undo;
