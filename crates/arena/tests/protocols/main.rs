//! The engine protocols: our engine behind them, programs that speak them, and both together.

// Both are used in other tests too, which need other parts of them.
#[allow(dead_code)]
#[path = "../drivers/actor.rs"]
mod actor;
mod cassio;
mod desk;
mod games;
mod gtp;
mod nboard;
mod stopping;
#[allow(dead_code)]
#[path = "../drivers/table.rs"]
mod table;
