//! Root moves: of moves that are mirror images of each other, one is searched, and all have its line.

use reversi_rules::{Bitboard, Board, Square, Symmetry};

use crate::analysis::Line;
use crate::geometry::{Geometry, canonical_on, symmetries_of};

/// The legal moves of a root, those together that lead to the same position but for a symmetry.
pub(crate) struct RootMoves(Vec<MirrorImages>);

/// A searched move, and the moves that have its line turned.
struct MirrorImages {
    searched: Square,
    after: Board,
    /// The orientation that the positions after all of them share.
    canonical: Board,
    /// Each with the symmetry that turns the position after `searched` into the one after it.
    others: Vec<(Square, Symmetry)>,
}

impl RootMoves {
    pub(crate) fn new<G: Geometry>(board: Board) -> RootMoves {
        let squares = Bitboard(G::SQUARES);
        let mut classes: Vec<MirrorImages> = Vec::new();
        for square in board.legal_moves() & squares {
            let after = board.play_unchecked(square);
            let (canonical, _) = canonical_on(squares, after);
            let same = |class: &&mut MirrorImages| class.canonical == canonical;
            if let Some(class) = classes.iter_mut().find(same) {
                let turns = |symmetry: &Symmetry| symmetry.board(class.after) == after;
                let symmetry = symmetries_of(squares).find(turns);
                let symmetry = symmetry.expect("mirror images have one canonical orientation");
                class.others.push((square, symmetry));
            } else {
                classes.push(MirrorImages {
                    searched: square,
                    after,
                    canonical,
                    others: Vec::new(),
                });
            }
        }
        RootMoves(classes)
    }

    fn of(&self, square: Option<Square>) -> Option<&MirrorImages> {
        let found = |class: &&MirrorImages| Some(class.searched) == square;
        self.0.iter().find(found)
    }

    /// Whether a move is the searched one of its mirror images.
    pub(super) fn is_searched(&self, square: Square) -> bool {
        self.of(Some(square)).is_some()
    }

    /// How many moves have the lines of searched moves.
    pub(super) fn count(&self, lines: &[Line]) -> usize {
        let images = |line: &Line| self.of(line.square()).map_or(0, |class| class.others.len());
        lines.iter().map(|line| 1 + images(line)).sum()
    }

    /// The lines of all moves, at most `count`: after each line of a searched move those of its mirror
    /// images, with the same score.
    pub(super) fn expanded(&self, lines: &[Line], count: usize) -> Vec<Line> {
        let all = lines.iter().flat_map(|line| {
            let others = self
                .of(line.square())
                .map_or(&[][..], |class| &class.others);
            let images = others.iter().map(|(square, symmetry)| {
                let mut image = line.turned(*symmetry);
                if let Some(first) = image.moves.first_mut() {
                    *first = Some((*square).into());
                }
                image
            });
            std::iter::once(line.clone()).chain(images)
        });
        all.take(count).collect()
    }
}

#[cfg(test)]
mod tests {
    use reversi_rules::{Board, Square};

    use super::RootMoves;
    use crate::analysis::{Kind, Line};
    use crate::geometry::{Eight, FourByEight};
    use crate::score::Score;

    #[test]
    fn the_first_moves_are_one_move_and_its_mirror_images() {
        let moves = RootMoves::new::<Eight>(Board::START);
        let searched: Vec<Square> = Board::START
            .legal_moves()
            .into_iter()
            .filter(|square| moves.is_searched(*square))
            .collect();
        assert_eq!(searched, [Square::D3]);
        // d3 c5, as f5 e3, c4 e3 and e6 f4.
        let line = Line {
            score: Score::from_units(77),
            kind: Kind::Estimate(2),
            moves: vec![Some(Square::D3.into()), Some(Square::C5.into())],
        };
        let lines = moves.expanded(std::slice::from_ref(&line), usize::MAX);
        assert_eq!(moves.count(&[line]), 4);
        assert_eq!(lines.len(), 4);
        for line in &lines {
            assert_eq!(
                (line.score, line.kind),
                (Score::from_units(77), Kind::Estimate(2))
            );
            let mut board = Board::START;
            for point in &line.moves {
                let square = point.and_then(|point| point.try_into().ok());
                board = board.play(square.expect("a square")).expect("a legal move");
            }
            assert_eq!(board.canonical(), play(&lines[0]).canonical());
        }
        assert_eq!(moves.expanded(&lines[..1], 3), lines[..3]);
    }

    fn play(line: &Line) -> Board {
        let squares = line.moves.iter().flatten();
        squares.fold(Board::START, |board, point| {
            let square = (*point).try_into().expect("a square");
            board.play(square).expect("a legal move")
        })
    }

    /// A board of four rows is not turned into one of four columns.
    #[test]
    fn only_symmetries_of_the_board_count() {
        let moves = RootMoves::new::<FourByEight>(Board::START);
        let searched = Board::START.legal_moves().into_iter();
        let searched = searched.filter(|square| moves.is_searched(*square)).count();
        assert_eq!(searched, 2);
    }
}
