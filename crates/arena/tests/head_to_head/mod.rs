//! Matches of two: where their games begin, who plays them and how they are counted.

mod batch;
mod inside;
mod openings;
mod schedule;
