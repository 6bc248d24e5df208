//! A small search to a fixed depth, for the middles of training games.

use engine::Evaluator;
use rules::{Board, Square};

use crate::solver::final_score;

/// Further than any score, in units.
const INFINITE: i32 = 1 << 20;

/// A move with what it leads to.
#[derive(Clone, Copy)]
struct Child<S> {
    square: Square,
    board: Board,
    state: S,
    /// The judgement of the position after the move, for the opponent.
    order: i32,
}

/// Looks `depth` moves ahead with an evaluator.
pub struct Search<'a, E: Evaluator> {
    evaluator: &'a E,
}

impl<'a, E: Evaluator> Search<'a, E> {
    /// A search that judges with `evaluator`.
    pub fn new(evaluator: &'a E) -> Search<'a, E> {
        Search { evaluator }
    }

    /// The best move and its [estimate](Search::estimate) in units; `None` when the side to move
    /// has none.
    pub fn best(&self, board: Board, depth: u32) -> Option<(Square, i32)> {
        let state = self.evaluator.state(board);
        let mut children = self.children(board, &state);
        children.sort_by_key(|child| child.order);
        let mut answer = children.first().map(|child| (child.square, -child.order));
        let mut previous = None;
        for depth in 2..=depth {
            previous = answer;
            let mut alpha = -INFINITE;
            for child in &mut children {
                let score = self.principal(child, depth - 1, alpha, INFINITE, alpha == -INFINITE);
                // What failed low keeps a bound, and so its old place behind the better ones.
                child.order = -score;
                if score > alpha {
                    alpha = score;
                    answer = Some((child.square, score));
                }
            }
            children.sort_by_key(|child| child.order);
        }
        let (square, score) = answer?;
        Some((
            square,
            (score + previous.map_or(score, |(_, score)| score)) / 2,
        ))
    }

    /// An estimate of a position for the side to move, in units: the mean of looking `depth` moves
    /// ahead and one less. The side with the last move picks what is judged too well, so each of
    /// the two by itself leans to one side.
    pub fn estimate(&self, board: Board, depth: u32) -> i32 {
        (self.score(board, depth) + self.score(board, depth.max(2) - 1)) / 2
    }

    /// The score of a position for the side to move `depth` moves ahead, in units.
    pub fn score(&self, board: Board, depth: u32) -> i32 {
        let state = self.evaluator.state(board);
        self.look(board, &state, depth, -INFINITE, INFINITE)
    }

    fn principal(
        &self,
        child: &Child<E::State>,
        depth: u32,
        alpha: i32,
        beta: i32,
        first: bool,
    ) -> i32 {
        let look =
            |alpha: i32, beta: i32| -self.look(child.board, &child.state, depth, -beta, -alpha);
        if first {
            return look(alpha, beta);
        }
        let probe = look(alpha, alpha + 1);
        if probe > alpha && probe < beta {
            look(probe, beta)
        } else {
            probe
        }
    }

    fn look(&self, board: Board, state: &E::State, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        if depth == 0 {
            return self.evaluator.evaluate(state, board);
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            if board.pass().legal_moves().is_empty() {
                return final_score(board) * engine::Score::DISC;
            }
            return -self.look(
                board.pass(),
                &self.evaluator.pass(state),
                depth,
                -beta,
                -alpha,
            );
        }
        let mut best = -INFINITE;
        if depth == 1 {
            for square in moves {
                let flips = board.flips_unchecked(square);
                let state = self.evaluator.play(state, square, flips);
                let score = -self.evaluator.evaluate(&state, board.after(square, flips));
                best = best.max(score);
                if best >= beta {
                    break;
                }
            }
            return best;
        }
        let children = self.children(board, state);
        // States are large: only their places are sorted.
        let mut places: Vec<(i32, u8)> = (0..).zip(&children).map(|(i, c)| (c.order, i)).collect();
        places.sort_unstable();
        for (index, &(_, place)) in places.iter().enumerate() {
            let child = &children[usize::from(place)];
            let score = self.principal(child, depth - 1, alpha, beta, index == 0);
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The moves, in no order.
    fn children(&self, board: Board, state: &E::State) -> Vec<Child<E::State>> {
        let child = |square| {
            let flips = board.flips_unchecked(square);
            let child = board.after(square, flips);
            let state = self.evaluator.play(state, square, flips);
            let order = self.evaluator.evaluate(&state, child);
            Child {
                square,
                board: child,
                state,
                order,
            }
        };
        board.legal_moves().into_iter().map(child).collect()
    }
}
