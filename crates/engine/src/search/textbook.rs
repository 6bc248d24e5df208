//! Textbook search: minimax and alpha-beta on a board of any size.
//!
//! Both return the same at equal depth: the value of the position, and every move that reaches it. A
//! pass costs no depth. Iterative deepening goes on until the depth of the level is done or the node
//! budget is spent; then the last finished depth counts. So every level answers in bounded time, and
//! always the same.

use rules::{Point, PointSet, Position, Size, SquareSet};

use crate::eval::{Evaluation, Region};
use crate::level::Level;

/// How to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Look at everything.
    Minimax,
    /// Skip what cannot change the answer.
    #[default]
    AlphaBeta,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The moves that reach the best value.
    pub best: PointSet,
    /// That value, for the side to move.
    pub value: i32,
    /// How many moves ahead the search looked.
    pub depth: u32,
    /// How many positions it visited.
    pub nodes: u64,
}

/// Positions one search may visit on an 8×8 board: two or three seconds.
const BUDGET: u64 = 100_000_000;

/// The same on other boards, where a position takes ten times as long.
const WIDE_BUDGET: u64 = 8_000_000;

/// Larger than every value, and safe to negate.
const INFINITY: i32 = i32::MAX - 1;

/// A search with an evaluation.
pub struct Textbook<'a, P: Position> {
    evaluation: &'a Evaluation<P>,
    method: Method,
    /// Moves are tried region by region: corners first, squares beside corners last.
    ordering: Vec<P::Squares>,
    nodes: u64,
    budget: u64,
}

/// The budget is spent.
struct Spent;

/// What is to be done at a position.
enum Node<P: Position> {
    /// Nothing: it has this value for its side to move.
    Leaf(i32),
    /// Go on with the other side to move.
    Pass(P),
    /// Choose among these.
    Moves(P::Squares),
}

impl<'a, P: Position> Textbook<'a, P> {
    /// A search of positions of the same size as `position`.
    #[must_use]
    pub fn new(evaluation: &'a Evaluation<P>, method: Method, position: &P) -> Textbook<'a, P> {
        let size = position.size();
        let regions = Region::ALL.into_iter();
        Textbook {
            evaluation,
            method,
            ordering: regions.map(|region| region.squares::<P>(size)).collect(),
            nodes: 0,
            budget: if size == Size::EIGHT {
                BUDGET
            } else {
                WIDE_BUDGET
            },
        }
    }

    /// The best moves when looking `level` moves ahead, or as far as the budget and the end of
    /// the game allow; `None` when the side to move has no legal move.
    #[must_use]
    pub fn choose(mut self, position: &P, level: Level) -> Option<Choice> {
        if position.legal_moves().is_empty() {
            return None;
        }
        let deepest = level.moves().min(position.empties());
        // One move ahead always fits: there are fewer moves than the smallest budget.
        let mut choice = self.root(position, 1).ok()?;
        for depth in 2..=deepest {
            match self.root(position, depth) {
                Ok(deeper) => choice = deeper,
                Err(Spent) => break,
            }
        }
        choice.nodes = self.nodes;
        Some(choice)
    }

    fn root(&mut self, position: &P, depth: u32) -> Result<Choice, Spent> {
        let mut value = -INFINITY;
        let mut best = PointSet::EMPTY;
        for square in self.ordered(position) {
            let next = position.play_unchecked(square);
            // A window one below the best value tells an equal move from a worse one.
            let found = match self.method {
                Method::Minimax => -self.minimax(&next, depth - 1)?,
                Method::AlphaBeta => {
                    let alpha = (value - 1).max(-INFINITY);
                    -self.alpha_beta(&next, depth - 1, -INFINITY, -alpha)?
                }
            };
            if found > value {
                value = found;
                best = PointSet::EMPTY;
            }
            if found == value {
                let point: Point = square.into();
                best.insert(point);
            }
        }
        Ok(Choice {
            best,
            value,
            depth,
            nodes: self.nodes,
        })
    }

    /// The value of a position for its side to move.
    fn minimax(&mut self, position: &P, depth: u32) -> Result<i32, Spent> {
        let moves = match self.look(position, depth)? {
            Node::Leaf(value) => return Ok(value),
            Node::Pass(passed) => return Ok(-self.minimax(&passed, depth)?),
            Node::Moves(moves) => moves,
        };
        let mut best = -INFINITY;
        for square in moves {
            best = best.max(-self.minimax(&position.play_unchecked(square), depth - 1)?);
        }
        Ok(best)
    }

    /// The value of a position for its side to move if it lies between `alpha` and `beta`;
    /// otherwise a bound on the same side of them.
    fn alpha_beta(
        &mut self,
        position: &P,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Spent> {
        // Step 1. At a leaf, judge; without a move, pass.
        let moves = match self.look(position, depth)? {
            Node::Leaf(value) => return Ok(value),
            Node::Pass(passed) => return Ok(-self.alpha_beta(&passed, depth, -beta, -alpha)?),
            Node::Moves(moves) => moves,
        };

        // Step 2. Try the moves, likely good ones first, until one is too good to be allowed.
        let mut best = -INFINITY;
        for region in 0..self.ordering.len() {
            for square in moves & self.ordering[region] {
                let next = position.play_unchecked(square);
                best = best.max(-self.alpha_beta(&next, depth - 1, -beta, -alpha)?);
                if best >= beta {
                    return Ok(best);
                }
                alpha = alpha.max(best);
            }
        }
        Ok(best)
    }

    /// Counts a position and says what is to be done there.
    #[inline]
    fn look(&mut self, position: &P, depth: u32) -> Result<Node<P>, Spent> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(Spent);
        }
        if depth == 0 {
            return Ok(Node::Leaf(self.evaluation.value(position)));
        }
        let moves = position.legal_moves();
        if !moves.is_empty() {
            return Ok(Node::Moves(moves));
        }
        let passed = position.pass();
        if passed.legal_moves().is_empty() {
            return Ok(Node::Leaf(self.evaluation.final_value(position)));
        }
        Ok(Node::Pass(passed))
    }

    fn ordered(&self, position: &P) -> Vec<P::Square> {
        let moves = position.legal_moves();
        let regions = self.ordering.iter();
        regions.flat_map(|region| moves & *region).collect()
    }
}
