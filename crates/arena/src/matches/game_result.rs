//! The result of a game of a match, from the view of its first player.

use std::time::Duration;

use rules::{ByColor, Color};

use super::fault_group::FaultGroup;
use crate::contest::{Ending, Played};

/// The result of a game of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// The first player's points: 1, ½ or 0.
    pub(super) points: f64,
    /// Its tournament score.
    pub(super) discs: i32,
    /// The thinking time of each player.
    pub(super) thought: [Thought; 2],
    /// The player that lost by a fault, and the fault.
    pub(super) fault: Option<(usize, FaultGroup)>,
    /// Whether the game was disturbed from outside.
    pub(super) is_disturbed: bool,
    pub(super) is_adjudicated: bool,
    pub(super) is_void: bool,
}

/// The thinking time of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Thought {
    pub(super) moves: u64,
    pub(super) time: Duration,
    /// The number of moves whose processor time was measured, and that time.
    pub(super) measured: (u64, Duration),
}

impl Thought {
    /// Adds the time of other moves.
    pub(super) fn add(&mut self, other: &Thought) {
        self.moves += other.moves;
        self.time = self.time.saturating_add(other.time);
        self.measured.0 += other.measured.0;
        self.measured.1 = self.measured.1.saturating_add(other.measured.1);
    }
}

impl GameResult {
    /// The result of a game. `seats` holds the players by colour; the first player is 0, the second 1.
    #[must_use]
    pub fn of(played: &Played, seats: ByColor<usize>) -> GameResult {
        let first = if seats.black == 0 {
            Color::Black
        } else {
            Color::White
        };
        let points = match played.winner() {
            None => 0.5,
            Some(winner) if winner == first => 1.0,
            Some(_) => 0.0,
        };
        let discs = match first {
            Color::Black => played.score(),
            Color::White => -played.score(),
        };
        let mut thought = [Thought::default(); 2];
        let turns = played.game.turns().iter().skip(played.opening);
        for (turn, made) in turns.zip(&played.moves) {
            thought[seats[turn.color()]].add(&Thought {
                moves: 1,
                time: made.spent,
                measured: made.cpu.map_or_else(Default::default, |time| (1, time)),
            });
        }
        let fault = match &played.ending {
            Ending::Fault { black, reason } => {
                let who = if *black { seats.black } else { seats.white };
                Some((who, FaultGroup::of(reason)))
            }
            Ending::Board | Ending::Adjudicated { .. } | Ending::Void { .. } => None,
        };
        GameResult {
            points,
            discs,
            thought,
            fault,
            is_disturbed: played.disturbed.is_some(),
            is_adjudicated: matches!(played.ending, Ending::Adjudicated { .. }),
            is_void: matches!(played.ending, Ending::Void { .. }),
        }
    }
}
