//! Handmade evaluations of the classic opponents: square weights and mobility, on every board size.

use reversi_rules::{PointSet, Position, Size, SquareSet};

use super::Region;

/// The value of a won game besides its discs: more than any sum over a board, so that no estimate
/// outweighs a win.
const WON: i32 = 100_000;

/// The value of a position: square weights of the discs and a weight for each legal move, own minus
/// opponent's.
///
/// ```
/// use reversi_engine::Evaluation;
/// use reversi_rules::{Board, Size, Square};
/// let discs = Evaluation::<Board>::discs(Size::EIGHT);
/// assert_eq!(discs.value(&Board::START.play(Square::F5).unwrap()), -3);
/// ```
#[derive(Clone, Debug)]
pub struct Evaluation<P: Position> {
    /// Sets of squares with the same weight, and the weight.
    weights: Vec<(P::Squares, i32)>,
    /// The weight of a legal move.
    mobility: i32,
    /// Whether the value of a finished game is its result.
    knows_results: bool,
    everywhere: P::Squares,
}

impl<P: Position> Evaluation<P> {
    fn by_region(size: Size, weight: impl Fn(Region) -> i32) -> Evaluation<P> {
        let all = || PointSet::full(size).into_iter();
        let mut values: Vec<i32> = Region::ALL.into_iter().map(&weight).collect();
        values.sort_unstable();
        values.dedup();
        let weights = values
            .into_iter()
            .filter(|&value| value != 0)
            .map(|value| {
                let squares = all().filter(|&point| weight(Region::of(point, size)) == value);
                (P::Squares::of(squares), value)
            })
            .filter(|(squares, _)| !squares.is_empty())
            .collect();
        Evaluation {
            weights,
            mobility: 0,
            knows_results: false,
            everywhere: P::Squares::of(all()),
        }
    }

    /// Disc difference.
    #[must_use]
    pub fn discs(size: Size) -> Evaluation<P> {
        Evaluation::by_region(size, |_| 1)
    }

    /// *aueb18*: a disc 1, on the border 2 more, in a corner 10 more.
    #[must_use]
    pub fn corners_edges(size: Size) -> Evaluation<P> {
        Evaluation::by_region(size, |region| match region {
            Region::Corner => 1 + 10,
            Region::Border | Region::BesideCorner => 1 + 2,
            _ => 1,
        })
    }

    /// *menu20*: the directions in which a disc can capture (there is room for a captured disc and
    /// one of ours behind it), plus twice the directions from which it cannot be captured.
    #[must_use]
    pub fn positional(size: Size) -> Evaluation<P> {
        Evaluation::by_region(size, |region| match region {
            Region::Corner => 3 + 2 * 8,
            Region::BesideCorner => 3 + 2 * 6,
            Region::Border => 5 + 2 * 6,
            Region::DiagonalToCorner => 3,
            Region::SecondRing => 5,
            Region::Inside => 8,
        })
    }

    /// *modes20*: the square priorities of the agent Roxanne, 5 for the first to 1 for the last,
    /// plus the number of legal moves.
    #[must_use]
    pub fn roxanne(size: Size) -> Evaluation<P> {
        let mut evaluation = Evaluation::by_region(size, |region| match region {
            Region::Corner => 5,
            Region::Inside => 4,
            Region::Border => 3,
            Region::SecondRing => 2,
            Region::BesideCorner | Region::DiagonalToCorner => 1,
        });
        evaluation.mobility = 1;
        evaluation
    }

    /// *wall-e*: a disc 1, on the border 20 more, in a corner 50 more.
    #[must_use]
    pub fn walle(size: Size) -> Evaluation<P> {
        Evaluation::by_region(size, |region| match region {
            Region::Corner => 1 + 50,
            Region::Border | Region::BesideCorner => 1 + 20,
            _ => 1,
        })
    }

    /// The evaluation of the engine on boards above 8×8: mobility and corners, not discs; the result
    /// once the game is over.
    #[must_use]
    pub fn house(size: Size) -> Evaluation<P> {
        let mut evaluation = Evaluation::by_region(size, |region| match region {
            Region::Corner => 80,
            Region::Border => 4,
            Region::BesideCorner => -12,
            Region::DiagonalToCorner => -25,
            Region::SecondRing => -3,
            Region::Inside => 0,
        });
        evaluation.mobility = 10;
        evaluation.knows_results = true;
        evaluation
    }

    /// The value for the side to move.
    #[inline]
    #[must_use]
    pub fn value(&self, position: &P) -> i32 {
        let mut moves = 0;
        if self.mobility != 0 {
            let own = position.legal_moves().count() as i32;
            let opponent = position.pass().legal_moves().count() as i32;
            if own + opponent == 0 {
                return self.final_value(position);
            }
            moves = self.mobility * (own - opponent);
        }
        moves + self.placed(position)
    }

    /// The value for the side to move of a position where the game is over.
    #[must_use]
    pub fn final_value(&self, position: &P) -> i32 {
        if self.knows_results {
            let discs = position.balance(&self.everywhere);
            discs + WON * discs.signum()
        } else {
            self.placed(position)
        }
    }

    /// The result in discs, if a value is that of a finished game that is not drawn.
    #[must_use]
    pub fn discs_won(&self, value: i32) -> Option<i32> {
        (self.knows_results && value.abs() > WON).then(|| value - WON * value.signum())
    }

    #[inline]
    fn placed(&self, position: &P) -> i32 {
        let values = self.weights.iter();
        values
            .map(|(squares, weight)| weight * position.balance(squares))
            .sum()
    }
}
