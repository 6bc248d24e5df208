//! Bitboard position of the 8×8 board: 16 bytes, side to move first.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::kernels::{flip, mobility};
use crate::square::Square;
use crate::symmetry::Symmetry;

/// An 8×8 position from the side of the player to move. It does not know colours; a
/// [`Diagram`](crate::Diagram) does.
///
/// ```
/// use reversi_rules::{Board, Square};
/// let board = Board::START.play(Square::F5).unwrap();
/// assert_eq!((board.own().len(), board.opponent().len()), (1, 4));
/// assert_eq!(Board::START.play(Square::A1), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    own: Bitboard,
    opponent: Bitboard,
}

const _: () = assert!(size_of::<Board>() == 16, "a board is copied at every node");

impl Board {
    /// The usual start, Black to move: white on d4 and e5, black on e4 and d5.
    pub const START: Board = Board {
        own: Bitboard(0x0000_0008_1000_0000),
        opponent: Bitboard(0x0000_0010_0800_0000),
    };

    /// A position from its discs; `None` when a square is claimed by both sides.
    #[must_use]
    pub fn new(own: Bitboard, opponent: Bitboard) -> Option<Board> {
        (own & opponent)
            .is_empty()
            .then_some(Board { own, opponent })
    }

    /// The discs of the side to move.
    #[inline]
    #[must_use]
    pub const fn own(self) -> Bitboard {
        self.own
    }

    /// The discs of the other side.
    #[inline]
    #[must_use]
    pub const fn opponent(self) -> Bitboard {
        self.opponent
    }

    /// Squares without a disc.
    #[inline]
    #[must_use]
    pub const fn empty(self) -> Bitboard {
        Bitboard(!(self.own.0 | self.opponent.0))
    }

    /// How many squares are without a disc.
    #[inline]
    #[must_use]
    pub const fn empties(self) -> u32 {
        self.empty().len()
    }

    /// Squares where a disc of the side to move would turn at least one opponent disc.
    ///
    /// ```
    /// # use reversi_rules::{Board, Square};
    /// let moves = Board::START.legal_moves();
    /// // . . . 1 . . . .   3
    /// // . . 1 O X . . .   4   X to move
    /// // . . . X O 1 . .   5
    /// // . . . . 1 . . .   6
    /// assert_eq!(moves.len(), 4);
    /// assert!(moves.contains(Square::D3));
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_moves(self) -> Bitboard {
        mobility::moves(self.own, self.opponent)
    }

    /// The opponent's discs that a move to `square` turns; empty when the move is illegal.
    #[inline]
    #[must_use]
    pub fn flips(self, square: Square) -> Bitboard {
        if self.empty().contains(square) {
            flip::flips(self.own, self.opponent, square)
        } else {
            Bitboard::EMPTY
        }
    }

    /// The position after a move, seen by the other side; `None` when the move is illegal.
    ///
    /// [`play_unchecked`](Board::play_unchecked) is the same without the check.
    #[must_use]
    pub fn play(self, square: Square) -> Option<Board> {
        let flips = self.flips(square);
        (!flips.is_empty()).then(|| self.after(square, flips))
    }

    /// The position after a move that is known to be legal, seen by the other side.
    ///
    /// An illegal move gives a position that cannot arise in a game, and nothing worse;
    /// [`play`](Board::play) checks.
    #[inline]
    #[must_use]
    pub fn play_unchecked(self, square: Square) -> Board {
        self.after(square, self.flips_unchecked(square))
    }

    /// The discs that a move to `square`, which must be empty, turns; empty when it is illegal.
    ///
    /// On a square with a disc the answer means nothing; [`flips`](Board::flips) checks.
    #[inline]
    #[must_use]
    pub fn flips_unchecked(self, square: Square) -> Bitboard {
        flip::flips(self.own, self.opponent, square)
    }

    /// How many discs the last move of a game turns: `square` is the only empty one. 0 when the
    /// move is illegal. With other squares empty the answer means nothing.
    #[inline]
    #[must_use]
    pub fn count_last(self, square: Square) -> u32 {
        flip::count_last(self.own, square)
    }

    /// The position after a move to `square` that is known to turn `flips`, seen by the other
    /// side. Any other `flips` give a position that cannot arise in a game.
    #[inline]
    #[must_use]
    pub fn after(self, square: Square, flips: Bitboard) -> Board {
        Board {
            own: self.opponent ^ flips,
            opponent: self.own | flips | square.into(),
        }
    }

    /// The same discs with the other side to move.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Board {
        Board {
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// Whether neither side can move.
    #[inline]
    #[must_use]
    pub fn is_over(self) -> bool {
        self.legal_moves().is_empty() && self.pass().legal_moves().is_empty()
    }

    /// The score of a finished game for the side to move, in discs: empty squares count
    /// for the winner.
    #[must_use]
    pub const fn final_score(self) -> i32 {
        let difference = self.own.len() as i32 - self.opponent.len() as i32;
        difference + difference.signum() * self.empties() as i32
    }

    /// The same change made to the discs of both sides.
    pub(crate) fn map(self, change: impl Fn(Bitboard) -> Bitboard) -> Board {
        Board {
            own: change(self.own),
            opponent: change(self.opponent),
        }
    }

    /// The position in all eight orientations, this one first.
    #[must_use]
    pub fn symmetries(self) -> [Board; 8] {
        let transposed = self.map(Bitboard::transposed);
        let mirror = |board: Board| board.map(Bitboard::mirrored);
        let upside_down = |board: Board| board.map(Bitboard::upside_down);
        [
            self,
            mirror(self),
            upside_down(self),
            upside_down(mirror(self)),
            transposed,
            mirror(transposed),
            upside_down(transposed),
            upside_down(mirror(transposed)),
        ]
    }

    /// The one of the eight orientations that is listed first when they are sorted: the same for
    /// positions that are mirror images of each other.
    ///
    /// ```
    /// # use reversi_rules::{Board, Square};
    /// let first = |square| Board::START.play(square).unwrap().canonical();
    /// assert_eq!(first(Square::D3), first(Square::F5));
    /// ```
    #[must_use]
    pub fn canonical(self) -> Board {
        self.canonical_with().0
    }

    /// The legal moves that lead to the same position as `square` does but for a symmetry, itself
    /// among them; none when it is illegal.
    ///
    /// ```
    /// # use reversi_rules::{Board, Square};
    /// let first_moves = Board::START.mirror_images(Square::F5);
    /// assert_eq!(first_moves, Board::START.legal_moves());
    /// ```
    #[must_use]
    pub fn mirror_images(self, square: Square) -> Bitboard {
        let Some(next) = self.play(square) else {
            return Bitboard::EMPTY;
        };
        let same = next.symmetries();
        let moves = self.legal_moves().into_iter();
        moves
            .filter(|other| same.contains(&self.play_unchecked(*other)))
            .collect()
    }

    /// The [canonical](Board::canonical) orientation, and how the board is turned to reach it.
    #[must_use]
    pub fn canonical_with(self) -> (Board, Symmetry) {
        let order = |(board, _): &(Board, Symmetry)| (board.own.0, board.opponent.0);
        self.symmetries()
            .into_iter()
            .zip(Symmetry::ALL)
            .min_by_key(order)
            .unwrap_or((self, Symmetry::IDENTITY))
    }
}

impl Symmetry {
    /// The 8×8 board laid down this way.
    #[must_use]
    pub fn board(self, board: Board) -> Board {
        board.map(|squares| self.squares(squares))
    }
}

impl fmt::Display for Board {
    /// Eight rows of eight: `X` for the side to move, `O` for the other, `-` for empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            let disc = match (self.own.contains(square), self.opponent.contains(square)) {
                (true, _) => 'X',
                (_, true) => 'O',
                _ => '-',
            };
            write!(f, "{disc}")?;
            if square.index() % 8 == 7 && square != Square::H8 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}
