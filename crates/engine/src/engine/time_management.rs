//! Time management: how much of the clock one search may use.

use std::time::Duration;

use crate::limits::{Clock, Limits};

/// The time of one search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    /// The time for a move of the usual difficulty; `None` when only `hard` counts. A move that
    /// wavers gets more, one that is settled less.
    soft: Option<Duration>,
    /// When the search ends in any case. What an unfinished pass has found by then still counts.
    pub(super) hard: Option<Duration>,
}

/// Of the usual time, the percentage after which no new pass is begun, by the number of passes that
/// the best move has not changed for.
const BY_SETTLED: [u32; 5] = [150, 110, 85, 70, 60];

impl Allowance {
    /// The time for a search of a position with this number of empty squares and of legal moves.
    pub(super) fn new(limits: &Limits, empties: u32, choices: u32) -> Allowance {
        let from_clock = limits
            .clock
            .map(|clock| Allowance::of_clock(clock, empties, choices));
        let (soft, hard) = from_clock.unzip();
        Allowance {
            soft,
            hard: least(hard, limits.time),
        }
    }

    /// Whether no new pass is worth its time. The best move has not changed for `settled` passes.
    pub(super) fn is_enough(&self, elapsed: Duration, settled: u32) -> bool {
        let last = BY_SETTLED.len() - 1;
        let percent = BY_SETTLED[last.min(settled as usize)];
        self.soft
            .is_some_and(|soft| elapsed >= (soft / 100).saturating_mul(percent))
    }

    /// A share of the clock: our side fills about half of the empty squares, and the last dozen
    /// moves take no time.
    fn of_clock(clock: Clock, empties: u32, choices: u32) -> (Duration, Duration) {
        let moves = (empties.saturating_sub(14) / 2).max(2);
        // A reserve is never used: a message takes time as well.
        let reserve = (clock.left / 20).min(Duration::from_millis(500));
        let usable = clock.left.saturating_sub(reserve);
        let share = (usable / moves).saturating_add(clock.increment / 5 * 4);
        let share = share.min(usable);
        let hard = share.saturating_mul(3).min(usable / 4 * 3).max(share / 2);
        // A forced move needs no thought, only a score.
        let soft = if choices == 1 { share / 20 } else { share };
        (soft, hard)
    }
}

/// The shorter of two times, if there is any.
pub(super) fn least(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::Allowance;
    use crate::limits::{Clock, Limits};

    const MINUTE: Duration = Duration::from_secs(60);

    fn of_clock(empties: u32, choices: u32) -> Allowance {
        let clock = Clock {
            left: MINUTE,
            increment: Duration::ZERO,
        };
        let limits = Limits {
            clock: Some(clock),
            ..Limits::default()
        };
        Allowance::new(&limits, empties, choices)
    }

    /// The time after which no pass is begun.
    fn last_start(allowance: &Allowance, settled: u32) -> Duration {
        let steps = (1..=60_000).map(Duration::from_millis);
        let mut enough = steps.filter(|time| allowance.is_enough(*time, settled));
        enough.next().expect("an end within the clock")
    }

    #[test]
    fn the_time_for_a_move_is_used_up() {
        let allowance = Allowance::new(&Limits::time(MINUTE), 50, 10);
        assert_eq!(allowance.hard, Some(MINUTE));
        assert!(!allowance.is_enough(MINUTE, 9));
    }

    #[test]
    fn a_move_that_wavers_gets_more_than_one_that_is_settled() {
        let allowance = of_clock(40, 10);
        let starts: Vec<Duration> = (0..6).map(|it| last_start(&allowance, it)).collect();
        assert!(starts.is_sorted_by(|a, b| a >= b), "{starts:?}");
        assert!(starts[0] >= 2 * starts[5], "{starts:?}");
        assert!(
            allowance
                .hard
                .is_some_and(|hard| starts[0] < hard && hard < MINUTE / 3)
        );
    }

    #[test]
    fn a_forced_move_takes_little_of_the_clock() {
        let (forced, free) = (of_clock(40, 1), of_clock(40, 2));
        assert!(10 * last_start(&forced, 0) < last_start(&free, 0));
    }
}
