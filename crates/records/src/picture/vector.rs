//! A picture as SVG.

use std::collections::BTreeSet;

use rules::Color;

use super::canvas::Canvas;
use super::glyph::{self, HEIGHT, PEN, Stroke};
use super::layout::{Area, Layout, Spot};
use super::shade::{self, Part};
use super::theme::{Colors, Rgb};
use crate::svg::{escape, number, put};

/// SVG text to draw on. Discs and glyphs are defined once and referenced.
pub(super) struct Vector<'a> {
    colors: &'a Colors,
    /// The elements drawn so far.
    pub(super) body: String,
    /// The glyphs that are referenced.
    glyphs: BTreeSet<char>,
}

impl<'a> Vector<'a> {
    pub(super) fn new(colors: &'a Colors) -> Vector<'a> {
        Vector {
            colors,
            body: String::new(),
            glyphs: BTreeSet::new(),
        }
    }

    /// The complete file, with alternative text and extra style.
    pub(super) fn finish(self, layout: &Layout, title: &str, style: &str) -> String {
        let Layout { width, height, .. } = layout;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{0}\">\n\
             <title>{0}</title>\n\
             <style>.t{{fill:none;stroke-width:{PEN};stroke-linecap:round;stroke-linejoin:round}}\
             {style}</style>\n<defs>\n",
            escape(title)
        );
        for color in Color::ALL {
            self.define_disc(color, &mut svg);
        }
        for &letter in &self.glyphs {
            let path: String = glyph::strokes(letter).into_iter().map(step).collect();
            let name = glyph_name(letter);
            put(
                &mut svg,
                format_args!("<path id=\"{name}\" d=\"{path}\"/>\n"),
            );
        }
        svg.push_str("</defs>\n");
        svg.push_str(&self.body);
        svg.push_str("</svg>\n");
        svg
    }

    fn define_disc(&self, color: Color, svg: &mut String) {
        let name = disc_name(color);
        let mut shapes = String::new();
        for part in shade::parts(self.colors.disc(color)) {
            match part {
                Part::Body {
                    middle,
                    radius,
                    color,
                } => circle(&mut shapes, middle, radius, &format!("fill=\"{color}\"")),
                Part::Lit { lit, dim } => {
                    let light = shade::LIGHT;
                    put(
                        svg,
                        format_args!(
                            "<radialGradient id=\"{name}-light\" gradientUnits=\"userSpaceOnUse\" \
                             cx=\"{}\" cy=\"{}\" r=\"{}\"><stop stop-color=\"{lit}\"/>\
                             <stop offset=\"1\" stop-color=\"{dim}\"/></radialGradient>\n",
                            number(light.x),
                            number(light.y),
                            number(shade::REACH)
                        ),
                    );
                    let fill = format!("fill=\"url(#{name}-light)\"");
                    circle(&mut shapes, shade::MIDDLE, 1.0, &fill);
                }
                Part::Ring { radius, pen, color } => {
                    let pen = number(pen);
                    let stroke = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{pen}\"");
                    circle(&mut shapes, shade::MIDDLE, radius, &stroke);
                }
            }
        }
        put(svg, format_args!("<g id=\"{name}\">{shapes}</g>\n"));
    }
}

impl Canvas for Vector<'_> {
    fn rectangle(&mut self, area: Area, color: Rgb) {
        let Area {
            left,
            top,
            width,
            height,
        } = area;
        put(
            &mut self.body,
            format_args!(
                "<path fill=\"{color}\" d=\"M{left} {top}h{width}v{height}h-{width}z\"/>\n"
            ),
        );
    }

    fn circle(&mut self, middle: Spot, radius: f32, color: Rgb) {
        let fill = format!("fill=\"{color}\"");
        circle(&mut self.body, middle, radius, &fill);
        self.body.push('\n');
    }

    fn ring(&mut self, middle: Spot, radius: f32, pen: f32, color: Rgb) {
        let pen = number(pen);
        let stroke = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{pen}\"");
        circle(&mut self.body, middle, radius, &stroke);
        self.body.push('\n');
    }

    fn disc(&mut self, color: Color, middle: Spot, radius: f32, open: f32) {
        let name = disc_name(color);
        let (x, y) = (number(middle.x), number(middle.y));
        let (across, down) = (number(radius * open), number(radius));
        put(
            &mut self.body,
            format_args!(
                "<use href=\"#{name}\" transform=\"translate({x} {y}) scale({across} {down})\"/>\n"
            ),
        );
    }

    fn text(&mut self, text: &str, middle: Spot, height: f32, color: Rgb) {
        let (glyphs, width) = glyph::place(text);
        let scale = height / HEIGHT;
        let (x, y) = (middle.x - scale * width / 2.0, middle.y - height / 2.0);
        put(
            &mut self.body,
            format_args!(
                "<g class=\"t\" stroke=\"{color}\" transform=\"translate({} {}) scale({:.3})\">",
                number(x),
                number(y),
                scale
            ),
        );
        for (letter, x) in glyphs {
            self.glyphs.insert(letter);
            let (name, x) = (glyph_name(letter), number(x));
            put(
                &mut self.body,
                format_args!("<use href=\"#{name}\" x=\"{x}\"/>"),
            );
        }
        self.body.push_str("</g>\n");
    }
}

fn circle(svg: &mut String, middle: Spot, radius: f32, paint: &str) {
    let (x, y, radius) = (number(middle.x), number(middle.y), number(radius));
    put(
        svg,
        format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {paint}/>"),
    );
}

/// The id of a disc.
pub(super) fn disc_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The id of a glyph.
fn glyph_name(letter: char) -> String {
    match letter {
        '+' => "plus".to_string(),
        '-' => "minus".to_string(),
        '.' => "dot".to_string(),
        _ => format!("glyph-{letter}"),
    }
}

/// A stroke in SVG path syntax.
fn step(stroke: Stroke) -> String {
    match stroke {
        Stroke::Move(x, y) => format!("M{} {}", number(x), number(y)),
        Stroke::Line(x, y) => format!("L{} {}", number(x), number(y)),
        Stroke::Curve(points) => format!("C{}", points.map(number).join(" ")),
    }
}
