//! Why the farm could not be used, in plain words.

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
        FarmError(format!("the server {what}: {}", words(&error.to_string())))
    }
}

impl fmt::Display for FarmError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for FarmError {}

/// What parts of the server's own words mean, and what helps.
const MEANINGS: [(&[&str], &str); 6] = [
    (
        &["permissions violation", "authorization violation"],
        "the key that was given has no right to this; docs/farm.md says which key has",
    ),
    (
        &[
            "read-only file system",
            "permission denied",
            "operation not permitted",
        ],
        "it cannot write to its store; check who may write to its folder, then start it again",
    ),
    (
        &[
            "maximum bytes",
            "insufficient",
            "resource limits exceeded",
            "resources exceeded",
            "no space left",
            "file too large",
            "disk quota",
        ],
        "it has no room left; give it more (max_file in its configuration), or end batches that \
         nobody needs with `reversi farm forget NAME`",
    ),
    (
        &["not enabled", "no responders"],
        "it keeps no messages; start it with --jetstream. If it did before, its store cannot be \
         written to: its log says why",
    ),
    (
        &[
            "timed out",
            "timeout",
            "broken pipe",
            "no messages",
            "disconnected",
        ],
        "it does not answer; try again, or look into its log",
    ),
    (&["not found"], "it is not there any more"),
];

/// A server that is there and does not say whether it has stored a message.
pub(super) const UNCONFIRMED: &str = "it does not confirm what it is to keep; its store may be full or \
    read-only, and its log says why. Repair it and start it again";

/// What a server's error means, with the server's own words after it.
pub(super) fn words(error: &str) -> String {
    let lower = error.to_lowercase();
    let found = MEANINGS
        .iter()
        .find(|(parts, _)| parts.iter().any(|part| lower.contains(part)));
    let meaning = found.map_or("its log may say why", |(_, meaning)| meaning);
    format!("{meaning} ({error})")
}
