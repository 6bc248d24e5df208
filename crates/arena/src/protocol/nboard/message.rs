//! Messages of NBoard's protocol: commands of the GUI and replies of the engine.

mod command;
mod hint;
mod made;
mod reply;
mod setup;

pub use command::{Command, WrongCommand};
pub use hint::{Depth, Hint};
pub use made::Made;
pub use reply::Reply;
pub use setup::Setup;

#[cfg(test)]
mod tests;
