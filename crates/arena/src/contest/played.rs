//! A game that was played under a referee.

use std::time::Duration;

use rules::formats::transcript;
use rules::{Color, Game, Record, Value};
use serde::{Deserialize, Serialize};

/// A game that is over: its moves and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The game, from its first position, opening and all.
    pub game: Game,
    /// How many moves of it were the opening, which nobody decided.
    pub opening: usize,
    /// What is known of each move after the opening.
    pub moves: Vec<MoveMade>,
    /// How it ended.
    pub ending: Ending,
    /// What the contestants said beside their protocols: Black, White.
    pub stderr: [String; 2],
}

/// What is known of a move besides its square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveMade {
    /// How long it took.
    pub spent: Duration,
    /// What the mover thought the game is worth for itself, in hundredths of a disc.
    pub value: Option<i32>,
    /// How many moves the mover looked ahead.
    pub depth: Option<u32>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// On the board.
    Board,
    /// By a fault: whose (Black's?), and what it was.
    Fault {
        /// Whether Black lost.
        black: bool,
        /// Why, as the referee puts it.
        reason: String,
    },
}

impl Played {
    /// Who won; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match &self.ending {
            Ending::Fault { black: true, .. } => Some(Color::White),
            Ending::Fault { black: false, .. } => Some(Color::Black),
            Ending::Board => self.game.outcome().and_then(|end| end.winner()),
        }
    }

    /// The side that lost by a fault.
    #[must_use]
    pub fn faulty(&self) -> Option<Color> {
        match self.ending {
            Ending::Board => None,
            Ending::Fault { black: true, .. } => Some(Color::Black),
            Ending::Fault { black: false, .. } => Some(Color::White),
        }
    }

    /// The tournament score for Black. Who loses by a fault loses every square, unless the
    /// position was worse still, which it cannot be.
    #[must_use]
    pub fn score(&self) -> i32 {
        let all = self.game.size().area() as i32;
        match &self.ending {
            Ending::Fault { black: true, .. } => -all,
            Ending::Fault { black: false, .. } => all,
            Ending::Board => self.game.outcome().map_or(0, |end| end.score(Color::Black)),
        }
    }

    /// The moves as text.
    #[must_use]
    pub fn transcript(&self) -> String {
        transcript::write(&self.game)
    }

    /// The game as records hold it, times and values beside its moves; players and event are for
    /// the caller to fill in.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = Record::from(self.game.clone());
        for (index, made) in self.moves.iter().enumerate() {
            let note = record.note_mut(self.opening + index + 1);
            note.time = Some(made.spent);
            note.value = made.value.map(Value);
        }
        if let Ending::Fault { black, reason } = &self.ending {
            let who = if *black { "Black" } else { "White" };
            record.info.declared = Some(self.score());
            let last = record.game.turns().len();
            record.note_mut(last).comment = format!("{who} {reason}");
        }
        record
    }
}
