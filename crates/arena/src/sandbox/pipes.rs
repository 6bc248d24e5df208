//! A program's standard input and output, which never keep anybody waiting.

use std::collections::VecDeque;
use std::io::{PipeWriter, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use super::stderr::read;
use crate::transport::Chunk;

/// How many bytes may wait for a program to read them.
pub(super) const MOST_UNREAD: u64 = 1 << 20;

/// Sends what a program is told, when it reads.
#[derive(Debug)]
pub(super) struct Inlet {
    lines: Option<Sender<Vec<u8>>>,
    unread: Arc<AtomicU64>,
}

/// Takes texts to a program. To be done by a thread of its own, as the program may not read.
pub(super) struct Errand {
    lines: Receiver<Vec<u8>>,
    unread: Arc<AtomicU64>,
}

impl Inlet {
    /// A way in, and the errand of taking texts there.
    pub fn new() -> (Inlet, Errand) {
        let (sender, receiver) = mpsc::channel();
        let unread = Arc::new(AtomicU64::new(0));
        let inlet = Inlet {
            lines: Some(sender),
            unread: Arc::clone(&unread),
        };
        let lines = receiver;
        (inlet, Errand { lines, unread })
    }

    /// Sends text. `false` when too much is waiting already.
    pub fn send(&self, text: &str) -> bool {
        let length = text.len() as u64;
        let before = self.unread.fetch_add(length, Ordering::SeqCst);
        if let Some(lines) = &self.lines {
            // Nobody takes it when the program has closed its input; whether it plays on is another
            // matter.
            let _ = lines.send(text.as_bytes().to_vec());
        }
        before + length <= MOST_UNREAD
    }

    /// Sends nothing more: when all is read, the program's input ends.
    pub fn close(&mut self) {
        self.lines = None;
    }
}

impl Errand {
    /// Until nothing more is sent, or nobody reads.
    pub fn run(self, mut pipe: PipeWriter) {
        for text in self.lines {
            if pipe.write_all(&text).is_err() {
                return;
            }
            self.unread.fetch_sub(text.len() as u64, Ordering::SeqCst);
        }
    }
}

/// Holds what a program said until somebody asks for it.
#[derive(Debug, Default)]
pub(super) struct Outlet {
    held: Mutex<Held>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct Held {
    pieces: VecDeque<Chunk>,
    /// Bytes since the program was sent something last, and those that were waiting then.
    bytes: u64,
    /// The limit that was passed, if one was.
    flooded: Option<u64>,
    ended: Option<Instant>,
}

/// What is heard at an outlet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Some output.
    Chunk(Chunk),
    /// That it was more than so many bytes.
    Flood(u64),
    /// That nothing more will come, since when.
    End(Instant),
}

impl Outlet {
    /// Reads to the end. `false` as soon as there are more than `most` bytes since something was
    /// sent.
    pub fn listen(&self, mut pipe: impl Read, most: u64) -> bool {
        let mut buffer = vec![0; 64 << 10];
        while let Some(length) = read(&mut pipe, &mut buffer) {
            let at = Instant::now();
            let bytes = buffer[..length].to_vec();
            let mut held = self.lock();
            held.bytes += length as u64;
            if held.bytes > most {
                held.flooded = Some(most);
                self.news.notify_all();
                return false;
            }
            held.pieces.push_back(Chunk { bytes, at });
            self.news.notify_all();
        }
        self.lock().ended = Some(Instant::now());
        self.news.notify_all();
        true
    }

    /// The program is about to be sent something: it may answer as much as ever.
    pub fn turn(&self) {
        let mut held = self.lock();
        held.bytes = held
            .pieces
            .iter()
            .map(|piece| piece.bytes.len() as u64)
            .sum();
    }

    /// Elsewhere there were more than `most` bytes.
    pub fn flood(&self, most: u64) {
        self.lock().flooded = Some(most);
        self.news.notify_all();
    }

    /// The next that was said, at the latest at the deadline.
    pub fn hear(&self, deadline: Option<Instant>) -> Option<Said> {
        let mut held = self.lock();
        loop {
            if let Some(most) = held.flooded {
                return Some(Said::Flood(most));
            }
            if let Some(piece) = held.pieces.pop_front() {
                return Some(Said::Chunk(piece));
            }
            if let Some(end) = held.ended {
                return Some(Said::End(end));
            }
            held = match deadline {
                None => self.news.wait(held).unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return None;
                    }
                    let waited = self.news.wait_timeout(held, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// The limit that was passed, if one was.
    pub fn flooded(&self) -> Option<u64> {
        self.lock().flooded
    }

    /// Whether everything was heard and nothing more will come.
    pub fn is_done(&self) -> bool {
        let held = self.lock();
        held.ended.is_some() && held.pieces.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn what_was_said_is_heard_in_order_and_then_the_end() {
        let outlet = Outlet::default();
        assert!(outlet.listen(&b"= f5\n"[..], 5));
        let heard = outlet.hear(None);
        assert!(
            matches!(&heard, Some(Said::Chunk(piece)) if piece.bytes == b"= f5\n"),
            "{heard:?}"
        );
        assert!(outlet.is_done());
        assert!(matches!(outlet.hear(None), Some(Said::End(_))));
    }

    #[test]
    fn silence_ends_at_the_deadline() {
        let outlet = Outlet::default();
        let deadline = Instant::now() + Duration::from_millis(20);
        assert_eq!(outlet.hear(Some(deadline)), None);
        assert!(Instant::now() >= deadline);
    }

    #[test]
    fn a_flood_is_not_kept() {
        let outlet = Outlet::default();
        assert!(!outlet.listen(std::io::repeat(b'x'), 1 << 20));
        assert!(outlet.lock().pieces.len() <= 16);
        assert_eq!(outlet.hear(None), Some(Said::Flood(1 << 20)));
    }

    #[test]
    fn every_turn_has_its_own_limit() {
        let outlet = Outlet::default();
        for _ in 0..3 {
            assert!(outlet.listen(&[b'x'; 900][..], 1000));
            assert!(matches!(outlet.hear(None), Some(Said::Chunk(_))));
            outlet.turn();
        }
        assert!(outlet.listen(&[b'x'; 900][..], 1000));
        outlet.turn();
        assert!(
            !outlet.listen(&[b'x'; 200][..], 1000),
            "what nobody has heard still counts"
        );
    }

    #[test]
    fn a_program_that_does_not_read_is_found_out() {
        let (inlet, errand) = Inlet::new();
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let errand = std::thread::spawn(move || errand.run(writer));
        let text = "x".repeat(1 << 17);
        let sent = (0..20).take_while(|_| inlet.send(&text)).count();
        assert!((8..=9).contains(&sent), "{sent}");
        drop(reader);
        errand.join().expect("it gives up");
    }
}
