//! Who meets whom, for each way to play a cup: pure functions of the terms and of the results so
//! far.

pub(super) mod gauntlet;
pub(super) mod knockout;
mod matching;
pub(super) mod round_robin;
pub(super) mod swiss;
