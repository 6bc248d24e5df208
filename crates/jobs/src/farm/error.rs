//! Why the farm could not be used.

use std::error::Error;
use std::fmt;

/// Why the farm could not be used, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FarmError(String);

impl FarmError {
    pub(super) fn new(text: impl Into<String>) -> FarmError {
        FarmError(text.into())
    }

    /// Something that the server does not do.
    pub(super) fn refused(what: &str, error: impl fmt::Display) -> FarmError {
        FarmError(format!("the server {what}: {error}"))
    }
}

impl fmt::Display for FarmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for FarmError {}
