//! Matches, cups and ratings: games under a referee and their statistics; the engine protocols, the
//! sandbox of other programs, the intake of students' programs, and result pages.

pub mod contest;
pub mod cup;
pub mod intake;
pub mod journal;
pub mod matches;
pub mod protocol;
pub mod rating;
pub mod results;
pub mod sandbox;
pub mod talk;
pub mod transport;
