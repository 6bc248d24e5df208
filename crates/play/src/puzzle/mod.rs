//! Puzzles: positions in which one move has to be found.
//!
//! [`endgame`] has positions in which one move wins and no other does; [`middle`] has positions of the
//! middle game in which one move is clearly best.

pub mod endgame;
pub mod middle;
