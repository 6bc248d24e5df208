//! Going on with the match of a journal.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use arena::contest::Played;
use arena::matches::{FoundJournal, MatchSchedule};
use serde_json::Value;

/// The seed of a match that has begun.
pub fn seed(found: &FoundJournal) -> Option<u64> {
    found.setting("seed").and_then(Value::as_u64)
}

/// Fails for a journal with more games than the match has.
pub fn check_numbers(kept: &BTreeMap<usize, Played>, schedule: &MatchSchedule) -> Result<()> {
    let most = schedule.most_games();
    match kept.last_key_value() {
        Some((last, _)) if *last > most => bail!(
            "the journal has a game {last}, but the match has {most} games only; --games may be more \
             than before, not less"
        ),
        _ => Ok(()),
    }
}
