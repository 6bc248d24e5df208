//! Weight sharing: configurations of a shape that are equal by symmetry have the same weight.
//!
//! An edge read from the other end is the same edge. Configurations that a shape's own symmetries
//! turn into each other form a class; weights are trained and stored by class.

use std::sync::LazyLock;

use super::shapes::{SHAPES, reorderings};

/// The weights of the constant terms: one for each number of empty squares.
pub(super) const CONSTANTS: usize = 61;

/// The classes of all shapes, numbered through, with the constant terms at the end.
pub(in crate::eval) struct Classes {
    /// The class of each configuration, shape after shape.
    pub of: Vec<u32>,
    /// The class of the constant term for no empty squares; the others follow.
    pub constant: u32,
    /// The number of classes.
    pub count: usize,
    /// Changes when the shapes do.
    pub checksum: u32,
}

/// The classes of the shapes of this program.
pub(in crate::eval) static CLASSES: LazyLock<Classes> = LazyLock::new(|| {
    let mut of = Vec::new();
    let mut count = 0u32;
    let mut described = String::new();
    for (shape, drawn) in SHAPES.iter().enumerate() {
        described += &format!("{} {:?};", drawn.name, drawn.squares);
        let start = of.len();
        // The power of each digit after each reordering.
        let power = |digit: usize| 3usize.pow(digit as u32);
        let orders: Vec<Vec<usize>> = reorderings(shape)
            .into_iter()
            .map(|order| order.into_iter().map(power).collect())
            .collect();
        for index in 0..3usize.pow(drawn.squares.len() as u32) {
            let smallest = orders.iter().map(|order| reordered(index, order)).min();
            match smallest {
                Some(smaller) if smaller < index => of.push(of[start + smaller]),
                _ => {
                    of.push(count);
                    count += 1;
                }
            }
        }
    }
    Classes {
        of,
        constant: count,
        count: count as usize + CONSTANTS,
        checksum: crate::envelope::crc32(described.as_bytes()),
    }
});

/// The index of a configuration with reordered digits.
fn reordered(mut index: usize, powers: &[usize]) -> usize {
    let mut result = 0;
    for &power in powers {
        result += index % 3 * power;
        index /= 3;
    }
    result
}
