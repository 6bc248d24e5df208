//! Helpers to write SVG.

use std::fmt::Write;

/// Appends formatted text; writing to a string cannot fail.
pub fn put(svg: &mut String, text: std::fmt::Arguments) {
    let _ = svg.write_fmt(text);
}

/// Escapes text for XML and drops characters that XML does not allow.
pub fn escape(text: &str) -> String {
    let is_forbidden = |letter: char| match letter {
        '\t' | '\n' | '\r' => false,
        '\u{fffe}' | '\u{ffff}' => true,
        _ => letter < ' ',
    };
    text.replace(is_forbidden, "\u{fffd}")
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A number with at most two decimals, without trailing zeros.
pub fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    match short {
        "-0" => "0".to_string(),
        _ => short.to_string(),
    }
}
