//! Verification of a played game: it continues its opening, and its values are plausible.

use std::time::Duration;

use rules::Game;

use super::played::{Ending, Played};
use super::sheet::MAX_STDERR_BYTES;

/// The longest time of a move: a week.
const LONGEST_MOVE: Duration = Duration::from_secs(7 * 86_400);

/// The largest value of a position: all discs of an 8×8 board, in hundredths.
const MOST_VALUE: u32 = 6400;

/// The largest depth: the squares of the largest board.
const MOST_DEPTH: u32 = 26 * 26;

/// The reason of a fault has at most this many bytes.
const LONGEST_REASON: usize = 4096;

/// Checks whether a game can have been played from an opening. Its moves are legal: a [`Game`] has no
/// others.
pub(super) fn verify(played: &Played, opening: &Game) -> Result<(), String> {
    let begins = played.game.start() == opening.start()
        && played.game.turns().starts_with(opening.turns())
        && played.opening == opening.turns().len();
    if !begins {
        return Err("it does not begin with its opening".to_string());
    }
    if let Ending::Fault { reason, .. } = &played.ending {
        if played.game.is_over() {
            return Err("somebody lost it after its end".to_string());
        }
        if reason.len() > LONGEST_REASON {
            return Err("why it was lost is too long a story".to_string());
        }
    }
    if let Ending::Adjudicated { score } = played.ending {
        let most = played.game.size().area() as u32;
        if played.game.is_over() || score.unsigned_abs() > most {
            return Err("it cannot have been adjudicated like that".to_string());
        }
    }
    if played
        .stderr
        .iter()
        .any(|text| text.len() > MAX_STDERR_BYTES)
    {
        return Err("too much was said beside it".to_string());
    }
    let odd = played.moves.iter().position(|made| {
        made.spent > LONGEST_MOVE
            || made.depth.is_some_and(|depth| depth > MOST_DEPTH)
            || made
                .value
                .is_some_and(|value| value.unsigned_abs() > MOST_VALUE)
    });
    match odd {
        Some(place) => {
            let number = played.opening + place + 1;
            Err(format!("what is told of move {number} cannot be"))
        }
        None => Ok(()),
    }
}
