//! The shading of a disc: simple shapes on a disc of radius 1 around (0, 0).

use super::layout::Spot;
use super::theme::{Disc, Rgb};

/// The centre of the disc.
pub(super) const MIDDLE: Spot = Spot { x: 0.0, y: 0.0 };
/// The centre of the highlight.
pub(super) const LIGHT: Spot = Spot { x: -0.35, y: -0.45 };
/// The radius of the highlight.
pub(super) const REACH: f32 = 1.45;
const SHADOW: Spot = Spot { x: 0.02, y: 0.06 };

/// A shape, drawn over the ones before it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// A circle of one colour.
    Body {
        middle: Spot,
        radius: f32,
        color: Rgb,
    },
    /// The whole disc with a radial gradient.
    Lit { lit: Rgb, dim: Rgb },
    /// A ring around the centre.
    Ring { radius: f32, pen: f32, color: Rgb },
}

/// The shapes of a disc, the lowest first.
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
