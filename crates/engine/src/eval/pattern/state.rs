//! Pattern state: the indices of all instances, updated incrementally with each move.

use reversi_rules::{Bitboard, Board, Square};

use super::shapes::{INSTANCES, SHAPES};

/// The number of lanes for instances: two vectors of 64 bytes.
const LANES: usize = 64;
const _: () = assert!(INSTANCES.len() == 54, "`Lanes::visit` names each of them");

/// A number for each instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(in crate::eval) struct Lanes([u16; LANES]);

/// For each square, the power of its digit in each instance; 0 where the instance does not contain
/// the square.
static POWERS: [Lanes; 64] = {
    let mut powers = [Lanes([0; LANES]); 64];
    let mut lane = 0;
    while lane < INSTANCES.len() {
        let (squares, count) = INSTANCES[lane].squares();
        let mut digit = 0;
        let mut power = 1;
        while digit < count {
            powers[squares[digit]].0[lane] = power;
            power = power.wrapping_mul(3);
            digit += 1;
        }
        lane += 1;
    }
    powers
};

/// Where each instance's table begins when the tables of all shapes lie one after the other.
pub(super) const OFFSETS: [usize; INSTANCES.len()] = {
    let mut offsets = [0; INSTANCES.len()];
    let mut lane = 0;
    while lane < INSTANCES.len() {
        let mut shape = 0;
        while shape < INSTANCES[lane].shape {
            offsets[lane] += 3usize.pow(SHAPES[shape].squares.len() as u32);
            shape += 1;
        }
        lane += 1;
    }
    offsets
};

/// The size of the tables of all shapes, such that any 16-bit index after any offset is within it: so
/// the compiler omits bounds checks.
pub(in crate::eval) const SPACE: usize = OFFSETS[INSTANCES.len() - 1] + (1 << 16);

/// The index of every instance, seen by the side to move and by the other side.
///
/// An index is written in base 3: 0 for an empty square, 1 for an own disc, 2 for an opponent's.
/// A move to a square turns its digit from 0 into 1 for the mover and 2 for the other side; a
/// turned disc goes from 2 to 1 and from 1 to 2. So a move adds the same row of powers to all
/// instances at once, without a branch, in about 5 ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternState {
    own: Lanes,
    opponent: Lanes,
}

impl PatternState {
    /// The state of a position, computed from scratch.
    pub(in crate::eval) fn new(board: Board) -> PatternState {
        let sum = |once: Bitboard, twice: Bitboard| {
            let mut lanes = [0u16; LANES];
            for square in once {
                add(&mut lanes, square);
            }
            for square in twice {
                add(&mut lanes, square);
                add(&mut lanes, square);
            }
            Lanes(lanes)
        };
        PatternState {
            own: sum(board.own(), board.opponent()),
            opponent: sum(board.opponent(), board.own()),
        }
    }

    /// The state after a move, seen by the other side.
    #[inline]
    pub(in crate::eval) fn play(&self, square: Square, flips: Bitboard) -> PatternState {
        let mut turned = [0u16; LANES];
        for flip in flips {
            add(&mut turned, flip);
        }
        let placed = &POWERS[square.index()].0;
        let mut next = self.pass();
        for lane in 0..LANES {
            let (mover, other) = (&mut next.opponent.0[lane], &mut next.own.0[lane]);
            *mover = mover.wrapping_add(placed[lane]).wrapping_sub(turned[lane]);
            *other = other
                .wrapping_add(placed[lane].wrapping_mul(2))
                .wrapping_add(turned[lane]);
        }
        next
    }

    /// The state after a pass.
    #[inline]
    pub(in crate::eval) fn pass(&self) -> PatternState {
        PatternState {
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// The indices seen by the side to move.
    #[inline]
    pub(in crate::eval) fn own(&self) -> &Lanes {
        &self.own
    }

    /// The indices after a move, seen by the other side, which is then to move: what an evaluation
    /// needs, at less than half the work of [`play`](PatternState::play).
    #[inline]
    pub(in crate::eval) fn own_after(&self, square: Square, flips: Bitboard) -> Lanes {
        let mut lanes = self.opponent.0;
        for flip in flips {
            add(&mut lanes, flip);
        }
        let placed = &POWERS[square.index()].0;
        for lane in 0..LANES {
            lanes[lane] = lanes[lane].wrapping_add(placed[lane].wrapping_mul(2));
        }
        Lanes(lanes)
    }
}

impl Lanes {
    /// The place of the weight of each instance in the tables.
    pub(in crate::eval) fn places(&self) -> [u32; INSTANCES.len()] {
        std::array::from_fn(|lane| OFFSETS[lane] as u32 + u32::from(self.0[lane]))
    }

    /// Calls `visit` with the table value of each instance.
    ///
    /// Unrolled lane by lane, so that the offset of each table is a constant in the instructions.
    #[inline(always)]
    pub(in crate::eval) fn visit<'a, T>(
        &self,
        tables: &'a [T; SPACE],
        mut visit: impl FnMut(&'a T),
    ) {
        macro_rules! visit {
            ($($lane:literal)*) => { $(visit(self.entry::<$lane, T>(tables));)* };
        }
        visit!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30
            31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53);
    }

    /// The table value of one instance.
    #[inline(always)]
    fn entry<'a, const LANE: usize, T>(&self, tables: &'a [T; SPACE]) -> &'a T {
        &tables[const { OFFSETS[LANE] } + usize::from(self.0[LANE])]
    }
}

#[inline]
fn add(lanes: &mut [u16; LANES], square: Square) {
    let powers = &POWERS[square.index()].0;
    for lane in 0..LANES {
        lanes[lane] = lanes[lane].wrapping_add(powers[lane]);
    }
}
