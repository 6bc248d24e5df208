//! A table: players stay at it from one game to the next.

use rules::{ByColor, Color};

use super::played::Played;
use super::schedule::Pairing;
use play::Player;

/// A table and the players that wait at it for the next game, the latest player last.
pub(super) struct Table {
    number: usize,
    most: usize,
    waiting: Vec<(usize, Box<dyn Player>)>,
}

impl Table {
    /// An empty table with a number, which keeps at most `seats` players.
    pub(super) fn new(number: usize, seats: usize) -> Table {
        Table {
            number,
            most: seats.max(2),
            waiting: Vec::new(),
        }
    }

    /// The two players of a game: those that wait here, or new ones. An entrant that meets
    /// itself comes twice. Other players leave first if there are too many.
    pub(super) fn seat(
        &mut self,
        pairing: &Pairing,
        sit: &dyn Fn(usize, usize) -> Box<dyn Player>,
    ) -> ByColor<Box<dyn Player>> {
        let mut called = |color: Color| {
            let entrant = pairing.seats[color];
            let found = self.waiting.iter().rposition(|(who, _)| *who == entrant);
            found.map(|place| self.waiting.remove(place).1)
        };
        let mut here = ByColor {
            black: called(Color::Black),
            white: called(Color::White),
        };
        let room = self.most.saturating_sub(2);
        let leave = self.waiting.len().saturating_sub(room);
        self.waiting.drain(..leave);
        ByColor::from_fn(|color| {
            let kept = here[color].take();
            kept.unwrap_or_else(|| sit(pairing.seats[color], self.number))
        })
    }

    /// Lets the players wait for the next game, except one that lost by a fault.
    pub(super) fn release(
        &mut self,
        pairing: &Pairing,
        seats: ByColor<Box<dyn Player>>,
        played: &Played,
    ) {
        let faulty = played.faulty();
        let ByColor { black, white } = seats;
        for (color, player) in [(Color::Black, black), (Color::White, white)] {
            if faulty != Some(color) {
                self.waiting.push((pairing.seats[color], player));
            }
        }
    }
}
