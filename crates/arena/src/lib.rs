//! Who is stronger: games under a referee, matches, cups, ratings and what results mean; the
//! protocols that engines speak, the sandbox that other programs run in, and result pages.

pub mod contest;
pub mod cup;
pub mod matches;
pub mod protocol;
pub mod rating;
pub mod results;
pub mod sandbox;
pub mod transport;
