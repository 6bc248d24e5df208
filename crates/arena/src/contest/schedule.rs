//! The schedule of a contest: which games are played, in which order.

use jobs::Next;
use play::Clock;
use rules::{ByColor, Game};

use super::played::Played;
use super::verify;

/// A game to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// Identifies the game within its contest.
    pub number: usize,
    /// The player of each colour, as its index in the list of entrants.
    pub seats: ByColor<usize>,
    /// Where the game begins: a position, or moves that are already played.
    pub opening: Game,
}

impl Pairing {
    /// Checks whether a game can be this one: it continues its opening, and its data are plausible.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub fn check(&self, played: &Played) -> Result<(), String> {
        verify::verify(played, &self.opening)
    }
}

/// Decides which games are played: all at once, or round by round as results come in.
///
/// [`Games`](super::Games) makes a batch of it.
pub trait Schedule: Send {
    /// The next game. [`Wait`](Next::Wait) only while games are being played.
    fn next(&mut self) -> Next<Pairing>;

    /// A game has begun.
    fn begun(&mut self, pairing: &Pairing) {
        let _ = pairing;
    }

    /// Both players are ready, or a move was made: the game so far, and the clocks before the next
    /// move.
    fn moved(&mut self, pairing: &Pairing, game: &Game, clocks: &ByColor<Clock>) {
        let _ = (pairing, game, clocks);
    }

    /// A game has ended.
    fn ended(&mut self, pairing: &Pairing, played: Played);

    /// Whether the results of games in progress are not needed any more.
    fn is_settled(&self) -> bool {
        false
    }
}
