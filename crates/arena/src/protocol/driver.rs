//! Driver: the client side of a protocol, which makes a program play.

use std::time::{Duration, Instant};

use rules::{Color, Game};

use crate::transport::Channel;
use play::{ChosenMove, Clock, Fault};

/// No answer came in time. The caller, who knows the time allowed, fills it in.
pub(super) const SILENT: Fault = Fault::Silent {
    allowed: Duration::ZERO,
};

/// Sends the commands of a protocol to a program and parses its answers.
///
/// The game comes from the referee. A driver remembers how much of it the program knows. Where a
/// deadline is given and no answer came by then, the fault is [`Silent`](Fault::Silent). A driver
/// does not restart a program that fails: its caller does, with a new driver.
pub trait Driver: Send {
    /// The handshake, once, after the program was started.
    ///
    /// # Errors
    /// When the program does not answer as the protocol asks.
    fn greet(&mut self, channel: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault>;

    /// Begins a game, from its start or after an opening. The program plays `color`.
    ///
    /// # Errors
    /// When the program does not accept it, or cannot play on such a board.
    fn begin(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        color: Color,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<(), Fault>;

    /// Sends the moves and forced passes that the program does not know yet, and asks for its move.
    ///
    /// # Errors
    /// When there is no answer, or it is not a move.
    fn choose(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault>;

    /// Ends the game, which is over on the board or by a fault.
    ///
    /// # Errors
    /// When the program does not answer as the protocol asks.
    fn end(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        deadline: Option<Instant>,
    ) -> Result<(), Fault>;

    /// Sends the last command before the program is stopped, such as `quit`. The answer is not read.
    fn farewell(&mut self, channel: &mut Channel);

    /// The name that the program gave itself, if it has.
    fn name(&self) -> Option<&str> {
        None
    }

    /// How long one process of the program runs.
    fn lifetime(&self) -> Lifetime {
        Lifetime::Games
    }
}

/// How long one process of a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifetime {
    /// For many games.
    Games,
    /// For one game. The next game gets a new process.
    Game,
    /// For one move. Each [`choose`](Driver::choose) gets a new process, without
    /// [`greet`](Driver::greet).
    Move,
}
