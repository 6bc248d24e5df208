//! Search: iterative deepening, principal variation search, endgame solver and textbook search.

mod aspiration;
mod budget;
mod cuts;
mod endgame;
mod iterative_deepening;
mod leaf;
mod move_loop;
mod node;
mod ordering;
mod passes;
mod principal_variation;
mod pvs;
mod root_moves;
mod textbook;
mod ybwc;

pub(crate) use budget::Budget;
pub(crate) use endgame::final_score;
pub(crate) use iterative_deepening::IterativeDeepening;
pub(crate) use node::Node;
pub(crate) use passes::passes;
pub(crate) use root_moves::RootMoves;
pub(crate) use textbook::Interrupt;
pub use textbook::{Choice, Method, Textbook};
pub(crate) use ybwc::{EndOfSearch, Pool, Shared, Worker};
