//! Players, sessions, reviews, openings and solving, through the public API.

mod books;
mod common;
mod computers;
mod matches;
mod middle_puzzles;
mod openings;
mod people;
mod players;
mod puzzles;
mod review;
mod rivals;
mod sessions;
mod split;
mod undo;
