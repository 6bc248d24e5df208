//! A picture as pixels, written as PNG.

use anyhow::{Context, Result};
use rules::Color;
use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Point, RadialGradient,
    Rect, Shader, SpreadMode, Stroke, Transform,
};

use super::canvas::Canvas;
use super::glyph::{self, HEIGHT, PEN};
use super::layout::{Area, Spot};
use super::shade::{self, Part};
use super::theme::{Colors, Rgb};

/// The pixels of an area of a picture.
pub(super) struct Raster<'a> {
    pixels: Pixmap,
    colors: &'a Colors,
    /// Maps picture coordinates to pixels.
    shift: Transform,
}

impl<'a> Raster<'a> {
    /// An area of a picture, filled with one colour.
    pub(super) fn new(area: Area, colors: &'a Colors, ground: Rgb) -> Result<Raster<'a>> {
        let pixels = Pixmap::new(area.width, area.height);
        let mut pixels = pixels.context("a picture cannot be that large")?;
        pixels.fill(opaque(ground));
        Ok(Raster {
            pixels,
            colors,
            shift: Transform::from_translate(-(area.left as f32), -(area.top as f32)),
        })
    }

    /// The colours of all pixels, row by row.
    pub(super) fn into_colors(self) -> Vec<Rgb> {
        let pixels = self.pixels.pixels().iter();
        pixels
            .map(|pixel| Rgb(pixel.red(), pixel.green(), pixel.blue()))
            .collect()
    }

    fn fill_circle(&mut self, middle: Spot, radius: f32, shader: Shader, transform: Transform) {
        if let Some(path) = PathBuilder::from_circle(middle.x, middle.y, radius) {
            let paint = paint(shader);
            let pixels = &mut self.pixels;
            pixels.fill_path(&path, &paint, FillRule::Winding, transform, None);
        }
    }

    fn stroke_circle(
        &mut self,
        middle: Spot,
        radius: f32,
        pen: f32,
        color: Rgb,
        transform: Transform,
    ) {
        if let Some(path) = PathBuilder::from_circle(middle.x, middle.y, radius) {
            let paint = paint(solid(color));
            let stroke = Stroke {
                width: pen,
                ..Stroke::default()
            };
            let pixels = &mut self.pixels;
            pixels.stroke_path(&path, &paint, &stroke, transform, None);
        }
    }
}

impl Canvas for Raster<'_> {
    fn rectangle(&mut self, area: Area, color: Rgb) {
        let Area {
            left,
            top,
            width,
            height,
        } = area;
        let rect = Rect::from_xywh(left as f32, top as f32, width as f32, height as f32);
        if let Some(rect) = rect {
            let paint = paint(solid(color));
            self.pixels.fill_rect(rect, &paint, self.shift, None);
        }
    }

    fn circle(&mut self, middle: Spot, radius: f32, color: Rgb) {
        self.fill_circle(middle, radius, solid(color), self.shift);
    }

    fn ring(&mut self, middle: Spot, radius: f32, pen: f32, color: Rgb) {
        self.stroke_circle(middle, radius, pen, color, self.shift);
    }

    fn disc(&mut self, color: Color, middle: Spot, radius: f32, open: f32) {
        let transform = self
            .shift
            .pre_translate(middle.x, middle.y)
            .pre_scale(radius * open, radius);
        for part in shade::parts(self.colors.disc(color)) {
            match part {
                Part::Body {
                    middle,
                    radius,
                    color,
                } => self.fill_circle(middle, radius, solid(color), transform),
                Part::Lit { lit, dim } => {
                    let shader = lit_from_above(lit, dim).unwrap_or(solid(dim));
                    self.fill_circle(shade::MIDDLE, 1.0, shader, transform);
                }
                Part::Ring { radius, pen, color } => {
                    self.stroke_circle(shade::MIDDLE, radius, pen, color, transform);
                }
            }
        }
    }

    fn text(&mut self, text: &str, middle: Spot, height: f32, color: Rgb) {
        let (glyphs, width) = glyph::place(text);
        let mut path = PathBuilder::new();
        for (letter, x) in glyphs {
            for stroke in glyph::strokes(letter) {
                match stroke {
                    glyph::Stroke::Move(to_x, y) => path.move_to(x + to_x, y),
                    glyph::Stroke::Line(to_x, y) => path.line_to(x + to_x, y),
                    glyph::Stroke::Curve([x1, y1, x2, y2, to_x, y]) => {
                        path.cubic_to(x + x1, y1, x + x2, y2, x + to_x, y);
                    }
                }
            }
        }
        let Some(path) = path.finish() else { return };
        let scale = height / HEIGHT;
        let transform = self
            .shift
            .pre_translate(middle.x - scale * width / 2.0, middle.y - height / 2.0)
            .pre_scale(scale, scale);
        let stroke = Stroke {
            width: PEN,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        let paint = paint(solid(color));
        let pixels = &mut self.pixels;
        pixels.stroke_path(&path, &paint, &stroke, transform, None);
    }
}

fn opaque(Rgb(red, green, blue): Rgb) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(red, green, blue, 255)
}

fn solid(color: Rgb) -> Shader<'static> {
    Shader::SolidColor(opaque(color))
}

fn paint(shader: Shader) -> Paint {
    Paint {
        shader,
        ..Paint::default()
    }
}

fn lit_from_above(lit: Rgb, dim: Rgb) -> Option<Shader<'static>> {
    let light = Point::from_xy(shade::LIGHT.x, shade::LIGHT.y);
    let stops = vec![
        GradientStop::new(0.0, opaque(lit)),
        GradientStop::new(1.0, opaque(dim)),
    ];
    let reach = shade::REACH;
    let identity = Transform::identity();
    RadialGradient::new(light, 0.0, light, reach, stops, SpreadMode::Pad, identity)
}

/// Pixels as a PNG file.
pub(super) fn png(width: u32, height: u32, colors: &[Rgb]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header()?;
    let data: Vec<u8> = colors.iter().flat_map(|c| [c.0, c.1, c.2]).collect();
    writer.write_image_data(&data)?;
    writer.finish()?;
    Ok(bytes)
}
