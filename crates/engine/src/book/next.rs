//! Book moves: the distinct moves of a position and the positions they lead to.

use reversi_rules::{Board, Square};

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// A position with legal moves, in its [canonical](Board::canonical) orientation.
    Position {
        /// The position.
        board: Board,
        /// Whether the side that moved is to move again, because the other one has to pass.
        again: bool,
    },
    /// The end of the game.
    End,
}

/// The legal moves of a position with what they lead to, square by square; of moves that are mirror
/// images of each other, the first one.
pub(crate) fn distinct_moves(board: Board) -> Vec<(Square, Next)> {
    let mut seen = Vec::new();
    let mut moves = Vec::new();
    for square in board.legal_moves() {
        let after = board.play_unchecked(square);
        let canonical = after.canonical();
        if seen.contains(&canonical) {
            continue;
        }
        seen.push(canonical);
        let next = if !after.legal_moves().is_empty() {
            Next::Position {
                board: canonical,
                again: false,
            }
        } else if after.is_over() {
            Next::End
        } else {
            Next::Position {
                board: after.pass().canonical(),
                again: true,
            }
        };
        moves.push((square, next));
    }
    moves
}

#[cfg(test)]
mod tests {
    use reversi_rules::{Bitboard, Board, Square};

    use super::{Next, distinct_moves};

    #[test]
    fn the_first_move_is_one_of_four_mirror_images() {
        let [(square, next)] = distinct_moves(Board::START)[..] else {
            panic!("there are more first moves");
        };
        let board = Board::START.play(square).expect("legal").canonical();
        assert_eq!(
            next,
            Next::Position {
                board,
                again: false
            }
        );
        let replies = distinct_moves(Board::START.play(Square::F5).expect("legal"));
        let squares: Vec<Square> = replies.iter().map(|(square, _)| *square).collect();
        assert_eq!(squares, [Square::F4, Square::D6, Square::F6]);
    }

    #[test]
    fn a_pass_lets_the_same_side_move_again_and_the_end_is_the_end() {
        // X O - on the first row and the same on the last, and nothing else.
        let own = Bitboard::from(Square::A1) | Square::A8.into();
        let opponent = Bitboard::from(Square::B1) | Square::B8.into();
        let board = Board::new(own, opponent).expect("apart");
        // c1 and c8 are mirror images; after one of them only the other is left.
        let [
            (
                Square::C1,
                Next::Position {
                    board: after,
                    again: true,
                },
            ),
        ] = distinct_moves(board)[..]
        else {
            panic!("{:?}", distinct_moves(board));
        };
        let [(_, Next::End)] = distinct_moves(after)[..] else {
            panic!("{:?}", distinct_moves(after));
        };
    }
}
