//! Ratings: Elo differences, SPRT, trinomial and pentanomial statistics, rating lists.
//!
//! All functions are pure calculations. Strength is logistic Elo; errors are at 95 % confidence. In a
//! match, games come in pairs, the same opening with both colours. The games of a pair depend on each
//! other, so errors come from the [counts of pairs](Pentanomial), which are more precise than wins,
//! draws and losses.

mod elo;
mod list;
mod results;
mod sprt;
mod tilt;

pub use elo::{NINETY_FIVE_PERCENT, elo_of_share, normal, share_of_elo};
pub use list::{PairScore, Rating, list};
pub use results::{Estimate, Pentanomial, Results, Spread, Trinomial};
pub use sprt::{EloScale, ParseSprtError, Sprt, Verdict};
