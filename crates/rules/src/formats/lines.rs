//! A record with variations, put together as it is read and taken apart as it is written. Neither
//! recurses, so that it does not matter how deep variations are nested.

use std::collections::HashMap;

use crate::diagram::Diagram;
use crate::formats::moves::{self, MoveError};
use crate::game::{Game, Turn};
use crate::point::Point;
use crate::record::{Note, Record, Variation};

/// More variations than this in a record are refused.
pub(crate) const MOST_VARIATIONS: usize = 100_000;

/// A record as far as it has been read.
pub(crate) struct Builder {
    /// The position we are at.
    game: Game,
    main: Vec<Point>,
    main_notes: Vec<Note>,
    variations: Vec<Variation>,
    here: Place,
}

/// A place in the tree of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The variation it is in; `None` is the game itself.
    line: Option<usize>,
    /// How many moves have been made there.
    turns: usize,
    /// Whether the next move begins a variation.
    branches: bool,
}

impl Builder {
    pub fn new(start: Diagram) -> Builder {
        Builder {
            game: Game::from_diagram(start),
            main: Vec::new(),
            main_notes: Vec::new(),
            variations: Vec::new(),
            here: Place {
                line: None,
                turns: 0,
                branches: false,
            },
        }
    }

    /// The position we are at.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Where we are.
    pub fn here(&self) -> Place {
        self.here
    }

    /// Goes back to a place on the way to here; `branch` if the next move begins a variation.
    pub fn back_to(&mut self, place: Place, branch: bool) {
        while self.game.turns().len() > place.turns {
            self.game.undo();
        }
        self.here = place;
        self.here.branches |= branch;
    }

    /// Takes the last move back, so that the next one begins a variation instead of it. Gives the
    /// place there was before, and the move; `None` when there is no move.
    pub fn instead(&mut self) -> Option<(Place, Point)> {
        let place = self.here;
        if place.branches {
            return None;
        }
        let point = self.game.undo()?.point();
        self.here.turns -= 1;
        self.here.branches = true;
        if let Some(line) = self.here.line
            && self.variations[line].after == self.here.turns
        {
            self.here.line = self.variations[line].parent;
        }
        Some((place, point))
    }

    /// Returns from the variations instead of a move to where they were met.
    pub fn resume(&mut self, place: Place, point: Point) {
        while self.game.turns().len() >= place.turns {
            self.game.undo();
        }
        self.game.play(point).expect("it was made before");
        self.here = place;
    }

    /// Makes a move, or accepts a pass.
    pub fn make(&mut self, word: &str) -> Result<(), MakeError> {
        if self.variations.len() >= MOST_VARIATIONS && self.here.branches {
            return Err(MakeError::Variations);
        }
        let Some(point) = moves::make(&mut self.game, word).map_err(MakeError::Move)? else {
            return Ok(());
        };
        if self.here.branches {
            self.variations.push(Variation {
                parent: self.here.line,
                after: self.here.turns,
                moves: Vec::new(),
                notes: Vec::new(),
            });
            self.here.line = Some(self.variations.len() - 1);
            self.here.branches = false;
        }
        match self.here.line {
            Some(line) => self.variations[line].moves.push(point),
            None => self.main.push(point),
        }
        self.here.turns += 1;
        Ok(())
    }

    /// The note about the last move, or about the beginning.
    pub fn note_mut(&mut self) -> &mut Note {
        let (notes, index) = match self.here.line {
            Some(line) => {
                let variation = &mut self.variations[line];
                let index = self.here.turns - variation.after - 1;
                (&mut variation.notes, index)
            }
            None => (&mut self.main_notes, self.here.turns),
        };
        if notes.len() <= index {
            notes.resize(index + 1, Note::default());
        }
        &mut notes[index]
    }

    /// Adds words to the note about the last move.
    pub fn comment(&mut self, words: &str) {
        if !words.is_empty() {
            let comment = &mut self.note_mut().comment;
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(words);
        }
    }

    /// The record.
    pub fn finish(mut self) -> Record {
        if self.here.line.is_some() || self.game.turns().len() != self.main.len() {
            self.game = Game::from_diagram(*self.game.start());
            for &point in &self.main {
                self.game.play(point).expect("it was made before");
            }
        } else {
            // Moves taken back are no part of the record.
            self.game.forget_undone();
        }
        let mut record = Record::from(self.game);
        for (number, note) in self.main_notes.into_iter().enumerate() {
            record.set_note(number, note);
        }
        for variation in &mut self.variations {
            while variation.notes.last().is_some_and(Note::is_empty) {
                variation.notes.pop();
            }
        }
        record.variations = self.variations;
        record
    }
}

/// Why a move could not be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MakeError {
    /// The move is wrong.
    Move(MoveError),
    /// There are too many variations.
    Variations,
}

/// The lines of a record and where they branch off.
pub(crate) struct Lines<'a> {
    record: &'a Record,
    branches: HashMap<(Option<usize>, usize), Vec<usize>>,
}

impl<'a> Lines<'a> {
    pub fn of(record: &'a Record) -> Lines<'a> {
        let mut branches: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, line) in record.variations.iter().enumerate() {
            // Only what hangs together is ever reached from the game.
            if line.parent.is_none_or(|parent| parent < index) {
                let place = (line.parent, line.after);
                branches.entry(place).or_default().push(index);
            }
        }
        Lines { record, branches }
    }

    /// The variations that begin after a number of moves of a line.
    pub fn branches(&self, line: Option<usize>, turns: usize) -> &[usize] {
        let found = self.branches.get(&(line, turns));
        found.map_or(&[], Vec::as_slice)
    }

    /// The move of a line after a number of moves.
    pub fn point(&self, line: Option<usize>, turns: usize) -> Option<Point> {
        match line {
            None => self.record.game.turns().get(turns).map(Turn::point),
            Some(line) => {
                let line = &self.record.variations[line];
                line.moves.get(turns.checked_sub(line.after)?).copied()
            }
        }
    }

    /// The note on a move of a line.
    pub fn note(&self, line: Option<usize>, turns: usize) -> Option<&'a Note> {
        match line {
            None => self.record.note(turns),
            Some(line) => {
                let line = &self.record.variations[line];
                let index = turns.checked_sub(line.after + 1)?;
                line.notes.get(index).filter(|note| !note.is_empty())
            }
        }
    }

    /// Where a variation begins.
    pub fn after(&self, line: usize) -> usize {
        self.record.variations[line].after
    }
}

/// Undoes moves until a number of them is left.
pub(crate) fn rewind(game: &mut Game, turns: usize) {
    while game.turns().len() > turns {
        game.undo();
    }
}
