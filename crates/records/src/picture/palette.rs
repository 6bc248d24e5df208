//! The few colours that a GIF has.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::theme::Rgb;

/// How many colours there can be; one more stands for a pixel that stays as it is.
const MOST: usize = 255;

/// How different colours are that are hardly told apart: a few steps of 255 in each part. Shades as
/// close as this become one, which makes the file smaller.
const HARDLY_SEEN: u32 = 150;

/// The colours of a GIF, by number.
pub(super) struct Palette {
    colors: Vec<Rgb>,
    /// The numbers of all colours that have been asked for.
    numbers: HashMap<Rgb, u8>,
}

impl Palette {
    /// The number that is no colour: the pixel stays as it is.
    pub(super) const UNCHANGED: u8 = MOST as u8;

    /// The best palette for some pixels: their commonest colours that can be told apart.
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

    /// The number of the colour nearest to this one.
    pub(super) fn number(&mut self, color: Rgb) -> u8 {
        let colors = &self.colors;
        *self.numbers.entry(color).or_insert_with(|| {
            let numbered = colors.iter().zip(0..);
            let nearest = numbered.min_by_key(|&(&kept, _)| distance(kept, color));
            nearest.map_or(0, |(_, number)| number)
        })
    }

    /// Red, green and blue of one colour after the other, with one for the number that is none.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut colors = self.colors.clone();
        colors.resize(MOST + 1, Rgb(0, 0, 0));
        colors.iter().flat_map(|c| [c.0, c.1, c.2]).collect()
    }
}

/// How different two colours are, as the eye sees it: more so in green than in red or blue.
fn distance(one: Rgb, other: Rgb) -> u32 {
    let part = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    3 * part(one.0, other.0) + 6 * part(one.1, other.1) + 2 * part(one.2, other.2)
}
