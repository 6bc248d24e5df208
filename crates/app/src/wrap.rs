//! Text in lines of a width.

use std::io::IsTerminal;

/// The width of the terminal that standard output is, if it is one.
pub fn terminal_width() -> Option<usize> {
    let size = terminal_size::terminal_size().filter(|_| std::io::stdout().is_terminal());
    size.map(|(width, _)| usize::from(width.0).max(20))
}

/// A text whose lines fit the terminal: those that are too long are broken between words. Elsewhere nothing changes.
pub fn fitted(text: &str) -> String {
    terminal_width().map_or_else(|| text.to_string(), |width| broken(text, width))
}

/// A text with its lines broken between words where they are longer than a width; the parts keep the indentation.
fn broken(text: &str, width: usize) -> String {
    let fits = |line: &str| line.chars().count() <= width;
    let lines = text.split('\n').map(|line| {
        if fits(line) {
            return line.to_string();
        }
        let words = line.trim_start_matches(' ');
        let indent = &line[..line.len() - words.len()];
        let parts = wrapped(words, width.saturating_sub(indent.len()));
        parts
            .iter()
            .map(|part| format!("{indent}{part}"))
            .collect::<Vec<_>>()
            .join("\n")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Breaks a text into lines of at most `width` characters; a longer word has a line of its own.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_string());
        } else {
            let separator = if last.is_empty() { "" } else { " " };
            last.push_str(separator);
            last.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::broken;

    #[test]
    fn lines_are_broken_between_words() {
        let text = "Which rival?\n rival 1 · about 840 · has just learnt the rules";
        let narrow = "Which rival?\n rival 1 · about 840\n · has just learnt\n the rules";
        assert_eq!(broken(text, 21), narrow);
        assert_eq!(broken(text, 80), text);
        assert_eq!(broken("a-very-long-word", 5), "a-very-long-word");
    }
}
