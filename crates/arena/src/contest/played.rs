//! A finished game under a referee: moves, times, values and the ending.

use std::time::Duration;

use rules::formats::transcript;
use rules::{Color, Game, Record, Value};
use serde::{Deserialize, Serialize};

/// A game that was disturbed from outside is played again at most this many times.
pub const MAX_REPEATS: usize = 2;

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The game from its start position, opening included.
    pub game: Game,
    /// The number of opening moves, which the players did not choose.
    pub opening: usize,
    /// Data of each move after the opening.
    pub moves: Vec<MoveMade>,
    /// How it ended.
    pub ending: Ending,
    /// Standard error of Black and White.
    pub stderr: [String; 2],
    /// Why the game was disturbed from outside, if it was. It is played again, at most
    /// [`MAX_REPEATS`] times.
    pub disturbed: Option<String>,
    /// All lines between the referee and the programs of Black and White; empty for players of this
    /// program.
    pub talk: [String; 2],
}

/// Data of a move besides its square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveMade {
    /// The time it took.
    pub spent: Duration,
    /// The processor time that all processes of the mover used, if it was measured.
    pub cpu: Option<Duration>,
    /// The mover's own evaluation, in hundredths of a disc.
    pub value: Option<i32>,
    /// The mover's search depth.
    pub depth: Option<u32>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// On the board.
    Board,
    /// By a fault of one side.
    Fault {
        /// Whether Black lost.
        black: bool,
        /// The reason, in the words of the referee.
        reason: String,
    },
    /// By adjudication: both players and the exact solver agreed.
    Adjudicated {
        /// The score for Black with perfect play.
        score: i32,
    },
    /// From outside, and neither side is to blame. If it is not repeated, it counts as a draw.
    Void {
        /// The reason, in the words of the referee.
        reason: String,
    },
}

impl Played {
    /// The winner; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match &self.ending {
            Ending::Fault { black: true, .. } => Some(Color::White),
            Ending::Fault { black: false, .. } => Some(Color::Black),
            Ending::Board => self.game.outcome().and_then(|end| end.winner()),
            Ending::Adjudicated { score: 0 } | Ending::Void { .. } => None,
            Ending::Adjudicated { score: 1.. } => Some(Color::Black),
            Ending::Adjudicated { .. } => Some(Color::White),
        }
    }

    /// The side that lost by a fault.
    #[must_use]
    pub fn faulty(&self) -> Option<Color> {
        match self.ending {
            Ending::Board | Ending::Adjudicated { .. } | Ending::Void { .. } => None,
            Ending::Fault { black: true, .. } => Some(Color::Black),
            Ending::Fault { black: false, .. } => Some(Color::White),
        }
    }

    /// The tournament score for Black. After a fault the winner gets all squares.
    #[must_use]
    pub fn score(&self) -> i32 {
        let all = self.game.size().area() as i32;
        match &self.ending {
            Ending::Fault { black: true, .. } => -all,
            Ending::Fault { black: false, .. } => all,
            Ending::Board => self.game.outcome().map_or(0, |end| end.score(Color::Black)),
            Ending::Adjudicated { score } => *score,
            Ending::Void { .. } => 0,
        }
    }

    /// The moves as a transcript.
    #[must_use]
    pub fn transcript(&self) -> String {
        transcript::write(&self.game)
    }

    /// The game as a record with times and values. The caller fills in players and event.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::from(self.game.clone());
        for (index, made) in self.moves.iter().enumerate() {
            let note = record.note_mut(self.opening + index + 1);
            note.time = Some(made.spent);
            note.value = made.value.map(Value);
        }
        let end = match &self.ending {
            Ending::Board => return record,
            Ending::Fault {
                black: true,
                reason,
            } => format!("Black {reason}"),
            Ending::Fault {
                black: false,
                reason,
            } => format!("White {reason}"),
            Ending::Adjudicated { score } => format!("adjudicated: {score:+} for Black"),
            Ending::Void { reason } => format!("void: {reason}"),
        };
        record.info.declared = Some(self.score());
        let last = record.game.turns().len();
        record.note_mut(last).comment = end;
        record
    }
}
