//! Root positions: what callers hold, in the board representation of the search.

use reversi_rules::{Board, Diagram, Game, Inset, Point, PointSet, Symmetry, WideBoard};

use crate::analysis::Analysis;
use crate::geometry::{GeometryKind, canonical_on};

/// The root of a search, made from a position that a caller holds.
///
/// [`Engine::analyse`](crate::Engine::analyse) takes anything that converts into it: a [`Diagram`] or
/// [`WideBoard`] of any size, a [`Game`], or a [`Board`], which is always 8×8.
#[derive(Clone, Copy, Debug)]
pub struct RootPosition(pub(super) Representation);

/// How a position is searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum Representation {
    /// Up to 8×8: on the 8×8 bitboard.
    Small(SmallRoot),
    /// Above 8×8.
    Large(WideBoard),
}

/// A position of up to 8×8 squares on the 8×8 bitboard.
#[derive(Clone, Copy, Debug)]
pub(super) struct SmallRoot {
    pub(super) geometry: GeometryKind,
    pub(super) board: Board,
    /// The board of the caller; `None` when the squares are those of the 8×8 board.
    inset: Option<Inset>,
}

impl SmallRoot {
    /// A board of a geometry whose squares are named as on the 8×8 board.
    pub(super) fn new(geometry: GeometryKind, board: Board) -> SmallRoot {
        SmallRoot {
            geometry,
            board,
            inset: None,
        }
    }

    /// The symmetry that turns the position into the orientation that all its mirror images share.
    pub(super) fn canonical(&self) -> Symmetry {
        let (_, symmetry) = canonical_on(self.geometry.squares(), self.board);
        symmetry
    }

    /// An analysis with squares of the caller's board, and with the moves equal to the best one.
    pub(super) fn finish(&self, mut analysis: Analysis) -> Analysis {
        let best = analysis.best().square();
        let images = best.map(|square| self.board.mirror_images(square));
        let images = images.into_iter().flatten();
        analysis.best_moves = images
            .filter(|square| self.geometry.squares().contains(*square))
            .map(Point::from)
            .filter_map(|point| self.named(point))
            .collect::<PointSet>();
        if self.inset.is_some() {
            let moves = analysis.lines.iter_mut().flat_map(|line| &mut line.moves);
            for at in moves {
                *at = at.and_then(|point| self.named(point));
            }
        }
        analysis
    }

    /// The point of the caller's board at a point of the 8×8 board.
    fn named(&self, point: Point) -> Option<Point> {
        match self.inset {
            None => Some(point),
            Some(inset) => inset.point(point.try_into().ok()?),
        }
    }
}

impl From<&WideBoard> for RootPosition {
    fn from(board: &WideBoard) -> RootPosition {
        let size = board.size();
        let small = GeometryKind::of(size).zip(Inset::of(size));
        RootPosition(match small {
            Some((geometry, inset)) => Representation::Small(SmallRoot {
                geometry,
                board: inset.board(board),
                inset: (geometry != GeometryKind::Eight).then_some(inset),
            }),
            None => Representation::Large(*board),
        })
    }
}

impl From<&Diagram> for RootPosition {
    fn from(diagram: &Diagram) -> RootPosition {
        RootPosition::from(diagram.board())
    }
}

impl From<&Game> for RootPosition {
    fn from(game: &Game) -> RootPosition {
        RootPosition::from(game.diagram())
    }
}

impl From<Board> for RootPosition {
    fn from(board: Board) -> RootPosition {
        let root = SmallRoot::new(GeometryKind::Eight, board);
        RootPosition(Representation::Small(root))
    }
}

impl From<&Board> for RootPosition {
    fn from(board: &Board) -> RootPosition {
        RootPosition::from(*board)
    }
}
