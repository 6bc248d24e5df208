//! The canvas: drawing operations of SVG and pixel pictures.

use rules::Color;

use super::layout::{Area, Spot};
use super::theme::Rgb;

/// Something to draw on: SVG text, or pixels.
pub(super) trait Canvas {
    /// A rectangle.
    fn rectangle(&mut self, area: Area, color: Rgb);

    /// A filled circle.
    fn circle(&mut self, middle: Spot, radius: f32, color: Rgb);

    /// A circle outline.
    fn ring(&mut self, middle: Spot, radius: f32, pen: f32, color: Rgb);

    /// A disc; `open` is its visible width, from 0 (edge-on) to 1 (flat).
    fn disc(&mut self, color: Color, middle: Spot, radius: f32, open: f32);

    /// A centred line of text with digits of this height.
    fn text(&mut self, text: &str, middle: Spot, height: f32, color: Rgb);
}
