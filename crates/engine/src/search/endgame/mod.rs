//! Endgame solver: exact null window search of the last dozen empty squares, in discs.
//!
//! Three searches by the number of empty squares, each with less overhead per node than the one
//! before: `with_table` uses fastest-first move ordering and a local transposition table;
//! `by_parity` searches odd quadrants and corners first, with a smaller table; [`last_moves`] has a function for each of the last
//! four squares.

mod last_moves;
mod local_table;
mod move_picker;
mod ordering;

use reversi_rules::{Bitboard, Board};

use super::node::Best;
use crate::geometry::{Geometry, QUADRANT_OF, odd_quadrants};
use crate::stability::best_possible;
pub(crate) use last_moves::final_score;
use local_table::LocalTable;
use move_picker::{Child, MOST_MOVES, MovePicker};
use ordering::ordering_score;

/// The least number of empty squares for move ordering and the local transposition table.
const TABLE_MIN_EMPTIES: u32 = 7;

/// The local transposition table has 2 to this power entries, 768 KB, within the second-level cache of
/// a recent processor. On FFO #40–51, half as many took 1.1 % more positions and twice as many 1.0 %
/// fewer, but in 42 s instead of 34 (measured once, on a busy machine).
const TABLE_BITS: u32 = 15;
/// The same for 5 and 6 empty squares: 192 KB.
const SMALL_TABLE_BITS: u32 = 13;

/// The least number of empty squares for the enhanced transposition cutoff (ETC). Measured on FFO
/// #40–51: 5 % fewer nodes; from 10 on, 3 %.
const ETC_MIN_EMPTIES: u32 = 8;

/// The largest number of empty squares for this solver.
pub(crate) const MAX_EMPTIES: u32 = 12;

/// The endgame solver of one thread. Its tables stay valid between calls.
pub(crate) struct Endgame<G> {
    table: LocalTable<TABLE_BITS>,
    small_table: LocalTable<SMALL_TABLE_BITS>,
    /// The children of the node of each number of empty squares on the path that is searched.
    children: [[Child; MOST_MOVES]; MAX_EMPTIES as usize + 1],
    /// Nodes visited so far.
    pub(crate) nodes: u64,
    geometry: std::marker::PhantomData<G>,
}

/// A node of the solver: a position, and what its parent already found out about it.
#[derive(Clone, Copy)]
struct EndNode {
    board: Board,
    /// The legal moves.
    moves: u64,
    /// The squares of quadrants with an odd number of empty squares.
    odd: u64,
    empties: u32,
}

impl EndNode {
    #[inline]
    fn pass<G: Geometry>(self) -> EndNode {
        let board = self.board.pass();
        EndNode {
            board,
            moves: board.legal_moves().0 & G::SQUARES,
            ..self
        }
    }
}

impl<G: Geometry> Endgame<G> {
    pub(crate) fn new() -> Endgame<G> {
        Endgame {
            table: LocalTable::new(),
            small_table: LocalTable::new(),
            children: [[Child::NONE; MOST_MOVES]; MAX_EMPTIES as usize + 1],
            nodes: 0,
            geometry: std::marker::PhantomData,
        }
    }

    /// Null window search: a lower bound if the score is above `alpha` discs, else an upper bound.
    pub(crate) fn solve(&mut self, board: Board, alpha: i32) -> i32 {
        let empty = board.empty().0 & G::SQUARES;
        let empties = empty.count_ones();
        let node = || EndNode {
            board,
            moves: board.legal_moves().0 & G::SQUARES,
            odd: odd_quadrants(empty),
            empties,
        };
        match empties {
            0..=3 => last_moves::few::<G>(board, alpha, &mut self.nodes),
            4 => last_moves::four::<G>(board, odd_quadrants(empty), alpha, &mut self.nodes),
            empties if empties < TABLE_MIN_EMPTIES => self.by_parity(node(), alpha),
            _ => self.with_table(node(), alpha),
        }
    }

    /// Five and six empty squares: odd quadrants first, corners first in each, and a small table.
    fn by_parity(&mut self, node: EndNode, alpha: i32) -> i32 {
        let EndNode {
            board,
            moves,
            odd,
            empties,
        } = node;
        self.nodes += 1;
        // Step 1. Stability cutoff, while the processor loads the entry.
        let slot = LocalTable::<SMALL_TABLE_BITS>::slot(board);
        self.small_table.prefetch(slot);
        if let Some(bound) = stability_cut::<G>(board, empties, alpha) {
            return bound;
        }
        // Step 2. A pass, or the end of the game.
        if moves == 0 {
            let passed = node.pass::<G>();
            if passed.moves == 0 {
                return final_score::<G>(board);
            }
            return -self.by_parity(passed, -alpha - 1);
        }
        // Step 3. Transposition table lookup.
        if let Some(bound) = self.small_table.cutoff(slot, board, alpha) {
            return bound;
        }
        // Step 4. Search of the moves.
        let mut best = Best::NONE;
        let sets = [
            moves & odd & G::CORNERS,
            moves & odd & !G::CORNERS,
            moves & !odd & G::CORNERS,
            moves & !odd & !G::CORNERS,
        ];
        'moves: for set in sets {
            for square in Bitboard(set) {
                let next = board.play_unchecked(square);
                let odd = odd ^ QUADRANT_OF[square.index()];
                let score = if empties == 5 {
                    -last_moves::four::<G>(next, odd, -alpha - 1, &mut self.nodes)
                } else {
                    let next = EndNode {
                        board: next,
                        moves: next.legal_moves().0 & G::SQUARES,
                        odd,
                        empties: empties - 1,
                    };
                    -self.by_parity(next, -alpha - 1)
                };
                best.improve(Best {
                    score,
                    square: Some(square),
                });
                if score > alpha {
                    break 'moves;
                }
            }
        }
        // Step 5. Transposition table store.
        self.small_table
            .put(slot, board, alpha, best.score, best.square);
        best.score
    }

    /// Seven empty squares and more: move ordering and local transposition table.
    fn with_table(&mut self, node: EndNode, alpha: i32) -> i32 {
        let EndNode {
            board,
            moves,
            odd,
            empties,
        } = node;
        self.nodes += 1;
        // Step 1. Stability cutoff.
        if let Some(bound) = stability_cut::<G>(board, empties, alpha) {
            return bound;
        }
        // Step 2. Transposition table lookup.
        let slot = LocalTable::<TABLE_BITS>::slot(board);
        if let Some(bound) = self.table.cutoff(slot, board, alpha) {
            return bound;
        }
        // Step 3. A pass, or the end of the game.
        if moves == 0 {
            let passed = node.pass::<G>();
            if passed.moves == 0 {
                return final_score::<G>(board);
            }
            return -self.with_table(passed, -alpha - 1);
        }
        // Step 4. The move of the table first.
        let mut best = Best::NONE;
        let mut rest = moves;
        if let Some(square) = self.table.best(slot, board)
            && moves >> square.index() & 1 != 0
        {
            let next = board.play_unchecked(square);
            let child = Child {
                board: next,
                replies: next.legal_moves().0 & G::SQUARES,
                square,
            };
            best.improve(self.after(child, odd, empties, alpha));
            rest ^= 1 << square.index();
        }
        // Step 5. Enhanced transposition cutoff (ETC), then the other moves in search order.
        if best.score <= alpha {
            let ply = empties as usize % (MAX_EMPTIES as usize + 1);
            let mut count = 0;
            for square in Bitboard(rest) {
                let next = board.play_unchecked(square);
                if empties >= ETC_MIN_EMPTIES {
                    self.table.prefetch(LocalTable::<TABLE_BITS>::slot(next));
                }
                let child = &mut self.children[ply][count % MOST_MOVES];
                child.board = next;
                child.square = square;
                count += 1;
            }
            let count = count.min(MOST_MOVES);
            let mut picker = MovePicker::new();
            for (place, child) in self.children[ply][..count].iter_mut().enumerate() {
                child.replies = child.board.legal_moves().0 & G::SQUARES;
                picker.add(ordering_score::<G>(child, odd), place);
            }
            if empties >= ETC_MIN_EMPTIES {
                for child in &self.children[ply][..count] {
                    if let Some(bound) = self.table.lower_bound_before(child.board)
                        && bound > alpha
                    {
                        return bound;
                    }
                }
            }
            for place in picker {
                let child = self.children[ply][place];
                best.improve(self.after(child, odd, empties, alpha));
                if best.score > alpha {
                    break;
                }
            }
        }
        // Step 6. Transposition table store.
        self.table.put(slot, board, alpha, best.score, best.square);
        best.score
    }

    /// The score of a move.
    #[inline]
    fn after(&mut self, child: Child, odd: u64, empties: u32, alpha: i32) -> Best {
        let next = EndNode {
            board: child.board,
            moves: child.replies,
            odd: odd ^ QUADRANT_OF[child.square.index()],
            empties: empties - 1,
        };
        let score = if child.board.own().is_empty() {
            // A wipe-out: no result is better.
            G::AREA
        } else if next.empties < TABLE_MIN_EMPTIES {
            -self.by_parity(next, -alpha - 1)
        } else {
            -self.with_table(next, -alpha - 1)
        };
        Best {
            score,
            square: Some(child.square),
        }
    }
}

/// Stability cutoff: the upper bound by the opponent's stable discs, if it is at most `alpha`. It is
/// computed only for `alpha` above a threshold that rises with the empty squares. With a threshold 12
/// discs higher FFO #49 took a quarter more nodes; 4 higher, positions with 12 empty squares took
/// 4 % more nodes and 2 % more instructions; 2 lower, 1 % fewer nodes and as many instructions.
#[inline]
fn stability_cut<G: Geometry>(board: Board, empties: u32, alpha: i32) -> Option<i32> {
    let threshold = 2 * empties as i32 - 6;
    if alpha < threshold {
        return None;
    }
    best_possible::<G>(board, alpha)
}
