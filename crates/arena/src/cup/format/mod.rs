//! Pairing systems, one for each format: pure functions of the pairing rules and the scores so far.

pub(super) mod gauntlet;
pub(super) mod groups;
pub(super) mod knockout;
mod matching;
mod round_robin;
pub(super) mod swiss;
