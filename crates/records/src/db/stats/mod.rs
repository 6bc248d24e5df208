//! Statistics of a whole database and of one player.

mod career;
mod openings;
mod overview;

pub use career::Career;
pub use openings::Played;
pub use overview::Overview;
