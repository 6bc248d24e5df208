//! What a program writes on standard error.

use std::collections::VecDeque;
use std::io::Read;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many bytes are kept from the beginning, and as many from the end.
const KEPT: usize = 8 << 10;

/// Standard error since somebody asked last: its beginning and its end.
#[derive(Debug, Default)]
pub(super) struct StderrTail(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    left_out: u64,
}

impl StderrTail {
    /// Reads to the end. `false` as soon as it is more than `most` bytes.
    pub fn listen(&self, mut pipe: impl Read, most: u64) -> bool {
        let mut buffer = vec![0; 16 << 10];
        let mut total = 0;
        while let Some(length) = read(&mut pipe, &mut buffer) {
            self.lock().add(&buffer[..length]);
            total += length as u64;
            if total > most {
                return false;
            }
        }
        true
    }

    /// What was written since this was asked last; what is not UTF-8 is replaced by `�`.
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

    /// Whether what is kept begins like this.
    pub fn begins_with(&self, text: &str) -> bool {
        self.lock().head.starts_with(text.as_bytes())
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn add(&mut self, bytes: &[u8]) {
        let room = KEPT - self.head.len();
        let (head, rest) = bytes.split_at(room.min(bytes.len()));
        self.head.extend(head);
        self.tail.extend(rest);
        let over = self.tail.len().saturating_sub(KEPT);
        self.tail.drain(..over);
        self.left_out += over as u64;
    }
}

/// How many bytes were read; `None` at the end, or when nothing more can be read.
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
    fn little_is_kept_whole_and_told_once() {
        let stderr = StderrTail::default();
        assert!(stderr.listen(&b"depth 3\xff\n"[..], 100));
        assert_eq!(stderr.take(), "depth 3\u{fffd}\n");
        assert_eq!(stderr.take(), "");
    }

    #[test]
    fn of_much_the_middle_is_left_out() {
        let text: String = (0..10_000).map(|number| format!("{number}\n")).collect();
        let stderr = StderrTail::default();
        assert!(stderr.listen(text.as_bytes(), 1 << 20));
        let kept = stderr.take();
        assert!(
            kept.starts_with("0\n1\n2\n") && kept.ends_with("\n9998\n9999\n"),
            "{kept}"
        );
        let left_out = text.len() - 2 * KEPT;
        assert!(
            kept.contains(&format!("\n… {left_out} bytes left out …\n")),
            "{kept}"
        );
    }

    #[test]
    fn too_much_is_not_listened_to() {
        assert!(!StderrTail::default().listen(std::io::repeat(b'x'), 1 << 20));
    }
}
