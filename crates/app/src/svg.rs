//! Writing SVG.

use std::fmt::Write;

/// Adds to a picture; writing to a string cannot fail.
pub fn put(svg: &mut String, text: std::fmt::Arguments) {
    let _ = svg.write_fmt(text);
}

/// A text in which nothing is taken for a part of the picture.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
