//! Wide boards: n×n positions for every even size from 4 to 26.

use crate::board::Board;
use crate::point::Point;
use crate::point_set::{PointSet, ROWS};
use crate::size::Size;
use crate::symmetry::Symmetry;

/// The eight directions, as (columns, rows).
const DIRECTIONS: [(i8, i8); 8] = [
    (-1, -1),
    (0, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
];

/// A position on a board of any even size, from the side of the player to move.
///
/// ```
/// use reversi_rules::{Point, Size, Start, WideBoard};
/// let board = WideBoard::start(Size::new(26).unwrap(), Start::Standard);
/// assert_eq!(board.legal_moves().to_string(), "m12 l13 o14 n15");
/// let after = board.play("o14".parse().unwrap()).unwrap();
/// assert_eq!((after.own().len(), after.opponent().len()), (1, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WideBoard {
    own: PointSet,
    opponent: PointSet,
    size: Size,
}

/// The arrangement of the four discs at the start of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Start {
    /// The first mover holds the upper right and the lower left square (e4 and d5 on 8×8).
    #[default]
    Standard,
    /// The mirror image: the first mover holds the upper left and the lower right square.
    Mirrored,
}

impl WideBoard {
    /// The four discs in the middle.
    #[must_use]
    pub fn start(size: Size, start: Start) -> WideBoard {
        let middle = size.side() / 2;
        let diagonal = |left: usize, right: usize| {
            let mut rows = [0; ROWS];
            rows[middle - 1] = 1 << left;
            rows[middle] = 1 << right;
            PointSet::from_rows(rows)
        };
        let falling = diagonal(middle - 1, middle);
        let rising = diagonal(middle, middle - 1);
        let (own, opponent) = match start {
            Start::Standard => (rising, falling),
            Start::Mirrored => (falling, rising),
        };
        WideBoard {
            own,
            opponent,
            size,
        }
    }

    /// A position from its discs; `None` when a square is off the board or claimed twice.
    #[must_use]
    pub fn new(size: Size, own: PointSet, opponent: PointSet) -> Option<WideBoard> {
        let board = WideBoard {
            own,
            opponent,
            size,
        };
        let full = PointSet::full(size);
        let fits = (own | opponent) & full == own | opponent;
        (fits && (own & opponent).is_empty()).then_some(board)
    }

    /// How large the board is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The discs of the side to move.
    #[must_use]
    pub fn own(&self) -> PointSet {
        self.own
    }

    /// The discs of the other side.
    #[must_use]
    pub fn opponent(&self) -> PointSet {
        self.opponent
    }

    /// How many squares are without a disc.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.size.area() as u32 - self.own.len() - self.opponent.len()
    }

    /// Whether `point` is a square of this board.
    #[must_use]
    pub fn has(&self, point: Point) -> bool {
        point.column() < self.size.side() && point.row() < self.size.side()
    }

    /// Squares where a disc of the side to move would turn at least one opponent disc.
    #[must_use]
    pub fn legal_moves(&self) -> PointSet {
        let side = self.size.side();
        let columns: u32 = (1 << side) - 1;
        let (own, opponent) = (self.own.rows(), self.opponent.rows());
        let mut moves = [0; ROWS];

        for row in 0..side {
            moves[row] = behind_runs_east(own[row], opponent[row])
                | behind_runs_east(own[row].reverse_bits(), opponent[row].reverse_bits())
                    .reverse_bits();
        }
        // A sweep over the rows carries, for the three directions that cross them, the runs of
        // opponent discs that began at one of our own and reach into the last row.
        let mut sweep = |from: usize, to: usize, runs: &mut [u32; 3]| {
            let behind = |set: [u32; 3]| [set[0], set[1] << 1, set[2] >> 1];
            let empties = !(own[to] | opponent[to]);
            let starts = behind([own[from]; 3]);
            let reached = behind(*runs);
            for direction in 0..3 {
                moves[to] |= reached[direction] & empties;
                runs[direction] = (starts[direction] | reached[direction]) & opponent[to];
            }
        };
        let mut runs = [0; 3];
        for row in 1..side {
            sweep(row - 1, row, &mut runs);
        }
        runs = [0; 3];
        for row in (1..side).rev() {
            sweep(row, row - 1, &mut runs);
        }

        for row in 0..side {
            moves[row] &= columns & !(own[row] | opponent[row]);
        }
        PointSet::from_rows(moves)
    }

    /// The opponent's discs that a move to `point` turns; empty when the move is illegal.
    #[must_use]
    pub fn flips(&self, point: Point) -> PointSet {
        let mut flips = PointSet::EMPTY;
        if !self.has(point) || (self.own | self.opponent).contains(point) {
            return flips;
        }
        for (columns, rows) in DIRECTIONS {
            let mut run = 0;
            let mut next = point.step(columns, rows);
            while let Some(square) = next
                && self.opponent.contains(square)
            {
                run += 1;
                next = square.step(columns, rows);
            }
            if next.is_some_and(|square| self.own.contains(square)) {
                let mut square = point;
                for _ in 0..run {
                    square = square.step(columns, rows).expect("walked here above");
                    flips.insert(square);
                }
            }
        }
        flips
    }

    /// The position after a move, seen by the other side; `None` when the move is illegal.
    ///
    /// [`play_unchecked`](WideBoard::play_unchecked) is the same without the check.
    #[must_use]
    pub fn play(&self, point: Point) -> Option<WideBoard> {
        let flips = self.flips(point);
        (!flips.is_empty()).then(|| self.after(point, flips))
    }

    /// The position after a move that is known to be legal, seen by the other side.
    ///
    /// An illegal move gives a position that cannot arise in a game, and nothing worse;
    /// [`play`](WideBoard::play) checks.
    #[must_use]
    pub fn play_unchecked(&self, point: Point) -> WideBoard {
        self.after(point, self.flips(point))
    }

    fn after(&self, point: Point, flips: PointSet) -> WideBoard {
        let mut opponent = self.own | flips;
        opponent.insert(point);
        WideBoard {
            own: self.opponent ^ flips,
            opponent,
            size: self.size,
        }
    }

    /// The same discs with the other side to move.
    #[must_use]
    pub fn pass(&self) -> WideBoard {
        WideBoard {
            own: self.opponent,
            opponent: self.own,
            size: self.size,
        }
    }

    /// The one of the eight orientations that is listed first when they are sorted, and how the board
    /// is turned to reach it: [`Board::canonical_with`] for boards of any size, with an order of its
    /// own.
    ///
    /// ```
    /// # use reversi_rules::{Size, Start, WideBoard};
    /// let start = WideBoard::start(Size::new(10).unwrap(), Start::Standard);
    /// let first = |point: &str| start.play(point.parse().unwrap()).unwrap().canonical_with().0;
    /// assert_eq!(first("e4"), first("g6"));
    /// ```
    #[must_use]
    pub fn canonical_with(&self) -> (WideBoard, Symmetry) {
        let turned = Symmetry::ALL.map(|symmetry| (symmetry.wide_board(self), symmetry));
        let order =
            |(board, _): &(WideBoard, Symmetry)| (*board.own.rows(), *board.opponent.rows());
        let first = turned.into_iter().min_by_key(order);
        first.unwrap_or((*self, Symmetry::IDENTITY))
    }

    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.legal_moves().is_empty() && self.pass().legal_moves().is_empty()
    }
}

/// The bits just above those runs of `opponent` bits that begin right above an `own` bit: adding
/// a run's first bit carries through the run and lands behind it.
#[inline]
fn behind_runs_east(own: u32, opponent: u32) -> u32 {
    let starts = own << 1 & opponent;
    opponent.wrapping_add(starts) & !opponent
}

impl Symmetry {
    /// The board laid down this way.
    #[must_use]
    pub fn wide_board(self, board: &WideBoard) -> WideBoard {
        WideBoard {
            own: self.points(board.own, board.size),
            opponent: self.points(board.opponent, board.size),
            size: board.size,
        }
    }
}

impl From<Board> for WideBoard {
    fn from(board: Board) -> WideBoard {
        WideBoard {
            own: board.own().into(),
            opponent: board.opponent().into(),
            size: Size::EIGHT,
        }
    }
}

impl WideBoard {
    /// The same position as a [`Board`]; `None` unless the size is 8.
    #[must_use]
    pub fn to_board(&self) -> Option<Board> {
        if self.size != Size::EIGHT {
            return None;
        }
        Board::new(self.own.narrow(), self.opponent.narrow())
    }
}
