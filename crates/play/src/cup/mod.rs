//! A contest of many: who met whom, what came of it, and who won.

mod event;

pub use event::{Bracket, CupGame, Enrolled, Event, Format, Rated, Standing, Tie};
