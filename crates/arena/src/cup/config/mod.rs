//! The configuration file of a cup, `cup.toml`.

mod cup_config;
mod file;
mod format;
mod keys;
mod participant;
mod read;

mod values;

pub use cup_config::{Config, OpeningChoice};
pub use keys::ConfigError;
pub use participant::Participant;
pub use values::MIN_MEMORY;

/// An example of a `cup.toml`. It works as it is.
pub const EXAMPLE: &str = include_str!("example.toml");
