//! The clock of a game: when it runs, for whom, and when a side loses by it.

use std::time::{Duration, Instant};

use rules::Color;

use super::clock::RivalClock;
use super::state::{EarlyEnd, State};

impl State {
    /// A computer begins to choose a move: the clock of a rival runs. Returns that clock.
    pub fn computer_starts(&mut self, now: Instant) -> Option<RivalClock> {
        let (color, player) = self.computer_to_move()?;
        player.rung()?;
        let has_begun = !self.game().turns().is_empty();
        let clock = self.clock.as_mut()?;
        clock.run(has_begun.then_some(color), now);
        Some(RivalClock {
            left: clock.left(color, now),
            increment: clock.increment,
        })
    }

    /// No computer chooses a move any more: its clock stops, and its time so far does not count.
    pub fn computer_stops(&mut self) {
        let players = self.session.players();
        if let Some(clock) = &mut self.clock
            && let Some(running) = clock.running()
            && !players[running].is_human()
        {
            clock.hold();
        }
    }

    /// Ends the game if a side's time is up. Returns whether it did.
    pub fn flag(&mut self, now: Instant) -> bool {
        let fallen = self.clock.as_ref().and_then(|clock| clock.fallen(now));
        let fallen = fallen.filter(|color| self.session.players()[*color].is_human());
        if let Some(loser) = fallen {
            let by_time = true;
            self.end(EarlyEnd { loser, by_time }, now);
        }
        fallen.is_some()
    }

    /// The instant at which a person's time runs out, if nothing happens before. A rival always moves in
    /// time.
    pub fn flag_falls(&self) -> Option<Instant> {
        let clock = self.clock.as_ref()?;
        let running = clock.running()?;
        let is_person = self.session.players()[running].is_human();
        clock.falls().filter(|_| is_person)
    }

    /// Starts the clock of the person to move, once the game has begun and that person
    /// has arrived.
    pub(super) fn wind(&mut self, now: Instant) {
        self.computer_stops();
        let game = self.session.game();
        let has_begun = !game.turns().is_empty() && self.early.is_none();
        let mover = game.to_move().filter(|_| has_begun);
        let players = self.session.players();
        let runs = mover.filter(|color| players[*color].is_human() && self.arrived[*color]);
        if let Some(clock) = &mut self.clock {
            clock.run(runs, now);
        }
    }

    /// Resumes the clock that ran when the state was stored, this long ago.
    pub fn go_on(&mut self, running: Color, spent: Duration, now: Instant) {
        let is_person = self.session.players()[running].is_human();
        if let Some(clock) = self.clock.as_mut().filter(|_| is_person) {
            clock.charge(running, spent);
        }
        self.wind(now);
    }
}

#[cfg(test)]
mod tests {
    use play::Session;
    use rules::{ByColor, Game, Point, Size};

    use super::*;
    use crate::game::clock::Clock;

    const SECOND: Duration = Duration::from_secs(1);

    /// A game with a clock of a minute and two seconds a move.
    fn state(black: &str, white: &str) -> State {
        let player = |text: &str| text.parse().expect("a player");
        let players = ByColor {
            black: player(black),
            white: player(white),
        };
        State {
            id: String::new(),
            version: 1,
            created: 0,
            session: Session::new(Game::new(Size::EIGHT), players, 0),
            names: ByColor::default(),
            keys: ByColor::default(),
            shared: false,
            arrived: ByColor {
                black: true,
                white: true,
            },
            early: None,
            clock: Some(Clock::new(60 * SECOND, 2 * SECOND)),
            undo_asked_by: None,
            rematch: None,
        }
    }

    fn left(state: &State, color: Color, now: Instant) -> Duration {
        let clock = state.clock.as_ref().expect("a clock");
        clock.left(color, now)
    }

    fn point(name: &str) -> Point {
        name.parse().expect("a square")
    }

    #[test]
    fn a_rival_is_charged_what_it_took_and_never_loses_on_time() {
        let mut state = state("human", "rival:2");
        let start = Instant::now();
        state.session.play(point("f5")).expect("a move");
        let clock = state.computer_starts(start).expect("its clock runs");
        assert_eq!((clock.left, clock.increment), (60 * SECOND, 2 * SECOND));
        let later = start + 100 * SECOND;
        assert_eq!(left(&state, Color::White, start + SECOND), 59 * SECOND);
        assert_eq!(state.flag_falls(), None);
        assert!(!state.flag(later));
        // No page watched the game, so the search was stopped. Now it starts again.
        state.computer_stops();
        assert_eq!(left(&state, Color::White, later), 60 * SECOND);
        state.computer_starts(later);
        let reply = state.reply(point("d6"), Some(3 * SECOND), later + 5 * SECOND);
        reply.expect("a move");
        assert_eq!(left(&state, Color::White, later + 9 * SECOND), 59 * SECOND);
        let running = state.clock.as_ref().and_then(Clock::running);
        assert_eq!(running, Some(Color::Black));
        assert_eq!(state.flag_falls(), Some(later + 65 * SECOND));
    }

    #[test]
    fn the_first_move_of_a_rival_is_free() {
        let mut state = state("rival:2", "human");
        let start = Instant::now();
        assert!(state.computer_starts(start).is_some());
        assert_eq!(left(&state, Color::Black, start + SECOND), 60 * SECOND);
        let reply = state.reply(point("f5"), Some(3 * SECOND), start + 3 * SECOND);
        reply.expect("a move");
        assert_eq!(left(&state, Color::Black, start + 9 * SECOND), 60 * SECOND);
    }

    #[test]
    fn a_stored_game_does_not_charge_a_rival_for_the_time_it_was_closed() {
        let mut state = state("human", "rival:2");
        state.session.play(point("f5")).expect("a move");
        let now = Instant::now();
        state.go_on(Color::White, 50 * SECOND, now);
        assert_eq!(left(&state, Color::White, now), 60 * SECOND);
    }

    #[test]
    fn other_computers_have_no_clock() {
        let mut state = state("human", "engine:1");
        state.session.play(point("f5")).expect("a move");
        assert_eq!(state.computer_starts(Instant::now()), None);
    }
}
