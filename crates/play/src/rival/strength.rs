//! The strength of a rung: its numbers, and the table of all rungs.

/// How a rival chooses a move on 8×8. The probability of a move is proportional to
/// exp(`human`·ln p + `trust`·score + `greed`·flips), where *p* is the probability that a person of `rating`
/// plays it, *score* is that of a search in discs, and *flips* is the number of discs it turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating of the person it plays like.
    pub rating: i32,
    /// The weight of what a person would play.
    pub human: f64,
    /// The weight of a disc turned now.
    pub greed: f64,
    /// The search depth; 0 is no search.
    pub depth: u32,
    /// The weight of a disc of the search's score.
    pub trust: f64,
}

const fn strength(rating: i32, human: f64, greed: f64, depth: u32, trust: f64) -> Strength {
    Strength {
        rating,
        human,
        greed,
        depth,
        trust,
    }
}

/// The rating of each rung, measured by `reversi-train ladder measure` and rounded to ten points, and its strength.
pub(super) const RUNGS: [(i32, Strength); 20] = [
    (810, strength(1500, 0.015, 0.352, 0, 0.000)),
    (930, strength(1500, 0.183, 0.292, 0, 0.000)),
    (1070, strength(1500, 0.342, 0.235, 0, 0.000)),
    (1190, strength(1500, 0.489, 0.182, 0, 0.000)),
    (1290, strength(1500, 0.626, 0.133, 0, 0.000)),
    (1410, strength(1500, 0.855, 0.053, 0, 0.000)),
    (1520, strength(1577, 0.989, 0.011, 0, 0.000)),
    (1640, strength(1790, 1.074, 0.000, 0, 0.000)),
    (1770, strength(1920, 1.104, 0.000, 1, 0.100)),
    (1880, strength(1980, 1.116, 0.000, 2, 0.130)),
    (1990, strength(2033, 1.127, 0.000, 3, 0.165)),
    (2100, strength(2110, 1.143, 0.000, 3, 0.300)),
    (2230, strength(2135, 1.148, 0.000, 4, 0.347)),
    (2360, strength(2180, 1.156, 0.000, 5, 0.470)),
    (2460, strength(2240, 1.168, 0.000, 5, 1.150)),
    (2580, strength(2300, 1.180, 0.000, 6, 1.700)),
    (2680, strength(2385, 1.197, 0.000, 7, 2.700)),
    (2770, strength(2520, 1.224, 0.000, 8, 5.600)),
    (2910, strength(2650, 1.250, 0.000, 10, 10.000)),
    (3100, strength(2650, 1.250, 0.000, 12, 4.500)),
];
