//! Which games are played, in which order.

use rules::{ByColor, Game};

use super::played::Played;

/// A game to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// Tells the games of a contest apart.
    pub number: usize,
    /// Who plays which colour, by their places in the list of entrants.
    pub seats: ByColor<usize>,
    /// Where the game begins: a position, or moves that are already played.
    pub opening: Game,
}

/// What a schedule says when a table is free.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// Play this game.
    Game(Box<Pairing>),
    /// Wait until another game has ended.
    Wait,
    /// Nothing more will be played.
    Done,
}

/// Decides which games are played: all at once, or round by round as results come in.
pub trait Schedule: Send {
    /// What a free table is to do. [`Wait`](Next::Wait) only while games are being played.
    fn next(&mut self) -> Next;

    /// A game has begun.
    fn begun(&mut self, pairing: &Pairing) {
        let _ = pairing;
    }

    /// A move was made in a game: the game so far.
    fn moved(&mut self, pairing: &Pairing, game: &Game) {
        let _ = (pairing, game);
    }

    /// A game has ended.
    fn ended(&mut self, pairing: &Pairing, played: Played);

    /// Whether games that are still being played do not matter any more.
    fn is_settled(&self) -> bool {
        false
    }
}
