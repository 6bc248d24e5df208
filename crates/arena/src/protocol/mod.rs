//! Protocols that game programs speak, one module each: a server, so that others can use our engine,
//! and a driver, so that we can play against a program that speaks it.

pub mod cassio;
pub mod console;
mod driver;
pub mod gtp;
mod line;
mod name;
pub mod nboard;
mod ply;
mod service;
pub mod simple;
mod strength;

pub use driver::{Driver, Lifetime};
pub use name::Protocol;
pub use ply::{Course, Ply, plies};
pub use service::{Action, LONGEST_LINE, Question, Service, serve};
pub use strength::Strength;

/// A driver for a program that speaks `protocol`.
#[must_use]
pub fn driver(protocol: Protocol) -> Box<dyn Driver> {
    match protocol {
        Protocol::Gtp => Box::new(gtp::Gtp::new()),
        Protocol::NBoard => Box::new(nboard::NBoard::new(None)),
        Protocol::Cassio => Box::new(cassio::Cassio::new(None, None)),
        Protocol::Console => Box::new(console::Console::new()),
        Protocol::Simple => Box::new(simple::Simple::new()),
        Protocol::Once => Box::new(simple::Simple::once()),
    }
}
