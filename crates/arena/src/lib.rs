//! Matches, cups and ratings: games under a referee and their statistics; the engine protocols, the
//! sandbox of other programs, and result pages.

pub mod contest;
pub mod cup;
pub mod matches;
pub mod protocol;
pub mod rating;
pub mod results;
pub mod sandbox;
pub mod transport;
