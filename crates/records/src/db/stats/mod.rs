//! What is in a database, and one player's record.

mod career;
mod openings;
mod overview;

pub use career::Career;
pub use openings::Played;
pub use overview::Overview;
