//! A table: players stay at it from one game to the next.

use rules::{ByColor, Color};

use super::played::Played;
use super::schedule::Pairing;
use play::Player;

/// A table and the players that wait at it for the next game, the latest player last.
///
/// A table has two chairs: table 3 has the chairs 6 and 7. The two players of a game sit on different
/// ones, whatever their colours.
pub(super) struct Table {
    number: usize,
    most: usize,
    waiting: Vec<Waiting>,
    /// The side of the table, 0 or 1, of Black and White in the game that is being played.
    sides: [usize; 2],
}

/// A player between two games.
struct Waiting {
    entrant: usize,
    /// The side of the table, 0 or 1.
    side: usize,
    player: Box<dyn Player>,
}

impl Table {
    /// An empty table with a number, which keeps at most `seats` players.
    pub(super) fn new(number: usize, seats: usize) -> Table {
        Table {
            number,
            most: seats.max(2),
            waiting: Vec::new(),
            sides: [0, 1],
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
            let found = self.waiting.iter().rposition(|one| one.entrant == entrant);
            found.map(|place| self.waiting.remove(place))
        };
        let mut black = called(Color::Black);
        let white = called(Color::White);
        if let (Some(one), Some(other)) = (&black, &white)
            && one.side == other.side
        {
            black = None;
        }
        let room = self.most.saturating_sub(2);
        let leave = self.waiting.len().saturating_sub(room);
        self.waiting.drain(..leave);
        let black_side = match (&black, &white) {
            (Some(one), _) => one.side,
            (None, Some(other)) => 1 - other.side,
            (None, None) => 0,
        };
        self.sides = [black_side, 1 - black_side];
        let mut here = ByColor { black, white };
        ByColor::from_fn(|color| match here[color].take() {
            Some(kept) => kept.player,
            None => sit(
                pairing.seats[color],
                2 * self.number + self.sides[color as usize],
            ),
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
                self.waiting.push(Waiting {
                    entrant: pairing.seats[color],
                    side: self.sides[color as usize],
                    player,
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use engine::Random;
    use play::{ChosenMove, Clock, Fault, Watch};
    use rules::{Game, Size};

    use super::super::played::Ending;
    use super::*;

    /// A player that is named after its chair.
    struct Sitting(String);

    impl Player for Sitting {
        fn name(&self) -> &str {
            &self.0
        }

        fn choose(&mut self, _: &Game, _: &Clock, _: &mut Watch<'_>) -> Result<ChosenMove, Fault> {
            Err(Fault::no_legal_move())
        }
    }

    /// Players stay from one game to the next and change colours and opponents.
    #[test]
    fn the_two_players_of_a_game_never_share_a_chair() {
        let mut random = Random::new(1);
        let mut table = Table::new(3, 4);
        let sat = Mutex::new(0);
        let sit = |_: usize, chair: usize| {
            *sat.lock().expect("one thread") += 1;
            Box::new(Sitting(chair.to_string())) as Box<dyn Player>
        };
        let game = Game::new(Size::EIGHT);
        for number in 0..500 {
            let black = random.below(5);
            let white = (black + 1 + random.below(4)) % 5;
            let pairing = Pairing {
                number,
                seats: ByColor { black, white },
                opening: game.clone(),
            };
            let seats = table.seat(&pairing, &sit);
            let mut chairs = [seats.black.name(), seats.white.name()];
            chairs.sort_unstable();
            assert_eq!(chairs, ["6", "7"], "game {number}");
            let played = Played {
                game: game.clone(),
                opening: 0,
                moves: Vec::new(),
                ending: Ending::Board,
                stderr: Default::default(),
                disturbed: None,
                talk: Default::default(),
            };
            table.release(&pairing, seats, &played);
        }
        assert!(*sat.lock().expect("one thread") < 900, "players stay");
    }
}
