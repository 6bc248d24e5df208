//! Standard error of a program: the beginning and the end are kept.

use std::collections::VecDeque;
use std::io::Read;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
#[cfg(target_os = "linux")]
use std::time::Duration;

use super::reader_time::ReaderTime;

/// The number of bytes kept from the beginning, and the same number from the end.
const KEPT_BYTES: usize = 8 << 10;

/// Standard error since the last call of [`take`](StderrTail::take): its beginning and its end.
#[derive(Debug, Default)]
pub(super) struct StderrTail {
    kept: Mutex<Kept>,
    /// The processor time of the thread that reads it.
    time: ReaderTime,
}

#[derive(Debug, Default)]
struct Kept {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    left_out: u64,
}

impl StderrTail {
    /// Reads the pipe to its end. Returns `false` as soon as there were more than `most` bytes.
    pub fn read_from(&self, mut pipe: impl Read, most: u64) -> bool {
        let mut buffer = vec![0; 16 << 10];
        let mut total = 0;
        while let Some(length) = read(&mut pipe, &mut buffer) {
            self.lock().add(&buffer[..length]);
            self.time.update();
            total += length as u64;
            if total > most {
                return false;
            }
        }
        true
    }

    /// The processor time that reading has taken.
    #[cfg(target_os = "linux")]
    pub fn reading_time(&self) -> Duration {
        self.time.get()
    }

    /// The text written since the last call. Bytes that are not UTF-8 are replaced by `�`.
    pub fn take(&self) -> String {
        let mut kept = mem::take(&mut *self.lock());
        let tail = kept.tail.make_contiguous();
        if kept.left_out == 0 {
            let bytes = [&kept.head, &*tail].concat();
            return String::from_utf8_lossy(&bytes).into_owned();
        }
        let (head, tail) = (
            String::from_utf8_lossy(&kept.head),
            String::from_utf8_lossy(tail),
        );
        format!("{head}\n… {} bytes left out …\n{tail}", kept.left_out)
    }

    /// Whether the kept text begins with `text`.
    #[cfg(target_os = "linux")]
    pub fn begins_with(&self, text: &str) -> bool {
        self.lock().head.starts_with(text.as_bytes())
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn add(&mut self, bytes: &[u8]) {
        let room = KEPT_BYTES - self.head.len();
        let (head, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend(head);
        self.tail.extend(rest);
        let over = self.tail.len().saturating_sub(KEPT_BYTES);
        self.tail.drain(..over);
        self.left_out += over as u64;
    }
}

/// Reads once from a pipe and returns the number of bytes; `None` at the end or after an error.
pub(super) fn read(pipe: &mut impl Read, buffer: &mut [u8]) -> Option<usize> {
    loop {
        match pipe.read(buffer) {
            Ok(0) => return None,
            Ok(length) => return Some(length),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_kept_whole_and_returned_once() {
        let stderr = StderrTail::default();
        assert!(stderr.read_from(&b"depth 3\xff\n"[..], 100));
        assert_eq!(stderr.take(), "depth 3\u{fffd}\n");
        assert_eq!(stderr.take(), "");
    }

    #[test]
    fn the_middle_of_a_long_text_is_left_out() {
        let text: String = (0..10_000).map(|number| format!("{number}\n")).collect();
        let stderr = StderrTail::default();
        assert!(stderr.read_from(text.as_bytes(), 1 << 20));
        let kept = stderr.take();
        assert!(
            kept.starts_with("0\n1\n2\n") && kept.ends_with("\n9998\n9999\n"),
            "{kept}"
        );
        let left_out = text.len() - 2 * KEPT_BYTES;
        assert!(
            kept.contains(&format!("\n… {left_out} bytes left out …\n")),
            "{kept}"
        );
    }

    #[test]
    fn reading_stops_at_the_limit() {
        assert!(!StderrTail::default().read_from(std::io::repeat(b'x'), 1 << 20));
    }
}
