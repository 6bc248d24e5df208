//! A line replayed: who moved where, and the position after each move.

use rules::{Board, Diagram, Point, Square};

use super::counts::Field;

/// A line from the position where a mistake was made. "We" are the side that made it, "they" the other one.
pub(super) struct Track {
    pub(super) field: Field,
    /// The position before the line, for us to move.
    pub(super) start: Board,
    pub(super) steps: Vec<Step>,
}

/// One entry of a line: a move or a pass.
pub(super) struct Step {
    /// Where the disc was placed; `None` is a pass.
    pub(super) point: Option<Point>,
    pub(super) square: Option<Square>,
    /// Whether we moved.
    pub(super) ours: bool,
    /// The position after it, with our discs as those of the side to move.
    pub(super) after: Board,
}

impl Track {
    /// Replays a line; `None` when it is not legal.
    pub(super) fn new(field: Field, before: &Diagram, line: &[Option<Point>]) -> Option<Track> {
        let start = field.inset().board(before.board());
        let mut track = Track {
            field,
            start,
            steps: Vec::with_capacity(line.len()),
        };
        let (mut board, mut ours) = (start, true);
        for point in line {
            let square = match point {
                Some(point) => Some(field.inset().square(*point)?),
                None => None,
            };
            board = match square {
                Some(square) => board.play(square)?,
                None if field.moves(board).is_empty() => board.pass(),
                None => return None,
            };
            track.steps.push(Step {
                point: *point,
                square,
                ours,
                after: if ours { board.pass() } else { board },
            });
            ours = !ours;
        }
        Some(track)
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.steps.len()
    }

    /// The position after this many entries, with our discs as those of the side to move.
    pub(super) fn position(&self, plies: usize) -> Option<Board> {
        match plies {
            0 => Some(self.start),
            _ => self.steps.get(plies - 1).map(|step| step.after),
        }
    }

    /// Whether the game is over at the end of the line.
    pub(super) fn is_over(&self) -> bool {
        let end = self.position(self.len()).unwrap_or(self.start);
        let moves = |board| self.field.moves(board);
        moves(end).is_empty() && moves(end.pass()).is_empty()
    }

    /// The index of the entry that places a disc on a square.
    pub(super) fn taken(&self, square: Square) -> Option<usize> {
        let mut places = self.steps.iter();
        places.position(|step| step.square == Some(square))
    }

    /// The first pass of a side before this many entries.
    pub(super) fn pass(&self, ours: bool, plies: usize) -> Option<usize> {
        let mut steps = self.steps.iter().take(plies);
        steps.position(|step| step.ours == ours && step.point.is_none())
    }

    /// The number of corners that we take minus those that they take, in this many entries.
    pub(super) fn corner_balance(&self, plies: usize) -> i32 {
        let corners = self.field.corners();
        let takes = self
            .steps
            .iter()
            .take(plies)
            .filter(|step| step.square.is_some_and(|square| corners.contains(square)));
        takes.map(|step| if step.ours { 1 } else { -1 }).sum()
    }

    /// The number of moves, without passes, in this many entries.
    pub(super) fn moves_in(&self, plies: usize) -> usize {
        let steps = self.steps.iter().take(plies);
        steps.filter(|step| step.point.is_some()).count()
    }
}
