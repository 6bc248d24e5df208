//! Untrusted text made safe for a terminal.

/// Maximum length of a quoted text in a message.
const LONGEST_MESSAGE: usize = 1000;

/// A message with control characters escaped and its quoted texts shortened.
pub fn shown(message: &str) -> String {
    let mut text: String = message.chars().take(LONGEST_MESSAGE).collect();
    if text.len() < message.len() {
        text.push('…');
    }
    printable(&text)
}

/// A line with control characters escaped.
pub fn printable(line: &str) -> String {
    line.replace('\t', " ")
        .replace(char::is_control, "\u{fffd}")
}

/// The beginning of a text, escaped and shortened.
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    printable(&short)
}
