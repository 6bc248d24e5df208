//! Games: moves from a first position to the end, with automatic passes, undo and redo.

use std::fmt;

use crate::color::{ByColor, Color};
use crate::diagram::Diagram;
use crate::outcome::Outcome;
use crate::point::Point;
use crate::point_set::PointSet;
use crate::size::Size;
use crate::wide::Start;

/// A game in progress or finished, on a board of any size.
///
/// A side without a legal move passes automatically, so [`to_move`](Game::to_move) always
/// names a side that can move, until the game is over.
///
/// ```
/// use reversi_rules::{Color, Game, Size};
/// let mut game = Game::new(Size::EIGHT);
/// game.play("f5".parse().unwrap()).unwrap();
/// game.play("d6".parse().unwrap()).unwrap();
/// assert_eq!(game.undo().unwrap().color(), Color::White);
/// assert_eq!(game.redo().unwrap().point().to_string(), "d6");
/// assert_eq!(game.counts().black, 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Diagram,
    turns: Vec<Turn>,
    undone: Vec<Point>,
    current: Diagram,
}

/// One move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    before: Diagram,
    point: Point,
    passed: bool,
}

impl Turn {
    /// The side that moved.
    #[must_use]
    pub fn color(&self) -> Color {
        self.before.to_move()
    }

    /// Where the disc was placed.
    #[must_use]
    pub fn point(&self) -> Point {
        self.point
    }

    /// The position the move was made in.
    #[must_use]
    pub fn before(&self) -> &Diagram {
        &self.before
    }

    /// The side that could not answer this move and was passed over, if the game went on.
    #[must_use]
    pub fn passed(&self) -> Option<Color> {
        self.passed.then(|| self.color().opponent())
    }
}

impl Game {
    /// A game from the standard start.
    #[must_use]
    pub fn new(size: Size) -> Game {
        Game::from_diagram(Diagram::start(size, Start::Standard))
    }

    /// A game from any position. When the side to move there has no legal move but the other has,
    /// it is passed over at once.
    #[must_use]
    pub fn from_diagram(start: Diagram) -> Game {
        Game {
            start,
            turns: Vec::new(),
            undone: Vec::new(),
            current: settle(start).0,
        }
    }

    /// The position the game began from.
    #[must_use]
    pub fn start(&self) -> &Diagram {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn diagram(&self) -> &Diagram {
        &self.current
    }

    /// How large the board is.
    #[must_use]
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// The moves made so far.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The side to move, which can move; `None` when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        (!self.is_over()).then(|| self.current.to_move())
    }

    /// The side that was passed over just now: it would be to move, but cannot.
    #[must_use]
    pub fn passed(&self) -> Option<Color> {
        match self.turns.last() {
            Some(turn) => turn.passed(),
            None => Some(self.start.to_move()).filter(|&first| first != self.current.to_move()),
        }
    }

    /// Whether neither side can move.
    #[must_use]
    pub fn is_over(&self) -> bool {
        // A side that cannot move while the other can is never left to move: see `settle`.
        self.current.legal_moves().is_empty()
    }

    /// Squares where the side to move may play; empty when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> PointSet {
        self.current.legal_moves()
    }

    /// How many discs each side has.
    #[must_use]
    pub fn counts(&self) -> ByColor<u32> {
        self.current.counts()
    }

    /// How many squares are without a disc.
    #[must_use]
    pub fn empties(&self) -> u32 {
        self.current.board().empties()
    }

    /// The result; `None` while the game is not over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome {
            discs: self.counts(),
            empties: self.empties(),
        })
    }

    /// Makes a move. Moves taken back before can no longer be redone.
    ///
    /// # Errors
    /// When the move is illegal; the game is unchanged.
    pub fn play(&mut self, point: Point) -> Result<Turn, IllegalMove> {
        let turn = self.make(point)?;
        self.undone.clear();
        Ok(turn)
    }

    fn make(&mut self, point: Point) -> Result<Turn, IllegalMove> {
        let before = self.current;
        let after = before
            .play(point)
            .ok_or_else(|| why_illegal(&before, point))?;
        let (current, passed) = settle(after);
        let turn = Turn {
            before,
            point,
            passed,
        };
        self.current = current;
        self.turns.push(turn);
        Ok(turn)
    }

    /// Takes the last move back, with the pass that followed it, and returns it; `None` at the
    /// start.
    pub fn undo(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.current = turn.before;
        self.undone.push(turn.point);
        Some(turn)
    }

    /// The moves that were taken back, in the order in which [`redo`](Game::redo) makes them.
    pub fn undone(&self) -> impl Iterator<Item = Point> + '_ {
        self.undone.iter().rev().copied()
    }

    /// Drops the moves that were undone.
    pub(crate) fn forget_undone(&mut self) {
        self.undone.clear();
    }

    /// Makes the move again that was taken back last; `None` when there is none.
    pub fn redo(&mut self) -> Option<Turn> {
        let point = self.undone.pop()?;
        Some(self.make(point).expect("it was legal before"))
    }
}

/// Passes for a side that cannot move while the other can; says whether it did.
fn settle(diagram: Diagram) -> (Diagram, bool) {
    if !diagram.legal_moves().is_empty() {
        return (diagram, false);
    }
    let passed = diagram.pass();
    let stuck = !passed.legal_moves().is_empty();
    (if stuck { passed } else { diagram }, stuck)
}

/// Why the side to move may not play on `point`.
pub(crate) fn why_illegal(diagram: &Diagram, point: Point) -> IllegalMove {
    let legal = diagram.legal_moves();
    let reason = if legal.is_empty() {
        Reason::GameOver
    } else if !diagram.board().has(point) {
        Reason::OffBoard(diagram.size())
    } else if diagram.disc(point).is_some() {
        Reason::Occupied
    } else {
        Reason::TurnsNothing
    };
    IllegalMove {
        point,
        reason,
        legal,
    }
}

/// A move that the rules do not allow, why, and what would be allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The square that was asked for.
    pub point: Point,
    /// What is wrong with it.
    pub reason: Reason,
    /// The squares that were legal instead.
    pub legal: PointSet,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Neither side can move any more.
    GameOver,
    /// The board, of the size given, has no such square.
    OffBoard(Size),
    /// The square has a disc already.
    Occupied,
    /// No opposing disc would be turned.
    TurnsNothing,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { point, legal, .. } = self;
        match self.reason {
            Reason::GameOver => return write!(f, "the game is over; no move is possible"),
            Reason::OffBoard(size) => write!(f, "the {size}×{size} board has no square {point}")?,
            Reason::Occupied => write!(f, "there is a disc on {point} already")?,
            Reason::TurnsNothing => write!(f, "a disc on {point} would turn nothing")?,
        }
        write!(f, "; legal squares: {legal}")
    }
}

impl std::error::Error for IllegalMove {}
