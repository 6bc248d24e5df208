//! How other programs are talked to, a module for each protocol.

mod driver;

pub use driver::{Driver, Lifetime};
