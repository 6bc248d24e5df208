//! Somebody who plays under a referee.

use std::time::Instant;

use rules::{Color, Game, Point, Value};

use super::clock::Clock;
use super::fault::Fault;

/// Somebody who plays games under a referee: a computer in this program, or another program.
///
/// The referee's game is the truth. A contestant is shown it at every turn, and tells a program what
/// has been played since it was asked last, passes included. A contestant is never asked when its
/// side has to pass.
///
/// After a [`Fault`] the game is lost and the contestant is asked nothing more in it; the next
/// [`begin`](Contestant::begin) starts a program anew where that is needed.
pub trait Contestant: Send {
    /// What it is called in results.
    fn name(&self) -> &str;

    /// The number of the game that comes next. Whoever leaves something to chance lets it be settled
    /// by this, whatever was played before at the same table, so that a contest can be repeated.
    fn prepare(&mut self, number: usize) {
        let _ = number;
    }

    /// A game is about to begin, or to go on from an opening: `game` holds its moves so far.
    ///
    /// # Errors
    /// When it is not ready to play.
    fn begin(&mut self, game: &Game, color: Color, clock: &Clock) -> Result<(), Fault>;

    /// Its move. `deadline` is when the game is lost whatever it answers; no deadline, no limit.
    ///
    /// # Errors
    /// When it has no answer, or an answer that is not a move at all. Whether a move is legal is for
    /// the referee to say.
    fn choose(
        &mut self,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<Answer, Fault>;

    /// The game is over, or the opponent has lost it by a fault. A program is told, and stopped
    /// unless it may play the next game too.
    ///
    /// # Errors
    /// When it did not end well. The result of the game stands.
    fn end(&mut self, game: &Game) -> Result<(), Fault>;

    /// What it has said beside the protocol since this was asked last: a program's standard error,
    /// its middle left out where it is long.
    fn murmurs(&mut self) -> String {
        String::new()
    }
}

/// What a contestant answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The move; `None` is a pass, which is wrong whenever somebody is asked.
    pub point: Option<Point>,
    /// What it thinks the game is worth for itself.
    pub value: Option<Value>,
    /// How many moves it looked ahead.
    pub depth: Option<u32>,
    /// When the answer was there.
    pub at: Instant,
}

impl Answer {
    /// A bare move that is there now.
    #[must_use]
    pub fn of(point: Point) -> Answer {
        Answer {
            point: Some(point),
            value: None,
            depth: None,
            at: Instant::now(),
        }
    }
}
