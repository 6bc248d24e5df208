//! Variations of a record: a builder for readers, and the lines for writers. Neither recurses, so
//! variations may be nested to any depth.

use std::collections::HashMap;

use crate::diagram::Diagram;
use crate::formats::moves::{self, MoveError};
use crate::game::{Game, Turn};
use crate::point::Point;
use crate::record::{Note, Record, Variation};

/// The most variations of a record.
pub(crate) const MAX_VARIATIONS: usize = 100_000;

/// Builds a record while it is read.
pub(crate) struct Builder {
    /// The game up to the cursor.
    game: Game,
    main: Vec<Point>,
    main_notes: Vec<Note>,
    variations: Vec<Variation>,
    cursor: Cursor,
}

/// A position in the tree of moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cursor {
    /// The index of its variation; `None` is the game itself.
    line: Option<usize>,
    /// The number of moves from the start.
    turns: usize,
    /// Whether the next move starts a variation.
    branches: bool,
}

impl Builder {
    pub fn new(start: Diagram) -> Builder {
        Builder {
            game: Game::from_diagram(start),
            main: Vec::new(),
            main_notes: Vec::new(),
            variations: Vec::new(),
            cursor: Cursor {
                line: None,
                turns: 0,
                branches: false,
            },
        }
    }

    /// The game up to the cursor.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The cursor.
    pub fn cursor(&self) -> Cursor {
        self.cursor
    }

    /// Moves back to an earlier cursor of the same line. With `branch`, the next move starts a
    /// variation.
    pub fn back_to(&mut self, cursor: Cursor, branch: bool) {
        while self.game.turns().len() > cursor.turns {
            self.game.undo();
        }
        self.cursor = cursor;
        self.cursor.branches |= branch;
    }

    /// Takes back the last move; the next one starts a variation that replaces it. Returns the cursor
    /// before the call and the move, for [`resume`](Builder::resume); `None` when there is no move.
    pub fn take_back(&mut self) -> Option<(Cursor, Point)> {
        let cursor = self.cursor;
        if cursor.branches {
            return None;
        }
        let point = self.game.undo()?.point();
        self.cursor.turns -= 1;
        self.cursor.branches = true;
        if let Some(line) = self.cursor.line
            && self.variations[line].after == self.cursor.turns
        {
            self.cursor.line = self.variations[line].parent;
        }
        Some((cursor, point))
    }

    /// Continues after a variation, with what [`take_back`](Builder::take_back) returned.
    pub fn resume(&mut self, cursor: Cursor, point: Point) {
        while self.game.turns().len() >= cursor.turns {
            self.game.undo();
        }
        self.game.play(point).expect("it was made before");
        self.cursor = cursor;
    }

    /// Plays a move, or accepts a pass.
    pub fn make(&mut self, word: &str) -> Result<(), MakeError> {
        if self.variations.len() >= MAX_VARIATIONS && self.cursor.branches {
            return Err(MakeError::Variations);
        }
        let Some(point) = moves::make(&mut self.game, word).map_err(MakeError::Move)? else {
            return Ok(());
        };
        if self.cursor.branches {
            self.variations.push(Variation {
                parent: self.cursor.line,
                after: self.cursor.turns,
                moves: Vec::new(),
                notes: Vec::new(),
            });
            self.cursor.line = Some(self.variations.len() - 1);
            self.cursor.branches = false;
        }
        match self.cursor.line {
            Some(line) => self.variations[line].moves.push(point),
            None => self.main.push(point),
        }
        self.cursor.turns += 1;
        Ok(())
    }

    /// The note on the last move, or on the start position.
    pub fn note_mut(&mut self) -> &mut Note {
        let (notes, index) = match self.cursor.line {
            Some(line) => {
                let variation = &mut self.variations[line];
                let index = self.cursor.turns - variation.after - 1;
                (&mut variation.notes, index)
            }
            None => (&mut self.main_notes, self.cursor.turns),
        };
        if notes.len() <= index {
            notes.resize(index + 1, Note::default());
        }
        &mut notes[index]
    }

    /// Appends a comment to the note on the last move.
    pub fn comment(&mut self, words: &str) {
        if !words.is_empty() {
            let comment = &mut self.note_mut().comment;
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(words);
        }
    }

    /// The finished record.
    pub fn finish(mut self) -> Record {
        if self.cursor.line.is_some() || self.game.turns().len() != self.main.len() {
            self.game = Game::from_diagram(*self.game.start());
            for &point in &self.main {
                self.game.play(point).expect("it was made before");
            }
        } else {
            // Moves taken back are not part of the record.
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
    /// The move is invalid.
    Move(MoveError),
    /// The record has too many variations.
    Variations,
}

/// The lines of a record with their branches. A line is an index of a variation, or `None` for the
/// game.
pub(crate) struct Lines<'a> {
    record: &'a Record,
    branches: HashMap<(Option<usize>, usize), Vec<usize>>,
}

impl<'a> Lines<'a> {
    pub fn of(record: &'a Record) -> Lines<'a> {
        let mut branches: HashMap<_, Vec<usize>> = HashMap::new();
        for (index, line) in record.variations.iter().enumerate() {
            // A parent comes before its variations; others cannot be reached from the game.
            if line.parent.is_none_or(|parent| parent < index) {
                let branch = (line.parent, line.after);
                branches.entry(branch).or_default().push(index);
            }
        }
        Lines { record, branches }
    }

    /// The variations of a line that start after this many moves.
    pub fn branches(&self, line: Option<usize>, turns: usize) -> &[usize] {
        let found = self.branches.get(&(line, turns));
        found.map_or(&[], Vec::as_slice)
    }

    /// The move of a line after this many moves.
    pub fn point(&self, line: Option<usize>, turns: usize) -> Option<Point> {
        match line {
            None => self.record.game.turns().get(turns).map(Turn::point),
            Some(line) => {
                let line = &self.record.variations[line];
                line.moves.get(turns.checked_sub(line.after)?).copied()
            }
        }
    }

    /// The note on the last of this many moves of a line.
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

    /// The number of moves before a variation.
    pub fn after(&self, line: usize) -> usize {
        self.record.variations[line].after
    }
}

/// Undoes moves until `turns` are left.
pub(crate) fn rewind(game: &mut Game, turns: usize) {
    while game.turns().len() > turns {
        game.undo();
    }
}
