//! Players, sessions, reviews, openings and solving, through the public API.

mod books;
mod common;
mod matches;
mod minds;
mod openings;
mod players;
mod puzzles;
mod review;
mod sessions;
mod split;
mod undo;
