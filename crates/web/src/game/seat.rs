//! Who may play for whom.

use rules::{ByColor, Color};

use super::key::Key;
use crate::wire::Side;

/// The seats of a game that somebody has the keys of: none, one, or both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats(ByColor<bool>);

impl Seats {
    /// Those of a watcher.
    pub const NONE: Seats = Seats(ByColor {
        black: false,
        white: false,
    });

    /// Those that a key opens.
    pub fn of(keys: &ByColor<Option<Key>>, key: &str) -> Seats {
        let opens = |seat: &Option<Key>| seat.as_ref().is_some_and(|seat| seat.is(key));
        Seats(ByColor {
            black: opens(&keys.black),
            white: opens(&keys.white),
        })
    }

    /// Whether a seat is among them.
    pub fn has(self, color: Color) -> bool {
        self.0[color]
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Seats::NONE
    }

    /// The colours, black first.
    pub fn colors(self) -> impl Iterator<Item = Color> {
        let colors = [Color::Black, Color::White];
        colors.into_iter().filter(move |color| self.has(*color))
    }

    /// The same as they are told.
    pub fn sides(self) -> Vec<Side> {
        self.colors().map(Side::from).collect()
    }

    /// The one seat, if it is one.
    pub fn only(self) -> Option<Color> {
        let mut colors = self.colors();
        colors.next().filter(|_| colors.next().is_none())
    }
}
