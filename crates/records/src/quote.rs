//! Text of strangers, as it can be shown on a terminal.

/// Longer texts than this are cut when they are quoted in a message.
const LONGEST_MESSAGE: usize = 1000;

/// A message as it can be shown, whatever it quotes: nothing that upsets a terminal, and not too
/// much of it.
pub fn shown(message: &str) -> String {
    let mut text: String = message.chars().take(LONGEST_MESSAGE).collect();
    if text.len() < message.len() {
        text.push('…');
    }
    printable(&text)
}

/// The line as it can be shown without upsetting a terminal.
pub fn printable(line: &str) -> String {
    line.replace('\t', " ")
        .replace(char::is_control, "\u{fffd}")
}

/// The beginning of a text, as it can be shown.
pub fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(40).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    printable(&short)
}
