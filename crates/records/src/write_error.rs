//! The reason why a record was not written.

use std::fmt;
use std::io;

/// Why a record was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The format cannot represent it; other records may still be written.
    NoPlace(String),
    /// Writing failed; nothing more can be written.
    Failed(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::NoPlace(reason) => f.write_str(reason),
            WriteError::Failed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Failed(error)
    }
}
