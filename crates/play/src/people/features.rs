//! Features of a position for the human-move model: bit planes, numbers of each move, and numbers of the
//! whole position.
//!
//! They are what a person sees: discs turned, moves left to both sides, corners offered, walls built, odd
//! regions, what is usual in a known opening; and our evaluation of each move, which stands for a person's
//! judgement. Nothing is searched. All numbers are stored in a byte, in units of 1/32.

use engine::{Evaluator, Network, Score};
use rules::{Bitboard, Board, Square};

use super::memory::{Habit, OpeningMemory};
use super::rating::Rating;

/// The bit planes of a position.
pub const PLANES: usize = 8;

/// The numbers of a move.
pub const MOVE_NUMBERS: usize = 20;

/// The numbers of a position.
pub const GLOBALS: usize = 8;

/// The squares diagonally beside a corner.
const X_SQUARES: u64 = 0x0042_0000_0000_4200;

/// The squares beside a corner on the border.
const C_SQUARES: u64 = 0x4281_0000_0000_8142;

/// One unit of a stored number.
pub const UNIT: f32 = 1.0 / 32.0;

/// The features of a position without the rating.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// Sets of squares: own discs, discs of the opponent, legal moves, the opponent's moves if it were its turn,
    /// empty squares of odd regions, X-squares, C-squares, all squares.
    pub planes: [u64; PLANES],
    /// The legal moves with their numbers.
    pub moves: Vec<(Square, [i8; MOVE_NUMBERS])>,
    /// Numbers of the whole position; the first is left for the rating.
    pub globals: [i8; GLOBALS],
}

impl Features {
    /// The features of a position. `evaluation` is called once for each legal move; `memory` knows the usual
    /// moves of openings.
    #[must_use]
    pub fn new(board: Board, network: &Network, memory: &OpeningMemory) -> Features {
        Features::with_habits(board, network, |next| memory.habit(next))
    }

    /// The same with habits from elsewhere: `habit` is given the position after a move. Training leaves
    /// out the game that a position is from.
    pub fn with_habits(
        board: Board,
        network: &Network,
        mut habit: impl FnMut(Board) -> Habit,
    ) -> Features {
        let legal = board.legal_moves();
        let state = network.state(board);
        let candidates: Vec<Candidate> = legal
            .into_iter()
            .map(|square| {
                let flips = board.flips_unchecked(square);
                let next = board.after(square, flips);
                let next_state = network.play(&state, square, flips);
                Candidate {
                    square,
                    flips,
                    next,
                    units: -network.evaluate(&next_state, next),
                    habit: habit(next),
                }
            })
            .collect();
        let regions = Regions::new(board.empty());
        let best = candidates.iter().map(|one| one.units).max().unwrap_or(0);
        let known = [0, 1].map(|half| candidates.iter().map(|one| one.habit[half]).sum::<u32>());
        let shares = [1.0, 4.0].map(|heat| softmax(&candidates, best, heat));
        let moves = candidates.iter().enumerate().map(|(at, candidate)| {
            let rank = candidates
                .iter()
                .filter(|other| other.units > candidate.units)
                .count();
            let relative = Relative {
                loss: best - candidate.units,
                rank,
                shares: [shares[0][at], shares[1][at]],
                known,
                region: regions.of(candidate.square),
            };
            (candidate.square, candidate.numbers(board, &relative))
        });
        let moves: Vec<_> = moves.collect();
        let discs = board.own().len() as f32 - board.opponent().len() as f32;
        let globals = [
            0,
            byte((board.empties() as f32 - 30.0) / 16.0),
            byte(best as f32 / Score::DISC as f32 / 16.0),
            byte(moves.len() as f32 / 8.0),
            byte(discs / 16.0),
            byte(board.pass().legal_moves().len() as f32 / 8.0),
            byte(familiar(known[0])),
            byte(familiar(known[1])),
        ];
        let planes = [
            board.own().0,
            board.opponent().0,
            legal.0,
            board.pass().legal_moves().0,
            regions.odd(),
            X_SQUARES,
            C_SQUARES,
            !0,
        ];
        Features {
            planes,
            moves,
            globals,
        }
    }

    /// The numbers of the position for a player of a rating.
    #[must_use]
    pub fn globals_for(&self, rating: Rating) -> [f32; GLOBALS] {
        let mut globals = self.globals.map(|number| f32::from(number) * UNIT);
        let elo = rating.known().elo();
        globals[0] = (elo as f32 - 2000.0) / 300.0;
        globals
    }
}

/// A legal move and what follows from it at once.
struct Candidate {
    square: Square,
    flips: Bitboard,
    next: Board,
    /// Our evaluation after the move, for the side that moves.
    units: i32,
    habit: Habit,
}

/// A move among the others.
struct Relative {
    /// Units less than the best move.
    loss: i32,
    rank: usize,
    /// Shares of a softmax over all moves, sharp and soft.
    shares: [f32; 2],
    /// The sums of the habits of all moves.
    known: [u32; 2],
    /// The size of the region of empty squares it is in.
    region: u32,
}

impl Candidate {
    fn numbers(&self, board: Board, relative: &Relative) -> [i8; MOVE_NUMBERS] {
        let (theirs, ours) = (self.next.own(), self.next.opponent());
        let discs = |units: i32| units as f32 / Score::DISC as f32;
        let beside_empty = around(self.next.empty().0);
        let replies = self.next.legal_moves();
        let answers = self.next.pass().legal_moves();
        let corners = |moves: Bitboard| (moves & Bitboard::CORNERS).len() as f32;
        let count = |squares: u64| squares.count_ones() as f32;
        let odd = relative.region % 2 == 1;
        let [low, high] = [0, 1].map(|half| usual(self.habit[half], relative.known[half]));
        [
            byte(self.flips.len() as f32 / 6.0),
            byte(discs(relative.loss) / 4.0),
            byte(discs(relative.loss) / 16.0),
            byte(4.0 * relative.shares[0]),
            byte(4.0 * relative.shares[1]),
            byte(discs(self.units) / 12.0),
            byte(replies.len() as f32 / 6.0),
            byte(answers.len() as f32 / 6.0),
            byte(2.0 * corners(replies)),
            byte(2.0 * corners(answers)),
            byte(count(ours.0 & beside_empty) / 6.0),
            byte(count(theirs.0 & beside_empty) / 6.0),
            byte(count(self.flips.0 & beside_empty) / 3.0),
            byte(relative.region as f32 / 8.0),
            byte(if odd { 1.0 } else { 0.0 }),
            byte(relative.rank as f32 / 4.0),
            byte(if replies.is_empty() { 2.0 } else { 0.0 }),
            byte(count(around(Bitboard::from(self.square).0) & board.empty().0) / 4.0),
            byte(low),
            byte(high),
        ]
    }
}

/// The share of a move among the moves people chose here, as a logarithm: 0 if it is never played or the position
/// is unknown, about 4 if it is always played.
fn usual(count: u32, known: u32) -> f32 {
    if known == 0 {
        return 0.0;
    }
    let share = (count as f32 + 0.02) / (known as f32 + 0.2);
    (share.ln() + 3.9).max(0.0)
}

/// How well a position is known, as a logarithm.
fn familiar(known: u32) -> f32 {
    (known as f32).ln_1p() / 3.0
}

fn softmax(candidates: &[Candidate], best: i32, heat: f32) -> Vec<f32> {
    let share = |one: &Candidate| ((one.units - best) as f32 / Score::DISC as f32 / heat).exp();
    let shares: Vec<f32> = candidates.iter().map(share).collect();
    let sum: f32 = shares.iter().sum();
    shares.iter().map(|share| share / sum).collect()
}

fn byte(number: f32) -> i8 {
    (number / UNIT).round().clamp(-127.0, 127.0) as i8
}

/// The squares beside those of a set, in all eight directions.
fn around(squares: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let wide = squares | (squares << 1 & NOT_A) | (squares >> 1 & NOT_H);
    (wide | wide << 8 | wide >> 8) & !squares
}

/// Regions of empty squares that touch each other, in all eight directions.
struct Regions {
    regions: Vec<u64>,
}

impl Regions {
    fn new(empty: Bitboard) -> Regions {
        let (mut left, mut regions) = (empty.0, Vec::new());
        while left != 0 {
            let mut region = left & left.wrapping_neg();
            loop {
                let grown = region | (around(region) & left);
                if grown == region {
                    break;
                }
                region = grown;
            }
            regions.push(region);
            left &= !region;
        }
        Regions { regions }
    }

    /// The size of the region of a square.
    fn of(&self, square: Square) -> u32 {
        let region = self
            .regions
            .iter()
            .find(|region| **region & Bitboard::from(square).0 != 0);
        region.map_or(0, |region| region.count_ones())
    }

    /// The squares of regions with an odd number of squares.
    fn odd(&self) -> u64 {
        let odd = self
            .regions
            .iter()
            .filter(|region| region.count_ones() % 2 == 1);
        odd.fold(0, |all, region| all | region)
    }
}
