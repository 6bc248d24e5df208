//! The configuration file of a cup, `cup.toml`.

mod cup_config;
mod keys;
mod participant;
mod read;
mod values;

pub use cup_config::{Config, MAX_KNOCKOUT_ENTRANTS, OpeningChoice};
pub use keys::ConfigError;
pub use participant::Participant;

/// An example of a `cup.toml`. It works as it is.
pub const EXAMPLE: &str = include_str!("example.toml");
