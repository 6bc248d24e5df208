//! Integration tests of the rules, in one binary.

mod backends;
mod common;
mod differential;
mod facts;
mod formats;
mod messages;
mod obf;
mod perft;
mod properties;
mod records;
mod round_trips;
#[cfg(feature = "serde")]
mod serde;
mod state_file;
