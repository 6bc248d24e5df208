//! The engine protocols: our engine behind them, programs that speak them, and both together.

mod cassio;
mod desk;
mod games;
mod gtp;
mod nboard;
mod stopping;
