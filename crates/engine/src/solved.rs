//! Solved table: exact scores and best moves of the 6×6 opening.
//!
//! From the start the game takes half a minute to solve, after ten moves a fraction of a second.
//! `data/solved/6x6.obf` holds the positions in between: all positions in which an engine that
//! plays perfectly from the start may have to move, against any moves of the other side. One of each
//! set of mirror images is stored, with its exact score and a best move. `reversi-train solved` made the file;
//! `reversi solve` checks it.

use std::collections::HashMap;
use std::sync::LazyLock;

use reversi_rules::formats::obf;
use reversi_rules::{Board, Inset, Square};

use crate::geometry::GeometryKind;

static FILE: &str = include_str!("../data/solved/6x6.obf");

/// By position, the exact score in discs and a best move. Positions are in the orientation that
/// [`Board::canonical`] chooses.
static SIX: LazyLock<HashMap<Board, (i32, Square)>> = LazyLock::new(|| {
    let problems = obf::read_all(FILE).filter_map(|(_, problem)| problem.ok());
    let solved = problems.filter_map(|problem| {
        let (point, score) = *problem.scores.first()?;
        let inset = Inset::of(problem.diagram.size())?;
        let square = inset.square(point)?;
        Some((inset.board(problem.diagram.board()), (score, square)))
    });
    solved.collect()
});

/// The exact score of a position in discs and a best move, if it is one of the solved ones.
pub(crate) fn look_up(geometry: GeometryKind, board: Board) -> Option<(i32, Square)> {
    if geometry != GeometryKind::Six {
        return None;
    }
    let canonical = board.canonical();
    let (score, best) = *SIX.get(&canonical)?;
    // The same move in this orientation.
    let wanted = canonical.play(best)?.canonical();
    let mut moves = (board.legal_moves() & geometry.squares()).into_iter();
    let square = moves.find(|square| board.play_unchecked(*square).canonical() == wanted)?;
    Some((score, square))
}

#[cfg(test)]
mod tests {
    use reversi_rules::Board;

    use super::{GeometryKind, SIX, look_up};

    /// The start and what follows it are there in every orientation, and the scores fit together.
    #[test]
    fn the_best_move_leads_to_the_same_result() {
        assert_eq!(
            look_up(GeometryKind::Six, Board::START).map(|(score, _)| score),
            Some(-4)
        );
        assert_eq!(look_up(GeometryKind::Eight, Board::START), None);
        let mut followed = 0;
        let deepest = 64 - 4 - 10;
        for (board, (score, square)) in &*SIX {
            assert_eq!(*board, board.canonical(), "{board}");
            let next = board
                .play(*square)
                .unwrap_or_else(|| panic!("{square} on\n{board}"));
            for turned in board.symmetries() {
                let (found, square) = look_up(GeometryKind::Six, turned).expect("it is there");
                assert_eq!(found, *score, "{turned}");
                assert!(turned.play(square).is_some(), "{square} on\n{turned}");
            }
            // After every reply the position is in the table again, and the result is no worse.
            for answer in next.legal_moves() & GeometryKind::Six.squares() {
                let later = next.play_unchecked(answer);
                if let Some((after, _)) = look_up(GeometryKind::Six, later) {
                    assert!(after >= *score, "{square} {answer} on\n{board}");
                    followed += 1;
                } else {
                    assert!(later.empties() <= deepest, "{square} {answer} on\n{board}");
                }
            }
        }
        assert!(followed > 100, "{followed}");
    }
}
