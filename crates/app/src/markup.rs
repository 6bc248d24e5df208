//! What all pictures in SVG are written with.

use std::fmt::{Arguments, Write};

/// Adds to a picture; writing to a string cannot fail.
pub fn put(svg: &mut String, text: Arguments) {
    let _ = svg.write_fmt(text);
}

/// A text as it may stand in a picture, whatever it holds: characters that no XML may have are
/// replaced.
pub fn escape(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
