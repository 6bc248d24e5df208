//! Playing strength of the engine behind a protocol: level and time.

use std::time::Duration;

use engine::{Clock, Level, Limits};
use rules::Diagram;

use super::service::Question;

/// Level and time for a move, as the user set them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// The level, if the user set one.
    pub level: Option<Level>,
    /// The longest time for a move, if the user set one.
    pub time: Option<Duration>,
    /// Whether to think while the opponent is to move.
    pub ponder: bool,
}

impl Strength {
    /// The level when neither the user nor a clock sets a limit: a move takes at most a second or
    /// two.
    pub const USUAL: Level = Level::new(16).unwrap();

    /// The level of the user, or the default one.
    #[must_use]
    pub fn level(&self) -> Level {
        self.level.unwrap_or(Strength::USUAL)
    }

    /// Whether book moves are allowed: from level 10 on, as everywhere.
    #[must_use]
    pub fn opens_from_book(&self) -> bool {
        self.level() >= Level::BOOK
    }

    /// The search while the opponent is to move in `diagram`, if the user wants one: until it is
    /// stopped.
    #[must_use]
    pub fn pondering(&self, diagram: Diagram) -> Option<Question> {
        let is_over = diagram.legal_moves().is_empty() && diagram.pass().legal_moves().is_empty();
        (self.ponder && !is_over).then(|| Question {
            limits: Limits::default(),
            lines: 1,
            diagram,
        })
    }

    /// The limits of a search: `clock` is the time left for the game, `time` the most for this move. A
    /// level of the user is never exceeded; without one, only the time limits the search.
    #[must_use]
    pub fn limits(
        &self,
        diagram: &Diagram,
        clock: Option<Clock>,
        time: Option<Duration>,
    ) -> Limits {
        let time = match (self.time, time) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        let timed = clock.is_some() || time.is_some();
        let limits = match self.level {
            None if timed => Limits::default(),
            _ => self
                .level()
                .limits(diagram.size(), diagram.board().empties()),
        };
        Limits {
            clock,
            time: time.map(in_time),
            ..limits
        }
    }
}

/// A little less than the time for a move: messages take time too, and so does what a search finishes
/// after its last look at the clock.
fn in_time(time: Duration) -> Duration {
    let reserve = (time / 100).max(Duration::from_millis(2)).min(time / 2);
    time - reserve
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Size, Start};

    const SECOND: Duration = Duration::from_secs(1);

    fn start() -> Diagram {
        Diagram::start(Size::EIGHT, Start::Standard)
    }

    #[test]
    fn without_any_wish_it_is_the_usual_level() {
        let limits = Strength::default().limits(&start(), None, None);
        assert_eq!(limits.depth, Some(Strength::USUAL.moves()));
        assert_eq!((limits.time, limits.clock), (None, None));
    }

    #[test]
    fn a_clock_takes_the_place_of_the_usual_level_but_not_of_one_asked_for() {
        let clock = Clock {
            left: SECOND * 60,
            increment: Duration::ZERO,
        };
        let free = Strength::default().limits(&start(), Some(clock), None);
        assert_eq!((free.depth, free.clock), (None, Some(clock)));
        let bound = Strength {
            level: Level::new(5),
            ..Strength::default()
        };
        assert_eq!(bound.limits(&start(), Some(clock), None).depth, Some(5));
    }

    #[test]
    fn the_shorter_time_holds_and_leaves_some_for_the_message() {
        let strength = Strength {
            time: Some(SECOND),
            ..Strength::default()
        };
        let limits = strength.limits(&start(), None, Some(SECOND * 5));
        assert_eq!(limits.time, Some(SECOND / 100 * 99));
        let short = Duration::from_millis(100);
        let limits = strength.limits(&start(), None, Some(short));
        assert_eq!(limits.time, Some(Duration::from_millis(98)));
        let short = Duration::from_millis(3);
        let limits = strength.limits(&start(), None, Some(short));
        assert_eq!(limits.time, Some(short / 2));
    }
}
