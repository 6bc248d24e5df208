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

/// A game with its information, its notes and its variations.
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
    /// The notes: first about the start, then about each move. It may be shorter than the moves;
    /// its last note is not empty.
    notes: Vec<Note>,
    /// The variations. Each comes after the one it branches off from.
    pub variations: Vec<Variation>,
}

/// A line of moves that branches off from the game or from another variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// The index of the variation that it branches off from; `None` for the game.
    pub parent: Option<usize>,
    /// The number of moves from the first position before it branches off.
    pub after: usize,
    /// Its moves, at least one, without passes.
    pub moves: Vec<Point>,
    /// The notes about its moves; may be shorter than the moves.
    pub notes: Vec<Note>,
}

impl Record {
    /// The note about a move, counted from 1, or about the start, 0. `None` when there is none.
    #[must_use]
    pub fn note(&self, number: usize) -> Option<&Note> {
        self.notes.get(number).filter(|note| !note.is_empty())
    }

    /// The note about a move, counted from 1, or about the start, 0, for writing.
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

    /// Replaces the note about a move, counted from 1, or about the start, 0.
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

    /// The game at the end of a variation.
    ///
    /// # Errors
    /// When a move is illegal or the list of variations is inconsistent: the number of the first
    /// move that cannot be made.
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
