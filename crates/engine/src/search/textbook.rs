//! Textbook search: minimax and alpha-beta on a board of any size.
//!
//! Both return the same at equal depth: the value of the position, and every move that reaches it. A
//! pass costs no depth. Iterative deepening continues until the depth of the level is done or the
//! node budget is spent; then the last finished depth counts. So every level answers in bounded time,
//! and always the same.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use reversi_rules::{Point, PointSet, Position, Size, SquareSet};

use crate::eval::{Evaluation, Region};
use crate::level::Level;

/// The search method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Search everything.
    Minimax,
    /// Skip branches that cannot change the result.
    #[default]
    AlphaBeta,
}

/// The result of a textbook search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The moves that reach the best value.
    pub best: PointSet,
    /// That value, for the side to move.
    pub value: i32,
    /// The depth of the last finished search.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
}

/// The node budget of a search on an 8×8 board: two or three seconds.
const BUDGET: u64 = 100_000_000;

/// The same on other boards, where a node takes ten times as long.
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
    interrupt: Option<Interrupt<'a>>,
}

/// What may end a search early, besides its node budget. The first depth is always finished.
#[derive(Clone, Copy)]
pub(crate) struct Interrupt<'a> {
    /// Set by the caller to stop the search.
    pub(crate) stop: &'a AtomicBool,
    /// The time at which the search ends.
    pub(crate) deadline: Option<Instant>,
    /// The number of nodes after which it ends.
    pub(crate) nodes: u64,
}

impl Interrupt<'_> {
    fn is_due(&self) -> bool {
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        self.stop.load(Relaxed) || late()
    }
}

/// Nodes between two looks at the clock: a fraction of a millisecond.
const INTERRUPT_INTERVAL: u64 = 256;

/// The budget is spent, or the search was interrupted.
struct Spent;

/// What a node is.
enum Node<P: Position> {
    /// A leaf, with its value for the side to move.
    Leaf(i32),
    /// A pass, with the position after it.
    Pass(P),
    /// The legal moves.
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
            interrupt: None,
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
    pub fn choose(self, position: &P, level: Level) -> Option<Choice> {
        self.iterate(position, level.moves(), None, |_| true)
    }

    /// The same, to a depth and with what may end it early. `goes_on` is called after each depth and
    /// tells whether to search the next one.
    pub(crate) fn deepen(
        self,
        position: &P,
        depth: u32,
        interrupt: Interrupt<'a>,
        goes_on: impl FnMut(&Choice) -> bool,
    ) -> Option<Choice> {
        self.iterate(position, depth, Some(interrupt), goes_on)
    }

    fn iterate(
        mut self,
        position: &P,
        depth: u32,
        interrupt: Option<Interrupt<'a>>,
        mut goes_on: impl FnMut(&Choice) -> bool,
    ) -> Option<Choice> {
        if position.legal_moves().is_empty() {
            return None;
        }
        // Depth 1 always fits: there are fewer moves than the smallest budget.
        let mut choice = self.root(position, 1).ok()?;
        self.interrupt = interrupt;
        self.budget = interrupt.map_or(self.budget, |limits| limits.nodes.min(self.budget));
        for depth in 2..=depth.min(position.empties()) {
            let is_due = interrupt.is_some_and(|interrupt| interrupt.is_due());
            if !goes_on(&choice) || is_due {
                break;
            }
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
            // A window that begins one below the best value tells equal moves from worse ones.
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
        // Step 1. Leaf evaluation; pass.
        let moves = match self.look(position, depth)? {
            Node::Leaf(value) => return Ok(value),
            Node::Pass(passed) => return Ok(-self.alpha_beta(&passed, depth, -beta, -alpha)?),
            Node::Moves(moves) => moves,
        };

        // Step 2. Move loop: good regions first, until a beta cutoff.
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

    /// Counts a node and finds out what it is.
    #[inline]
    fn look(&mut self, position: &P, depth: u32) -> Result<Node<P>, Spent> {
        self.nodes += 1;
        if self.nodes > self.budget {
            return Err(Spent);
        }
        if self.nodes.is_multiple_of(INTERRUPT_INTERVAL)
            && self.interrupt.is_some_and(|interrupt| interrupt.is_due())
        {
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
