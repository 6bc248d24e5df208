//! What a picture is drawn on.

use rules::Color;

use super::layout::{Area, Spot};
use super::theme::Rgb;

/// Something to draw on: a text in SVG, or pixels.
pub(super) trait Canvas {
    /// A rectangle.
    fn rectangle(&mut self, area: Area, color: Rgb);

    /// A filled circle.
    fn circle(&mut self, middle: Spot, radius: f32, color: Rgb);

    /// The edge of a circle.
    fn ring(&mut self, middle: Spot, radius: f32, pen: f32, color: Rgb);

    /// A disc; `open` is how far it is open to the eye, 0 when it stands on its edge and 1 when it
    /// lies flat.
    fn disc(&mut self, color: Color, middle: Spot, radius: f32, open: f32);

    /// A line of text around its middle, with digits of this height.
    fn text(&mut self, text: &str, middle: Spot, height: f32, color: Rgb);
}
