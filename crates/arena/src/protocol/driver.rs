//! Our side of a talk with a program that plays.

use std::time::Instant;

use rules::{Color, Game};

use crate::transport::Channel;
use play::ChosenMove;
use play::{Clock, Fault};

/// Knows what to say to a program so that it plays, and what its answers mean.
///
/// The game that is shown is the referee's. A driver remembers how much of it the program has
/// heard. Where a deadline is given and nothing was heard by then, the fault is
/// [`Silent`](Fault::Silent). A program that breaks off is left alone: what calls the driver starts
/// it anew, with a new driver.
pub trait Driver: Send {
    /// The first words, once, after the program was started.
    ///
    /// # Errors
    /// When the program does not answer as it should.
    fn greet(&mut self, talk: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault>;

    /// A game begins, or goes on from an opening, and the program plays `color`.
    ///
    /// # Errors
    /// When the program does not accept it, or cannot play on such a board.
    fn begin(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        color: Color,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<(), Fault>;

    /// Tells the program the moves and forced passes that it has not heard, and asks for its move.
    ///
    /// # Errors
    /// When there is no answer, or none that is a move.
    fn choose(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault>;

    /// The game is over, on the board or by a fault.
    ///
    /// # Errors
    /// When the program does not take note of it as it should.
    fn end(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        deadline: Option<Instant>,
    ) -> Result<(), Fault>;

    /// The last words before the program is stopped, such as `quit`. Nobody listens to the answer.
    fn farewell(&mut self, talk: &mut Channel);

    /// What the program calls itself, once it has said so.
    fn name(&self) -> Option<&str> {
        None
    }

    /// For how long one process of the program runs.
    fn lifetime(&self) -> Lifetime {
        Lifetime::Games
    }
}

/// For how long one process of a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// For one game after another.
    Games,
    /// For one game: the next one gets a new process.
    Game,
    /// For one move: each [`choose`](Driver::choose) gets a new process, which is not greeted.
    Move,
}
