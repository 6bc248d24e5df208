//! How other programs are talked to, a module for each protocol.

pub mod console;
mod driver;
pub mod simple;

pub use driver::{Driver, Lifetime};
