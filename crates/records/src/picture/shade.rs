//! How a disc is shaded: a few simple parts, on a disc of radius 1 around (0, 0).

use super::layout::Spot;
use super::theme::{Disc, Rgb};

/// The middle of the disc.
pub(super) const MIDDLE: Spot = Spot { x: 0.0, y: 0.0 };
/// Where the light falls.
pub(super) const LIGHT: Spot = Spot { x: -0.35, y: -0.45 };
/// How far it reaches.
pub(super) const REACH: f32 = 1.45;
const SHADOW: Spot = Spot { x: 0.02, y: 0.06 };

/// A part of a disc, drawn over the ones before it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// A circle of one colour.
    Body {
        middle: Spot,
        radius: f32,
        color: Rgb,
    },
    /// The whole disc in light that fades.
    Lit { lit: Rgb, dim: Rgb },
    /// A ring around the middle.
    Ring { radius: f32, pen: f32, color: Rgb },
}

/// The parts of a disc, from the lowest up.
pub(super) fn parts(disc: &Disc) -> impl Iterator<Item = Part> {
    let shadow = Part::Body {
        middle: SHADOW,
        radius: 1.0,
        color: disc.shadow,
    };
    let body = if disc.lit == disc.dim {
        Part::Body {
            middle: MIDDLE,
            radius: 1.0,
            color: disc.dim,
        }
    } else {
        Part::Lit {
            lit: disc.lit,
            dim: disc.dim,
        }
    };
    let rim = Part::Ring {
        radius: 0.965,
        pen: 0.07,
        color: disc.rim,
    };
    let ring = disc.ring.map(|color| Part::Ring {
        radius: 0.78,
        pen: 0.055,
        color,
    });
    [Some(shadow), Some(body), Some(rim), ring]
        .into_iter()
        .flatten()
}
