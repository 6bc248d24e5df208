//! YBWC (young brothers wait concept): parallel search with split points and helpers.

mod helper;
mod pool;
mod split_point;
mod worker;

pub(crate) use helper::EndOfSearch;
pub(crate) use pool::Pool;
pub(crate) use worker::{Shared, Worker};
