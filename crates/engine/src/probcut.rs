//! Multi-probcut: selectivity levels and the error model between shallow and deep searches.
//!
//! The score of a deep search differs from that of a shallow one by an error that is close to normal,
//! with a standard deviation that depends on both depths and on the number of empty squares. If the
//! shallow score is outside of the window by enough standard deviations, the deep search is skipped.

use std::sync::LazyLock;

/// A selectivity level, from 0, the most selective, to [`Selectivity::EXACT`], which cuts nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Selectivity(pub(crate) u8);

/// The margin of each level in standard deviations, and the probability in percent that a normal error
/// is within it.
const LEVELS: [(f32, u8); 5] = [(1.1, 73), (1.5, 87), (2.0, 95), (2.5, 98), (3.0, 99)];

impl Selectivity {
    /// The most selective level.
    pub(crate) const LOWEST: Selectivity = Selectivity(0);
    /// No multi-probcut.
    pub(crate) const EXACT: Selectivity = Selectivity(LEVELS.len() as u8);

    /// The margin in standard deviations; `None` without multi-probcut.
    pub(crate) fn deviations(self) -> Option<f32> {
        LEVELS.get(usize::from(self.0)).map(|level| level.0)
    }

    /// The probability in percent that one cutoff is right.
    pub(crate) fn percent(self) -> u8 {
        LEVELS.get(usize::from(self.0)).map_or(100, |level| level.1)
    }
}

/// The depth of the shallow search for a search of `depth`; both have the same parity.
pub(crate) fn probe_depth(depth: u32, to_the_end: bool) -> u32 {
    let wanted = if to_the_end { depth / 4 } else { depth / 2 - 1 };
    2 * (wanted / 2) + depth % 2
}

/// The standard deviation of the difference between searches of two depths: the exponential of a
/// weighted sum of `[1, x, x², ln(shallow + 1), ln(deep + 1)]`, with `x` the empty squares divided by 60.
struct Formula {
    by_empties: [f32; 64],
    by_shallow: [f32; 64],
    by_deep: [f32; 64],
}

/// Weights of the midgame, fitted by `reversi-train probcut` on 800 positions with the network of
/// generation 8.
const MIDDLE: [f64; 5] = [1.0074, -0.4104, -1.2844, -0.3534, 0.4544];
/// Weights of searches to the end of the game, fitted on 1,000 positions with the pattern weights of
/// generation 3. With weights close to generation 9, on some 50 positions each with 14, 16 and 18 empty
/// squares and 21 with 20, they were within half a disc where they are used.
const TO_THE_END: [f64; 5] = [2.3567, -0.7544, 0.0, -0.3682, 0.0];

static FORMULAS: LazyLock<[Formula; 2]> =
    LazyLock::new(|| [Formula::new(MIDDLE), Formula::new(TO_THE_END)]);

impl Formula {
    fn new([constant, linear, square, shallow, deep]: [f64; 5]) -> Formula {
        let part = |power: f64, number: usize| ((number as f64 + 1.0).ln() * power).exp() as f32;
        Formula {
            by_empties: std::array::from_fn(|empties| {
                let x = empties as f64 / 60.0;
                (constant + linear * x + square * x * x).exp() as f32
            }),
            by_shallow: std::array::from_fn(|depth| part(shallow, depth)),
            by_deep: std::array::from_fn(|depth| part(deep, depth)),
        }
    }
}

/// The standard deviation of the difference between searches of two depths, in units, for a position
/// with `empties` empty squares.
pub(crate) fn deviation(empties: u32, shallow: u32, deep: u32) -> f32 {
    let formula = &FORMULAS[usize::from(deep == empties)];
    let at = |depth: u32| depth as usize & 63;
    128.0
        * formula.by_empties[at(empties)]
        * formula.by_shallow[at(shallow)]
        * formula.by_deep[at(deep)]
}
