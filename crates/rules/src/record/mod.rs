//! Records: a game with its information, notes and variations.

mod date;
mod info;
mod note;

pub use date::{Date, ParseDateError};
pub use info::{Info, Theoretical};
pub use note::{Mark, Note, ParseValueError, Value};

use crate::color::Color;
use crate::game::{Game, Turn};
use crate::point::Point;

/// A game, what is known about it as a whole and what is noted beside its moves, with the other
/// ways it could have gone.
///
/// ```
/// use reversi_rules::{Game, Record, Size};
/// let mut game = Game::new(Size::EIGHT);
/// game.play("f5".parse().unwrap()).unwrap();
/// let mut record = Record::from(game);
/// record.info.players.black = "Ann".to_string();
/// record.note_mut(1).comment = "The usual beginning.".to_string();
/// assert_eq!(record.note(1).unwrap().comment, "The usual beginning.");
/// assert_eq!(record.note(0), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The moves that were played.
    pub game: Game,
    /// Players, place and time.
    pub info: Info,
    /// What is noted: first about the beginning, then about each move in turn. Moves past its end
    /// have no notes, and the last one says something.
    notes: Vec<Note>,
    /// Other ways the game could have gone. Each comes after the one it branches off from.
    pub variations: Vec<Variation>,
}

/// A line of moves that branches off from the game or from another variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The place in the record's list of the variation it branches off from; `None` for the game.
    pub parent: Option<usize>,
    /// How many moves have been made from the first position on when it begins.
    pub after: usize,
    /// Its moves, at least one. Passes are not among them.
    pub moves: Vec<Point>,
    /// What is noted about each move in turn; may be shorter than the moves.
    pub notes: Vec<Note>,
}

impl Record {
    /// What is noted about a move, counted from 1, or about the beginning, 0. `None` is nothing.
    #[must_use]
    pub fn note(&self, number: usize) -> Option<&Note> {
        self.notes.get(number).filter(|note| !note.is_empty())
    }

    /// The note about a move, counted from 1, or about the beginning, 0, to be written.
    ///
    /// # Panics
    /// When the game has no such move.
    pub fn note_mut(&mut self, number: usize) -> &mut Note {
        assert!(number <= self.game.turns().len(), "no move {number}");
        if self.notes.len() <= number {
            self.notes.resize(number + 1, Note::default());
        }
        &mut self.notes[number]
    }

    /// Notes something about a move, counted from 1, or about the beginning, 0, in place of what
    /// was noted before.
    ///
    /// # Panics
    /// When the game has no such move.
    pub fn set_note(&mut self, number: usize, note: Note) {
        if !note.is_empty() || self.note(number).is_some() {
            *self.note_mut(number) = note;
        }
    }

    /// Black's tournament score: that of the final position, or as declared.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        let played = self.game.outcome().map(|end| end.score(Color::Black));
        played.or(self.info.declared)
    }

    /// The game as it stands at the end of a variation.
    ///
    /// # Errors
    /// When a move is illegal or the list of variations does not hold together: the number of the
    /// first move that cannot be made.
    pub fn game_of(&self, variation: usize) -> Result<Game, usize> {
        // From the variation up to the game, then down again; each parent is listed earlier, so
        // this ends.
        let mut path = Vec::new();
        let mut next = Some(variation);
        while let Some(index) = next {
            let branch = self.variations.get(index).ok_or(0_usize)?;
            path.push(branch);
            next = branch.parent.filter(|parent| *parent < index);
            if branch.parent.is_some() && next.is_none() {
                return Err(0);
            }
        }
        let mut moves: Vec<Point> = self.game.turns().iter().map(Turn::point).collect();
        for branch in path.into_iter().rev() {
            moves.truncate(branch.after);
            moves.extend(&branch.moves);
        }
        let mut game = Game::from_diagram(*self.game.start());
        for (index, point) in moves.into_iter().enumerate() {
            game.play(point).map_err(|_| index + 1)?;
        }
        Ok(game)
    }
}

impl From<Game> for Record {
    fn from(game: Game) -> Record {
        Record {
            game,
            info: Info::default(),
            notes: Vec::new(),
            variations: Vec::new(),
        }
    }
}
