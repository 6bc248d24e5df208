//! How strong players are, as their results show it, and how sure that is.
//!
//! Everything here is reckoning: numbers in, numbers out. Strength is logistic Elo, errors are those
//! of 95 %. Where two players meet, games come in pairs, the same opening with both colours, and the
//! games of a pair depend on each other: errors come from the [counts of pairs](Pentanomial), which
//! tell more than wins, draws and losses do.

mod elo;
mod list;
mod results;
mod sprt;

pub use elo::{elo_of_share, normal, share_of_elo};
pub use list::{Meeting, Rating, list};
pub use results::{Estimate, Pentanomial, Results, Spread, Trinomial};
pub use sprt::{ParseSprtError, Sprt, Verdict};

/// How many standard deviations the error of 95 % is.
pub const NINETY_FIVE_PERCENT: f64 = 1.959_963_984_540_054;
