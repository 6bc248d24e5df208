//! The exact end of a game. Small and enough for the ends of training games.

use rules::{Board, Square};

/// Under this many empty squares nothing is remembered: looking up costs more than it saves.
const REMEMBERED_FROM: u32 = 6;
/// Under this many empty squares moves are not sorted by the replies they leave.
const SORTED_FROM: u32 = 5;
/// Entries of the table; a power of two.
const ENTRIES: usize = 1 << 14;

/// What is known of a position: its score lies in `lower..=upper`.
#[derive(Clone, Copy)]
struct Known {
    board: Board,
    lower: i8,
    upper: i8,
    best: Option<Square>,
}

/// Solves the ends of games exactly, remembering what it has seen.
#[derive(Clone)]
pub struct Solver {
    table: Vec<Option<Known>>,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver that has seen nothing.
    pub fn new() -> Solver {
        Solver {
            table: vec![None; ENTRIES],
        }
    }

    /// A best move and its score; `None` when the side to move has none. With a `guess` that is
    /// right, as after an earlier answer in the same game, this is much faster.
    pub fn best(&mut self, board: Board, guess: Option<i32>) -> Option<(Square, i32)> {
        if let Some(guess) = guess {
            let found = self.best_within(board, guess - 1, guess + 1)?;
            if found.1 == guess {
                return Some(found);
            }
        }
        self.best_within(board, -64, 64)
    }

    fn best_within(&mut self, board: Board, mut alpha: i32, beta: i32) -> Option<(Square, i32)> {
        let mut best: Option<(Square, i32)> = None;
        for (square, child) in sorted(board, self.remembered(board).and_then(|known| known.best)) {
            let score = match best {
                None => -self.solve(child, -beta, -alpha),
                Some(_) => {
                    let probe = -self.solve(child, -alpha - 1, -alpha);
                    if probe > alpha && probe < beta {
                        -self.solve(child, -beta, -probe)
                    } else {
                        probe
                    }
                }
            };
            if best.is_none_or(|(_, high)| score > high) {
                best = Some((square, score));
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    /// The score of a position for the side to move, empty squares to the winner; outside
    /// `alpha..beta` a bound on it.
    pub fn solve(&mut self, board: Board, mut alpha: i32, mut beta: i32) -> i32 {
        let empties = board.empties();
        if empties < SORTED_FROM {
            return shallow(board, alpha, beta);
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return match board.pass().legal_moves().is_empty() {
                true => final_score(board),
                false => -self.solve(board.pass(), -beta, -alpha),
            };
        }
        let (first_alpha, first_beta) = (alpha, beta);
        let mut hint = None;
        if empties >= REMEMBERED_FROM
            && let Some(known) = self.remembered(board)
        {
            let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
            hint = known.best;
        }
        let mut best = -65;
        let mut best_square = None;
        for (square, child) in sorted(board, hint) {
            let score = if best_square.is_none() {
                -self.solve(child, -beta, -alpha)
            } else {
                let probe = -self.solve(child, -alpha - 1, -alpha);
                if probe > alpha && probe < beta {
                    -self.solve(child, -beta, -probe)
                } else {
                    probe
                }
            };
            if score > best {
                best = score;
                best_square = Some(square);
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        if empties >= REMEMBERED_FROM {
            self.table[slot(board)] = Some(Known {
                board,
                lower: if best > first_alpha { best as i8 } else { -64 },
                upper: if best < first_beta { best as i8 } else { 64 },
                best: best_square,
            });
        }
        best
    }

    fn remembered(&self, board: Board) -> Option<Known> {
        self.table[slot(board)].filter(|known| known.board == board)
    }
}

fn slot(board: Board) -> usize {
    let mixed = board.own().0.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ board
            .opponent()
            .0
            .wrapping_mul(0xd6e8_feb8_6659_fd93)
            .rotate_left(31);
    (mixed.wrapping_mul(0xff51_afd7_ed55_8ccd) >> 40) as usize % ENTRIES
}

/// The moves, those that leave the opponent the fewest replies first; a corner counts as one
/// reply less, and what was best before goes first.
fn sorted(board: Board, hint: Option<Square>) -> impl Iterator<Item = (Square, Board)> {
    let mut moves = [(0u32, Square::A1, board); 34];
    let mut count = 0;
    for square in board.legal_moves() {
        let child = board.play_unchecked(square);
        let replies = child.legal_moves();
        let corners = (replies & rules::Bitboard::CORNERS).len();
        let cost = if Some(square) == hint {
            0
        } else {
            1 + replies.len() + corners
        };
        let mut place = count;
        while place > 0 && moves[place - 1].0 > cost {
            moves[place] = moves[place - 1];
            place -= 1;
        }
        moves[place] = (cost, square, child);
        count += 1;
    }
    moves
        .into_iter()
        .take(count)
        .map(|(_, square, child)| (square, child))
}

/// The last few empty squares: every move in turn.
fn shallow(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let mut best = -65;
    for square in board.empty() {
        let flips = board.flips_unchecked(square);
        if flips.is_empty() {
            continue;
        }
        let score = -shallow(board.after(square, flips), -beta, -alpha);
        if score > best {
            best = score;
            alpha = alpha.max(score);
            if alpha >= beta {
                return best;
            }
        }
    }
    if best > -65 {
        best
    } else if board.pass().legal_moves().is_empty() {
        final_score(board)
    } else {
        -shallow(board.pass(), -beta, -alpha)
    }
}

/// The score of a position where nobody can move: empty squares to the winner.
pub fn final_score(board: Board) -> i32 {
    let difference = board.own().len() as i32 - board.opponent().len() as i32;
    difference + difference.signum() * board.empties() as i32
}
