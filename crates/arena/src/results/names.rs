//! Names of entrants in results, cleaned and shortened.

use crate::cup::Event;
use play::is_unruly;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The maximum length of a name beside other text, in columns.
const MAX_COLUMNS: usize = 40;

/// The names of the entrants of an event.
pub(super) struct Names(Vec<String>);

impl Names {
    /// The names of an event. An entrant without a visible name is called by its number.
    pub(super) fn of(event: &Event) -> Names {
        let name = |(index, entrant): (usize, &crate::cup::Enrolled)| {
            let named = Some(clean(&entrant.name)).filter(|name| name.width() > 0);
            named.unwrap_or_else(|| format!("Entrant {}", index + 1))
        };
        Names(event.entrants.iter().enumerate().map(name).collect())
    }

    /// The full name.
    pub(super) fn whole(&self, entrant: usize) -> &str {
        self.0.get(entrant).map_or("?", String::as_str)
    }

    /// The name, cut if it is very long.
    pub(super) fn short(&self, entrant: usize) -> String {
        shorten(self.whole(entrant), MAX_COLUMNS)
    }

    /// The name, cut to a number of columns.
    pub(super) fn fitted(&self, entrant: usize, width: usize) -> String {
        shorten(self.whole(entrant), width)
    }
}

/// A text on one line, without control characters and characters that change the text direction.
pub(super) fn clean(text: &str) -> String {
    let blank = |letter: char| matches!(letter, '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}');
    let text = text.replace(blank, " ");
    text.trim().replace(is_unruly, "\u{fffd}")
}

/// A text of several lines, without characters that a page must not contain. Of a long text the
/// beginning and the end are kept.
pub(super) fn excerpt(text: &str, most: usize) -> String {
    let is_unruly = |letter: char| is_unruly(letter) && !matches!(letter, '\n' | '\t');
    let text = text.replace("\r\n", "\n");
    let text = text.trim_matches('\n').trim_end();
    let length = text.chars().count();
    if length <= most {
        return text.replace(is_unruly, "\u{fffd}");
    }
    let head: String = text.chars().take(most / 2).collect();
    let tail: String = text.chars().skip(length - most / 2).collect();
    format!("{head}\n…\n{tail}").replace(is_unruly, "\u{fffd}")
}

/// A text cut to a number of terminal columns, with an ellipsis where it is cut.
pub(super) fn shorten(text: &str, width: usize) -> String {
    if text.width() <= width && text.chars().count() <= 4 * width {
        return text.to_string();
    }
    let mut short = String::new();
    for cluster in text.graphemes(true) {
        // A letter may have any number of combining accents of zero width.
        let longer = short.chars().count() + cluster.chars().count();
        if short.width() + cluster.width() + 1 > width || longer > 4 * width {
            break;
        }
        short.push_str(cluster);
    }
    if width > 0 {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_by_the_room_they_take() {
        assert_eq!(shorten("Wall-E", 6), "Wall-E");
        assert_eq!(shorten("Wall-E", 5), "Wall…");
        assert_eq!(shorten("Ρεβέρσι", 4), "Ρεβ…");
        // Two columns each.
        assert_eq!(shorten("黒白棋", 5), "黒白…");
        assert_eq!(shorten("黒白棋", 4), "黒…");
        // A family is one letter.
        assert_eq!(shorten("👨‍👩‍👧👨‍👩‍👧ab", 4), "👨‍👩‍👧…");
        assert_eq!(shorten("abc", 0), "");
        let accents = "e".to_string() + &"\u{301}".repeat(5000);
        assert!(shorten(&accents, 10).chars().count() <= 41);
    }

    #[test]
    fn nothing_unseen_is_left_in_a_name() {
        assert_eq!(
            clean(" a\u{202e}b\nc\u{1b}[31m "),
            "a\u{fffd}b c\u{fffd}[31m"
        );
        assert_eq!(
            excerpt("\r\none\r\n\ttwo\u{7}\n", 100),
            "one\n\ttwo\u{fffd}"
        );
        assert_eq!(excerpt("abcdefgh", 4), "ab\n…\ngh");
    }
}
