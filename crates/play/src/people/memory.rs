//! Opening memory: how often people chose to come to a position.

use rules::Board;

/// How often a move was played by people whose games the model learnt from: players below and above the
/// middle of all ratings.
pub type Habit = [u32; 2];

/// With fewer empty squares before a move, nothing is remembered: hardly any position occurs twice.
pub const FEWEST_EMPTIES: u32 = 26;

/// Steps of a stored number in one natural logarithm: counts are right to about a sixteenth.
const STEPS: f32 = 8.0;

/// Counts of positions, by a hash of 32 bits. Positions that are mirror images of each other are one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OpeningMemory {
    /// In increasing order.
    keys: Vec<u32>,
    /// For each key, the logarithms of both counts.
    codes: Vec<[u8; 2]>,
}

impl OpeningMemory {
    /// A memory of these positions; of two with the same hash the first one stays.
    #[must_use]
    pub fn new(counts: impl IntoIterator<Item = (u32, Habit)>) -> OpeningMemory {
        let mut counts: Vec<(u32, Habit)> = counts.into_iter().collect();
        counts.sort_by_key(|&(key, _)| key);
        counts.dedup_by_key(|&mut (key, _)| key);
        OpeningMemory {
            keys: counts.iter().map(|&(key, _)| key).collect(),
            codes: counts.iter().map(|(_, habit)| habit.map(code)).collect(),
        }
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it knows nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How often people came to a position with a move.
    #[must_use]
    pub fn habit(&self, board: Board) -> Habit {
        // One square is taken by the move itself.
        if board.empties() + 1 < FEWEST_EMPTIES {
            return Habit::default();
        }
        match self.keys.binary_search(&key(board)) {
            Ok(at) => self.codes[at].map(count),
            Err(_) => Habit::default(),
        }
    }

    /// The keys and the codes, as they are stored.
    pub(super) fn parts(&self) -> (&[u32], &[[u8; 2]]) {
        (&self.keys, &self.codes)
    }

    /// A memory from its parts; `None` unless the keys increase and there is a code for each.
    pub(super) fn from_parts(keys: Vec<u32>, codes: Vec<[u8; 2]>) -> Option<OpeningMemory> {
        let increasing = keys.windows(2).all(|two| two[0] < two[1]);
        (increasing && keys.len() == codes.len()).then_some(OpeningMemory { keys, codes })
    }
}

/// The hash of a position; the same for its mirror images.
#[must_use]
pub fn key(board: Board) -> u32 {
    let board = board.canonical();
    let mixed =
        (board.own().0 ^ board.opponent().0.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 29 ^ board.opponent().0).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 32) as u32
}

/// The count as it comes back from the memory.
#[must_use]
pub fn rounded(count: u32) -> u32 {
    self::count(code(count))
}

fn code(count: u32) -> u8 {
    (STEPS * (count as f32).ln_1p()).round().min(255.0) as u8
}

fn count(code: u8) -> u32 {
    (f32::from(code) / STEPS).exp_m1().round() as u32
}
