//! Looking ahead.

mod budget;
mod cuts;
mod deepening;
mod endgame;
mod field;
mod glance;
mod line;
mod node;
mod ordering;
mod pool;
mod sharing;
mod split;
mod stages;
mod textbook;
mod tree;

pub(crate) use budget::Budget;
pub(crate) use deepening::Deepening;
pub(crate) use endgame::final_score;
pub(crate) use field::{Eight, Field, Four, FourByEight, FourBySix, Six};
pub(crate) use node::Node;
pub(crate) use pool::Pool;
pub(crate) use sharing::Ending;
pub(crate) use stages::stages;
pub use textbook::{Choice, Method, Textbook};
pub(crate) use tree::{Shared, Worker};
