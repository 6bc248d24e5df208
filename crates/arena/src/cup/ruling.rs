//! Rulings: decisions about a game or an entrant, each with its reason.

use std::fmt;
use std::io;

use rules::ByColor;

use super::score::Slot;

/// A decision about a game or an entrant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What was decided.
    pub action: Action,
    /// The entrants of the game by colour; `None` for a withdrawal.
    pub seats: Option<ByColor<usize>>,
    /// The reason, in the words of the arbiter.
    pub reason: String,
    /// Whether a later ruling about the same game has taken its place.
    pub superseded: bool,
}

/// What a ruling decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The game counts for nothing and is not played again.
    Annul(Slot),
    /// The game is played again, and earlier rulings about it are void.
    Replay(Slot),
    /// An entrant loses the game.
    Forfeit {
        /// The game.
        slot: Slot,
        /// The entrant that loses it.
        loser: usize,
    },
    /// An entrant loses all games that it has not played.
    Withdraw {
        /// The entrant.
        entrant: usize,
        /// The first round in which it is not paired any more, where there is a choice.
        round: usize,
    },
    /// A game that was disturbed from outside is played again. The cup decides this by itself.
    Repeat(Slot),
}

impl Action {
    /// The game that it is about.
    #[must_use]
    pub fn slot(self) -> Option<Slot> {
        match self {
            Action::Annul(slot)
            | Action::Replay(slot)
            | Action::Repeat(slot)
            | Action::Forfeit { slot, .. } => Some(slot),
            Action::Withdraw { .. } => None,
        }
    }

    /// The entrant that it is about.
    #[must_use]
    pub fn entrant(self) -> Option<usize> {
        match self {
            Action::Forfeit { loser, .. } => Some(loser),
            Action::Withdraw { entrant, .. } => Some(entrant),
            Action::Annul(_) | Action::Replay(_) | Action::Repeat(_) => None,
        }
    }

    /// Its name in the journal and in results.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Action::Annul(_) => "annul",
            Action::Replay(_) => "replay",
            Action::Forfeit { .. } => "forfeit",
            Action::Withdraw { .. } => "withdraw",
            Action::Repeat(_) => "repeat",
        }
    }
}

/// Why a ruling is refused. The cup is as it was before.
#[derive(Debug)]
pub enum RulingError {
    /// The cup has no such game so far.
    NoGame(Slot),
    /// The game was not played.
    NotPlayed(Slot),
    /// The game is played again already.
    Waiting(Slot),
    /// An entrant of the game has withdrawn, so it would not be played again: its name.
    Withdrawn(Slot, String),
    /// The game is annulled already.
    Annulled(Slot),
    /// The entrant has lost the game by a ruling already: its name.
    Forfeited(Slot, String),
    /// The entrant does not play in the game: their names.
    NotIn(Slot, String),
    /// The house program cannot withdraw.
    House,
    /// The entrant has withdrawn already: its name.
    Gone(String),
    /// This game was played because of the result that the ruling would change.
    Later(Slot),
    /// The reason is empty, too long, or has more than one line.
    Reason,
    /// The ruling could not be written to the journal.
    Io(io::Error),
}

/// The maximum number of characters of a reason.
const MAX_REASON_CHARS: usize = 500;

/// The reason of a ruling without blanks around it.
///
/// # Errors
/// When it is empty, too long, or has control characters.
pub(super) fn reason(text: &str) -> Result<String, RulingError> {
    let text = text.trim();
    let is_good = !text.is_empty()
        && text.chars().count() <= MAX_REASON_CHARS
        && !text.contains(char::is_control);
    is_good.then(|| text.to_string()).ok_or(RulingError::Reason)
}

impl fmt::Display for RulingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulingError::NoGame(slot) => write!(
                f,
                "there is no game {slot} in this cup so far; the results name every game by round, \
                 meeting and game"
            ),
            RulingError::NotPlayed(slot) => write!(
                f,
                "game {slot} was not played: there is nothing to play again"
            ),
            RulingError::Waiting(slot) => {
                write!(
                    f,
                    "game {slot} is so already: it is going to be played again"
                )
            }
            RulingError::Withdrawn(slot, name) => write!(
                f,
                "game {slot} cannot be played again: `{name}` has withdrawn"
            ),
            RulingError::Annulled(slot) => write!(f, "game {slot} is annulled already"),
            RulingError::Forfeited(slot, name) => {
                write!(
                    f,
                    "game {slot} is so already: `{name}` has lost it by a ruling"
                )
            }
            RulingError::NotIn(slot, name) => write!(f, "`{name}` does not play in game {slot}"),
            RulingError::House => {
                f.write_str("the house program cannot withdraw; remove [house] before a cup begins")
            }
            RulingError::Gone(name) => write!(f, "`{name}` has withdrawn already"),
            RulingError::Later(slot) => write!(
                f,
                "game {slot} was played because of this result, and would not fit any more; rule \
                 `replay` for that game first, the last round first"
            ),
            RulingError::Reason => write!(
                f,
                "a ruling needs a reason: one line of at most {MAX_REASON_CHARS} characters"
            ),
            RulingError::Io(error) => write!(f, "the ruling could not be kept: {error}"),
        }
    }
}

impl std::error::Error for RulingError {}
