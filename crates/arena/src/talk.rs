//! Talk log: every line between the referee and a program in a game, with its time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// The maximum number of bytes of the log of a game. Beyond it, the middle is left out.
const MAX_BYTES: usize = 1 << 20;

/// A longer line is recorded in pieces of this many bytes.
const MAX_LINE: usize = 8 << 10;

/// The log of a game between the referee and one program. Copies share the same log.
///
/// Each line of it is a time in milliseconds since the game began, a mark, and a text: `>` was sent
/// to the program, `<` came from it, and `!` is a note about it, such as a fault. Bytes that
/// are not UTF-8 are replaced, and control characters are escaped.
#[derive(Clone, Debug, Default)]
pub struct TalkLog(Arc<Mutex<Lines>>);

impl TalkLog {
    /// Empties the log. Times count from now on.
    pub fn restart(&self) {
        *self.lines() = Lines::default();
    }

    /// Records a note.
    pub fn note(&self, text: &str) {
        self.lines().add('!', text, Instant::now());
    }

    /// Records text that is sent to the program.
    pub(crate) fn sent(&self, text: &str) {
        let mut lines = self.lines();
        let now = Instant::now();
        for line in text.lines() {
            lines.add('>', line, now);
        }
    }

    /// Records output of the program, which arrived at a time. No bytes are the end of it.
    pub(crate) fn received(&self, bytes: &[u8], at: Instant) {
        let mut lines = self.lines();
        if bytes.is_empty() {
            lines.end_of_output();
        }
        lines.received(bytes, at);
    }

    /// The text of the log, which is empty after that.
    #[must_use]
    pub fn take(&self) -> String {
        let mut lines = self.lines();
        lines.end_of_output();
        lines.text()
    }

    /// A line of a log: its time in milliseconds, its mark and its text.
    pub(crate) fn line(ms: Option<u128>, mark: char, text: &str) -> String {
        let ms = ms.map_or_else(String::new, |ms| ms.to_string());
        format!("{ms:>7} {mark} {}\n", escaped(text))
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The lines of a log.
#[derive(Debug)]
struct Lines {
    began: Instant,
    /// The first lines, up to half of the limit.
    head: String,
    /// The last lines, up to the other half.
    tail: VecDeque<String>,
    tail_bytes: usize,
    left_out: usize,
    /// Output of the program without a line end yet, and its time.
    partial: Vec<u8>,
    partial_at: Instant,
}

impl Default for Lines {
    fn default() -> Lines {
        let now = Instant::now();
        Lines {
            began: now,
            head: String::new(),
            tail: VecDeque::new(),
            tail_bytes: 0,
            left_out: 0,
            partial: Vec::new(),
            partial_at: now,
        }
    }
}

impl Lines {
    fn add(&mut self, mark: char, text: &str, at: Instant) {
        let ms = at.saturating_duration_since(self.began).as_millis();
        let line = TalkLog::line(Some(ms), mark, text);
        if self.tail.is_empty() && self.head.len() + line.len() <= MAX_BYTES / 2 {
            self.head += &line;
            return;
        }
        self.tail_bytes += line.len();
        self.tail.push_back(line);
        while self.tail_bytes > MAX_BYTES / 2
            && let Some(line) = self.tail.pop_front()
        {
            self.tail_bytes -= line.len();
            self.left_out += 1;
        }
    }

    fn received(&mut self, bytes: &[u8], at: Instant) {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            for piece in piece.chunks(MAX_LINE) {
                self.partial.extend(piece);
                self.partial_at = at;
                if self.partial.ends_with(b"\n") || self.partial.len() >= MAX_LINE {
                    self.end_of_output();
                }
            }
        }
    }

    /// Records output that has no line end.
    fn end_of_output(&mut self) {
        let bytes = std::mem::take(&mut self.partial);
        if bytes.is_empty() {
            return;
        }
        let text = String::from_utf8_lossy(&bytes);
        match text.strip_suffix('\n') {
            Some(line) => self.add('<', line, self.partial_at),
            None => self.add('<', &format!("{text} [no line end]"), self.partial_at),
        }
    }

    fn text(&mut self) -> String {
        let mut text = std::mem::take(&mut self.head);
        if self.left_out > 0 {
            let gap = format!("[{} lines left out]", self.left_out);
            text += &TalkLog::line(None, '!', &gap);
        }
        text.extend(self.tail.drain(..));
        (self.tail_bytes, self.left_out) = (0, 0);
        text
    }
}

/// A text with its control characters escaped as in a Rust string, such as `\r` or `\u{1b}`.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() {
            safe.extend(letter.escape_default());
        } else {
            safe.push(letter);
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The lines of a log without their times.
    fn told(log: &TalkLog) -> Vec<String> {
        let text = log.take();
        let told = text.lines().map(|line| line[8..].to_string());
        told.collect()
    }

    #[test]
    fn lines_have_their_direction_and_the_time_of_their_end() {
        let log = TalkLog::default();
        log.restart();
        let began = log.lines().began;
        let after = |ms| began + Duration::from_millis(ms);
        log.lines().add('>', "genmove b", after(3));
        log.received(b"= f", after(40));
        log.received(b"5\n\n", after(1250));
        log.lines().add('!', "ended: exit status: 0", after(20_000));
        let text =
            "      3 > genmove b\n   1250 < = f5\n   1250 < \n  20000 ! ended: exit status: 0\n";
        assert_eq!(log.take(), text);
        assert_eq!(log.take(), "");
    }

    #[test]
    fn hostile_bytes_are_text() {
        let log = TalkLog::default();
        let now = Instant::now();
        log.received(b"\x1b[2J\0\x07 a\xffb\r\n9 > quit\nno end", now);
        let lines = [
            "< \\u{1b}[2J\\u{0}\\u{7} a\u{fffd}b\\r",
            "< 9 > quit",
            "< no end [no line end]",
        ];
        assert_eq!(told(&log), lines);
    }

    #[test]
    fn the_middle_of_a_flood_is_left_out() {
        let log = TalkLog::default();
        let now = Instant::now();
        log.received(b"first\n", now);
        for number in 0..100_000 {
            log.received(format!("line {number} of many\n").as_bytes(), now);
        }
        log.received(b"last\n", now);
        let text = log.take();
        assert!(text.len() <= MAX_BYTES + 100, "{}", text.len());
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].ends_with("< first"));
        assert!(lines[lines.len() - 1].ends_with("< last"));
        let gap = lines.iter().find_map(|line| {
            let rest = line.trim().strip_prefix("! [")?;
            rest.strip_suffix(" lines left out]")?.parse::<usize>().ok()
        });
        assert_eq!(gap.expect("a gap") + lines.len() - 1, 100_002);
    }

    #[test]
    fn a_line_without_an_end_does_not_fill_the_memory() {
        let log = TalkLog::default();
        let now = Instant::now();
        for _ in 0..3000 {
            log.received(&[b'x'; 1000], now);
            assert!(log.lines().partial.len() < MAX_LINE);
        }
        assert!(log.take().len() <= MAX_BYTES + 100);
    }
}
