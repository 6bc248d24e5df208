//! The palette of a GIF.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::theme::Rgb;

/// Maximum number of colours; one more index means an unchanged pixel.
const MOST: usize = 255;

/// Colours closer than this are merged, which makes the file smaller. A few steps of 255 in each
/// component are hardly visible.
const HARDLY_SEEN: u32 = 150;

/// The colours of a GIF by index.
pub(super) struct Palette {
    colors: Vec<Rgb>,
    /// The cached indices of colours.
    numbers: HashMap<Rgb, u8>,
}

impl Palette {
    /// The index of an unchanged pixel.
    pub(super) const UNCHANGED: u8 = MOST as u8;

    /// The palette for some pixels: their most frequent colours that differ visibly.
    pub(super) fn of(pixels: impl Iterator<Item = Rgb>) -> Palette {
        let mut counts: HashMap<Rgb, u32> = HashMap::new();
        for color in pixels {
            *counts.entry(color).or_default() += 1;
        }
        let mut common: Vec<(Rgb, u32)> = counts.into_iter().collect();
        common.sort_by_key(|&(color, count)| (Reverse(count), color));
        let mut apart = HARDLY_SEEN;
        loop {
            let mut colors: Vec<Rgb> = Vec::new();
            for &(color, _) in &common {
                if colors.iter().all(|&kept| distance(kept, color) >= apart) {
                    colors.push(color);
                }
            }
            if colors.len() <= MOST {
                let numbers = HashMap::new();
                return Palette { colors, numbers };
            }
            apart *= 2;
        }
    }

    /// The index of the nearest colour.
    pub(super) fn number(&mut self, color: Rgb) -> u8 {
        let colors = &self.colors;
        *self.numbers.entry(color).or_insert_with(|| {
            let numbered = colors.iter().zip(0..);
            let nearest = numbered.min_by_key(|&(&kept, _)| distance(kept, color));
            nearest.map_or(0, |(_, number)| number)
        })
    }

    /// Red, green and blue of each colour, with a dummy for the index of unchanged pixels.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut colors = self.colors.clone();
        colors.resize(MOST + 1, Rgb(0, 0, 0));
        colors.iter().flat_map(|c| [c.0, c.1, c.2]).collect()
    }
}

/// The perceived distance of two colours: green weighs more than red and blue.
fn distance(one: Rgb, other: Rgb) -> u32 {
    let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    3 * part(one.0, other.0) + 6 * part(one.1, other.1) + 2 * part(one.2, other.2)
}
