//! The protocol of Cassio: every request names its position, and every job ends with `ready.`. Only
//! the 8×8 board is played.

mod driver;
mod message;
mod server;

pub use driver::Cassio;
pub use message::{Command, Fed, Finding, Reply, Search, WrongCommand};
pub use server::Server;
