//! Book moves: the moves that the opening book of this program plays.

use engine::book::{Book, MARGIN};
use rules::{Diagram, Game, Point, PointSet, Turn};

/// The moves that the book plays in a position: its best ones, up to a disc behind the first. None on
/// boards of other sizes than 8×8.
///
/// ```
/// use play::book_moves;
/// use rules::{Game, Size};
/// let start = Game::new(Size::EIGHT);
/// assert_eq!(book_moves::of(start.diagram()), start.legal_moves());
/// ```
#[must_use]
pub fn of(diagram: &Diagram) -> PointSet {
    let Some(board) = diagram.to_board() else {
        return PointSet::EMPTY;
    };
    let Some(page) = Book::embedded().look_up(board) else {
        return PointSet::EMPTY;
    };
    let good = page.good_moves(MARGIN);
    let images = good.flat_map(|book_move| board.mirror_images(book_move.square));
    images.map(Point::from).collect()
}

/// The number of moves at the beginning of a game that are book moves, one after the other.
#[must_use]
pub fn of_game(game: &Game) -> usize {
    let is_book_move = |turn: &&Turn| of(turn.before()).contains(turn.point());
    game.turns().iter().take_while(is_book_move).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Size;

    fn game(moves: &str) -> Game {
        let mut game = Game::new(Size::EIGHT);
        for name in moves.as_bytes().chunks(2) {
            let name = std::str::from_utf8(name).expect("ASCII");
            game.play(name.parse().expect("a square")).expect("legal");
        }
        game
    }

    #[test]
    fn a_game_is_in_the_book_up_to_a_move_that_the_book_does_not_play() {
        // Tiger, and the same with its third move at the edge, in two orientations.
        assert_eq!(of_game(&game("f5d6c3d3c4")), 5);
        for moves in ["f5d6c7f4", "d3c5b6"] {
            assert_eq!(of_game(&game(moves)), 2, "{moves}");
        }
        assert_eq!(of_game(&Game::new(Size::EIGHT)), 0);
        assert_eq!(of_game(&Game::new(Size::new(6).expect("even"))), 0);
    }
}
