//! Progress: which rival suits a person, from the results of games.

use std::fmt;
use std::str::FromStr;

use rules::{Diagram, Game, Start};

use super::Rung;

/// A game on 8×8 is won clearly by at least this many discs.
const CLEAR_DISCS: u32 = 10;

/// Whether a game was won or lost clearly: by 10 discs of 64, or the same share of another board.
///
/// ```
/// use play::rival::is_clear;
/// assert!(is_clear(10, 64) && is_clear(-10, 64) && !is_clear(8, 64));
/// assert!(is_clear(4, 16) && !is_clear(2, 16));
/// ```
#[must_use]
pub fn is_clear(score: i32, squares: usize) -> bool {
    64 * u64::from(score.unsigned_abs()) >= u64::from(CLEAR_DISCS) * squares as u64
}

/// Whether a game was played from the start of its board, so that its result tells something.
#[must_use]
pub fn is_whole(game: &Game) -> bool {
    let (start, size) = (game.start(), game.size());
    [Start::Standard, Start::Mirrored]
        .into_iter()
        .any(|usual| *start == Diagram::start(size, usual))
}

/// Where a person stands on the ladder of rivals: what `rival:auto` remembers.
///
/// The next rung suits after a clear win, or after two wins in a row against the same rung; the rung before
/// after losses likewise.
///
/// ```
/// use play::rival::{Progress, Rung};
/// let mut progress = Progress::at(Rung::FIRST);
/// assert_eq!(progress.note(4, 64), None); // won by 4
/// assert_eq!(progress.note(2, 64), Rung::FIRST.next()); // won again
/// assert_eq!(progress.note(-30, 64), Rung::FIRST.previous());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    rung: Rung,
    /// Wins in a row against the rung; losses are negative.
    streak: i32,
}

impl Progress {
    /// Before the first game against a rung.
    #[must_use]
    pub const fn at(rung: Rung) -> Progress {
        Progress { rung, streak: 0 }
    }

    /// The rung to play against.
    #[must_use]
    pub const fn rung(self) -> Rung {
        self.rung
    }

    /// Counts a game against the rung. `score` is what the person has more than the rival, in discs, on a
    /// board with `squares` squares. Returns the rung that suits better now, if there is one; the caller decides
    /// whether to [move](Progress::at) there.
    pub fn note(&mut self, score: i32, squares: usize) -> Option<Rung> {
        let side = score.signum();
        self.streak = match side {
            0 => 0,
            _ if self.streak.signum() == side => self.streak.saturating_add(side),
            _ => side,
        };
        if !is_clear(score, squares) && self.streak.unsigned_abs() < 2 {
            return None;
        }
        if side > 0 {
            self.rung.next()
        } else {
            self.rung.previous()
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rival:{} streak:{}", self.rung, self.streak)
    }
}

/// The text was not a progress as it prints itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseProgressError(pub String);

impl fmt::Display for ParseProgressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` does not tell a rival; it would be like rival:3 streak:1",
            self.0
        )
    }
}

impl std::error::Error for ParseProgressError {}

impl FromStr for Progress {
    type Err = ParseProgressError;

    fn from_str(text: &str) -> Result<Progress, ParseProgressError> {
        let read = || {
            let (rung, streak) = text.trim().split_once(' ')?;
            let rung = rung.strip_prefix("rival:")?.parse().ok()?;
            let streak = streak.strip_prefix("streak:")?.parse().ok()?;
            Some(Progress { rung, streak })
        };
        read().ok_or_else(|| ParseProgressError(text.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rung(number: u32) -> Rung {
        Rung::new(number).expect("a rung")
    }

    #[test]
    fn a_clear_result_moves_by_one_rung() {
        assert_eq!(Progress::at(rung(5)).note(10, 64), Some(rung(6)));
        assert_eq!(Progress::at(rung(5)).note(-64, 64), Some(rung(4)));
        assert_eq!(Progress::at(rung(5)).note(8, 64), None);
        assert_eq!(Progress::at(rung(5)).note(0, 64), None);
    }

    #[test]
    fn two_close_results_of_one_kind_in_a_row_are_clear() {
        let mut progress = Progress::at(rung(5));
        let results = [2, -2, 2, 0, 2, -4, -2];
        let moves = results.map(|score| progress.note(score, 64));
        assert_eq!(moves, [None, None, None, None, None, None, Some(rung(4))]);
    }

    #[test]
    fn the_ladder_has_two_ends() {
        assert_eq!(Progress::at(Rung::HIGHEST).note(64, 64), None);
        assert_eq!(Progress::at(Rung::LOWEST).note(-64, 64), None);
        assert_eq!(Progress::at(Rung::LOWEST).note(i32::MIN, 64), None);
    }

    #[test]
    fn it_reads_what_it_writes_and_nothing_else() {
        let mut progress = Progress::at(rung(7));
        progress.note(-2, 64);
        assert_eq!(progress.to_string().parse(), Ok(progress));
        for text in [
            "",
            "rival:7",
            "rival:21 streak:0",
            "rival:x streak:1",
            "rival:7 streak:x",
        ] {
            assert!(text.parse::<Progress>().is_err(), "{text}");
        }
    }
}
