//! Pattern shapes: the sets of squares that are evaluated together.
//!
//! A shape is drawn once, in the corner at a1 or along row 1; its instances are its images under
//! the eight symmetries of the board. Each instance lists its squares in the order of the drawing,
//! so the same discs give the same index in all of them and they share one table of weights.

use reversi_rules::Square;

/// A set of squares that is evaluated together.
pub(super) struct Shape {
    /// Its name in the documentation.
    pub name: &'static str,
    /// Its squares, lowest digit first.
    pub squares: &'static [Square],
}

macro_rules! shapes {
    ($($name:literal: $($square:ident)+;)+) => {
        /// All shapes, largest first.
        pub(super) const SHAPES: &[Shape] = &[
            $(Shape { name: $name, squares: &[$(Square::$square),+] }),+
        ];
    };
}

shapes! {
    "edge and X": A1 B1 C1 D1 E1 F1 G1 H1 B2 G2;
    "angle": E1 D1 C1 B1 A1 A2 A3 A4 A5 B2;
    "edge block": A1 C1 D1 E1 F1 H1 C2 D2 E2 F2;
    "corner block": A1 B1 C1 D1 E1 A2 B2 C2 D2 E2;
    "corner": A1 B1 C1 A2 B2 C2 A3 B3 C3;
    "row 2": A2 B2 C2 D2 E2 F2 G2 H2;
    "row 3": A3 B3 C3 D3 E3 F3 G3 H3;
    "row 4": A4 B4 C4 D4 E4 F4 G4 H4;
    "diagonal of 8": A1 B2 C3 D4 E5 F6 G7 H8;
    "diagonal of 7": A2 B3 C4 D5 E6 F7 G8;
    "diagonal of 6": A3 B4 C5 D6 E7 F8;
    "diagonal of 5": A4 B5 C6 D7 E8;
    "diagonal of 4": A5 B6 C7 D8;
}

/// The largest number of squares in a shape.
pub(super) const MOST_SQUARES: usize = 10;

/// An instance: a shape in one place of the board.
#[derive(Clone, Copy)]
pub(super) struct Instance {
    /// Which of [`SHAPES`].
    pub shape: usize,
    /// The symmetry that brought the drawing here.
    symmetry: usize,
}

impl Instance {
    /// The indices of its squares in the order of the drawing.
    pub const fn squares(self) -> ([usize; MOST_SQUARES], usize) {
        let drawn = SHAPES[self.shape].squares;
        let mut squares = [0; MOST_SQUARES];
        let mut digit = 0;
        while digit < drawn.len() {
            squares[digit] = turned(drawn[digit].index(), self.symmetry);
            digit += 1;
        }
        (squares, drawn.len())
    }

    /// Its squares as a set.
    const fn set(self) -> u64 {
        let (squares, count) = self.squares();
        let mut set = 0;
        let mut digit = 0;
        while digit < count {
            set |= 1 << squares[digit];
            digit += 1;
        }
        set
    }

    /// Whether an earlier symmetry brings the drawing to the same squares.
    const fn is_repeated(self) -> bool {
        let mut symmetry = 0;
        while symmetry < self.symmetry {
            let earlier = Instance {
                shape: self.shape,
                symmetry,
            };
            if earlier.set() == self.set() {
                return true;
            }
            symmetry += 1;
        }
        false
    }
}

/// A square's index after one of the eight symmetries.
const fn turned(square: usize, symmetry: usize) -> usize {
    let (mut column, mut row) = (square % 8, square / 8);
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    8 * row + column
}

/// All instances of all shapes, shape by shape.
pub(super) const INSTANCES: [Instance; count_instances()] = {
    let mut instances = [Instance {
        shape: 0,
        symmetry: 0,
    }; count_instances()];
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < 8 {
            let instance = Instance { shape, symmetry };
            if !instance.is_repeated() {
                instances[count] = instance;
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    instances
};

const fn count_instances() -> usize {
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        let mut symmetry = 0;
        while symmetry < 8 {
            if !(Instance { shape, symmetry }).is_repeated() {
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    count
}

/// For a shape, the ways in which its own symmetries reorder its digits: `order[k]` is the digit
/// that digit `k` becomes. The identity is among them.
pub(super) fn reorderings(shape: usize) -> Vec<Vec<usize>> {
    let drawn = Instance { shape, symmetry: 0 };
    let (squares, count) = drawn.squares();
    let squares = &squares[..count];
    (0..8)
        .filter(|&symmetry| Instance { shape, symmetry }.set() == drawn.set())
        .map(|symmetry| {
            let digit = |&square: &usize| {
                let there = turned(square, symmetry);
                squares.iter().position(|&other| other == there)
            };
            squares.iter().filter_map(digit).collect()
        })
        .collect()
}
