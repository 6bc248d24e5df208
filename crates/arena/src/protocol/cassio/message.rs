//! Messages of Cassio's protocol: commands of the GUI and replies of the engine.

mod command;
mod notation;
mod reply;

pub use command::{Command, Fed, Search, WrongCommand};
pub(super) use notation::MOST;
pub use reply::{Finding, Reply};

#[cfg(test)]
mod tests;
