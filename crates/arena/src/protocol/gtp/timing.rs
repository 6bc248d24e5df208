//! Clocks of the Go Text Protocol: main time, then byo-yomi time for a number of stones.

use std::time::Duration;

use engine::Clock;
use rules::{ByColor, Color};

/// The clocks of both sides.
///
/// | `time_settings` | meaning |
/// |---|---|
/// | `0 0 x` | no limit |
/// | `0 N 0`, `0 N k` | N seconds for each move, for every k moves |
/// | `M 0 x` | M seconds for the game |
/// | `M N 0` | M seconds, and N more after each move |
/// | `M N k` | M seconds, then N for every k moves |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Timing {
    main: Duration,
    period: Duration,
    stones: u32,
    left: ByColor<Option<Left>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Left {
    time: Duration,
    /// The number of moves that the time is for; 0 is the whole game.
    stones: u32,
}

impl Timing {
    pub(super) fn new(main: Duration, period: Duration, stones: u32) -> Timing {
        let time = Left {
            time: main,
            stones: 0,
        };
        Timing {
            main,
            period,
            stones,
            left: ByColor::from_fn(|_| Some(time).filter(|_| !main.is_zero())),
        }
    }

    /// The clocks before the first move.
    pub(super) fn restarted(self) -> Timing {
        Timing::new(self.main, self.period, self.stones)
    }

    /// Sets the time left of a side (`time_left`).
    pub(super) fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        self.left[color] = Some(Left { time, stones });
    }

    /// Subtracts the time of a move.
    pub(super) fn spend(&mut self, color: Color, spent: Duration) {
        let increment = if self.stones == 0 && !self.main.is_zero() {
            self.period
        } else {
            Duration::ZERO
        };
        self.left[color] = match self.left[color] {
            Some(Left { time, stones: 0 }) => {
                let time = time.saturating_sub(spent) + increment;
                // The byo-yomi period follows; it restarts with every move.
                Some(Left { time, stones: 0 }).filter(|_| !time.is_zero())
            }
            Some(Left { time, stones }) if stones > 1 => Some(Left {
                time: time.saturating_sub(spent),
                stones: stones - 1,
            }),
            _ => None,
        };
    }

    /// The time left for the game, and for the next move.
    pub(super) fn limits(&self, color: Color) -> (Option<Clock>, Option<Duration>) {
        match self.left[color] {
            Some(Left { time, stones: 0 }) => {
                let increment = if self.stones == 0 {
                    self.period
                } else {
                    Duration::ZERO
                };
                let clock = Clock {
                    left: time,
                    increment,
                };
                (Some(clock), None)
            }
            Some(Left { time, stones }) => (None, Some(time / stones)),
            None if !self.period.is_zero() => (None, Some(self.period / self.stones.max(1))),
            // There is a limit, and the time is used up.
            None if !self.main.is_zero() => (None, Some(Duration::from_millis(1))),
            None => (None, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);
    const BLACK: Color = Color::Black;

    fn clock(left: Duration, increment: Duration) -> (Option<Clock>, Option<Duration>) {
        (Some(Clock { left, increment }), None)
    }

    #[test]
    fn each_setting_means_what_the_table_says() {
        let limits = |main, period, stones| {
            Timing::new(SECOND * main, SECOND * period, stones).limits(BLACK)
        };
        assert_eq!(limits(0, 0, 0), (None, None));
        assert_eq!(limits(0, 5, 0), (None, Some(SECOND * 5)));
        assert_eq!(limits(0, 10, 2), (None, Some(SECOND * 5)));
        assert_eq!(limits(60, 0, 0), clock(SECOND * 60, Duration::ZERO));
        assert_eq!(limits(60, 2, 0), clock(SECOND * 60, SECOND * 2));
        assert_eq!(limits(60, 30, 5), clock(SECOND * 60, Duration::ZERO));
    }

    #[test]
    fn a_game_uses_its_time_up_and_goes_on_in_periods() {
        let mut timing = Timing::new(SECOND * 10, SECOND * 30, 5);
        timing.spend(BLACK, SECOND * 4);
        assert_eq!(timing.limits(BLACK), clock(SECOND * 6, Duration::ZERO));
        timing.spend(BLACK, SECOND * 6);
        assert_eq!(timing.limits(BLACK), (None, Some(SECOND * 6)));
        timing.set_left(BLACK, SECOND * 8, 2);
        assert_eq!(timing.limits(BLACK), (None, Some(SECOND * 4)));
        assert_eq!(
            timing.restarted().limits(BLACK),
            clock(SECOND * 10, Duration::ZERO)
        );
    }

    #[test]
    fn an_increment_comes_after_each_move() {
        let mut timing = Timing::new(SECOND * 10, SECOND * 2, 0);
        timing.spend(BLACK, SECOND * 3);
        assert_eq!(timing.limits(BLACK), clock(SECOND * 9, SECOND * 2));
    }
}
