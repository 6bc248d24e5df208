//! Time management: how much of the clock one search may use.

use std::time::Duration;

use crate::limits::{Clock, Limits};

/// The time of one search: after `soft` no new pass is begun, at `hard` the search ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    pub(super) soft: Option<Duration>,
    pub(super) hard: Option<Duration>,
}

impl Allowance {
    pub(super) fn new(limits: &Limits, empties: u32) -> Allowance {
        let from_clock = limits
            .clock
            .map(|clock| Allowance::of_clock(clock, empties));
        let (soft, hard) = from_clock.unzip();
        // A pass takes longer than all passes before it, so after two thirds of the time another one
        // would not be finished.
        let whole = limits.time;
        Allowance {
            soft: least(soft, whole.map(|time| time / 3 * 2)),
            hard: least(hard, whole),
        }
    }

    /// A share of the clock: our side fills about half of the empty squares, and the last dozen
    /// moves take no time.
    fn of_clock(clock: Clock, empties: u32) -> (Duration, Duration) {
        let moves = (empties.saturating_sub(14) / 2).max(2);
        // A reserve is never used: a message takes time as well.
        let reserve = (clock.left / 20).min(Duration::from_millis(500));
        let usable = clock.left.saturating_sub(reserve);
        let share = (usable / moves).saturating_add(clock.increment / 5 * 4);
        let share = share.min(usable);
        (
            share / 3 * 2,
            share.saturating_mul(2).min(usable / 4 * 3).max(share / 2),
        )
    }
}

/// The shorter of two times, if there is any.
pub(super) fn least(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
