//! Game information: players, place, date, result.

use crate::color::ByColor;
use crate::record::Date;

/// The players, place, date and declared result of a game. Empty text means unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The tournament or match.
    pub event: String,
    /// The town or server.
    pub place: String,
    /// The round of the tournament.
    pub round: String,
    /// When it was played.
    pub date: Option<Date>,
    /// The players' names.
    pub players: ByColor<String>,
    /// The players' ratings before the game.
    pub ratings: ByColor<Option<i32>>,
    /// Black's tournament score as the record declares it: needed where the moves stop early. The
    /// score of a finished game follows from the moves.
    pub declared: Option<i32>,
    /// The score for Black that perfect play would have reached from some point on, with the
    /// number of empty squares at that point.
    pub theoretical: Option<Theoretical>,
}

/// The result of perfect play by both sides from a point of the game on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Theoretical {
    /// The tournament score for Black.
    pub score: i32,
    /// The number of empty squares at that point.
    pub empties: u8,
}
