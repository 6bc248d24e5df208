//! Matches between two players: openings, schedule, execution and counting.

mod batch;
mod inside;
mod openings;
mod schedule;
