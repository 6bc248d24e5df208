//! Standard input and output of a program, each served by a thread, so that neither the referee nor
//! the program blocks the other.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
#[cfg(target_os = "linux")]
use std::time::Duration;
use std::time::Instant;

use super::reader_time::ReaderTime;
use super::stderr::read;
use crate::transport::Chunk;
use play::Fault;

/// The number of bytes that may wait until the program reads them.
const MAX_UNREAD_BYTES: u64 = 1 << 20;

/// The fault of a program that does not read its input.
pub(super) fn does_not_read() -> Fault {
    Fault::Protocol(format!(
        "it does not read what it is told; {} kB are waiting",
        MAX_UNREAD_BYTES / 1000
    ))
}

/// The fault of a program that goes on after its input has ended.
pub(super) fn does_not_leave() -> Fault {
    Fault::Protocol("it went on after its input had ended, and was killed".to_string())
}

/// How a program ended that had to be killed.
pub(super) const DID_NOT_END: &str = "it closed its output, but did not end, and was killed";

/// The sending end of a program's standard input. It queues text and never blocks.
#[derive(Debug)]
pub(super) struct StdinQueue {
    lines: Option<Sender<Vec<u8>>>,
    unread: Arc<AtomicU64>,
}

/// Writes the queued text into the program's standard input. It needs its own thread, because it
/// blocks while the program does not read.
pub(super) struct StdinWriter {
    lines: Receiver<Vec<u8>>,
    unread: Arc<AtomicU64>,
}

impl StdinQueue {
    /// A queue and the writer that empties it.
    pub fn new() -> (StdinQueue, StdinWriter) {
        let (sender, receiver) = mpsc::channel();
        let unread = Arc::new(AtomicU64::new(0));
        let queue = StdinQueue {
            lines: Some(sender),
            unread: Arc::clone(&unread),
        };
        let lines = receiver;
        (queue, StdinWriter { lines, unread })
    }

    /// Queues text. Returns `false` when more than [`MAX_UNREAD_BYTES`] are unread.
    pub fn send(&self, text: &str) -> bool {
        let length = text.len() as u64;
        let before = self.unread.fetch_add(length, Ordering::SeqCst);
        if let Some(lines) = &self.lines {
            // This fails when the program has closed its input. It may play on all the same.
            let _ = lines.send(text.as_bytes().to_vec());
        }
        before + length <= MAX_UNREAD_BYTES
    }

    /// Closes the queue. The program's input ends when all queued text is written.
    pub fn close(&mut self) {
        self.lines = None;
    }
}

impl StdinWriter {
    /// Writes until the queue is closed and empty, or the program has closed its input.
    pub fn run(self, mut pipe: impl Write) {
        for text in self.lines {
            if pipe.write_all(&text).is_err() {
                return;
            }
            self.unread.fetch_sub(text.len() as u64, Ordering::SeqCst);
        }
    }
}

/// Output of a program that was read from its pipe and not yet received by the referee.
#[derive(Debug, Default)]
pub(super) struct StdoutBuffer {
    state: Mutex<BufferState>,
    changed: Condvar,
    /// The processor time of the thread that reads it.
    time: ReaderTime,
}

#[derive(Debug, Default)]
struct BufferState {
    chunks: VecDeque<Chunk>,
    /// Bytes since the program was last sent something, including those that were waiting then.
    bytes: u64,
    /// The limit in bytes that was exceeded, if one was.
    flooded: Option<u64>,
    ended: Option<Instant>,
}

/// One event of a program's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OutputEvent {
    /// Output.
    Chunk(Chunk),
    /// The output exceeded this limit in bytes.
    Flood(u64),
    /// The output ended at this time.
    End(Instant),
}

impl StdoutBuffer {
    /// Reads the pipe to its end. Returns `false` as soon as there were more than `most` bytes since
    /// the last [`reset_limit`](StdoutBuffer::reset_limit).
    pub fn read_from(&self, mut pipe: impl Read, most: u64) -> bool {
        let mut buffer = vec![0; 64 << 10];
        while let Some(length) = read(&mut pipe, &mut buffer) {
            let at = Instant::now();
            let bytes = buffer[..length].to_vec();
            let mut state = self.lock();
            state.bytes += length as u64;
            if state.bytes > most {
                state.flooded = Some(most);
                self.changed.notify_all();
                return false;
            }
            state.chunks.push_back(Chunk { bytes, at });
            self.changed.notify_all();
            self.time.update();
        }
        self.lock().ended = Some(Instant::now());
        self.changed.notify_all();
        true
    }

    /// The processor time that reading has taken.
    #[cfg(target_os = "linux")]
    pub fn reading_time(&self) -> Duration {
        self.time.get()
    }

    /// Restarts the byte count, because the program is about to be sent something. Output that is
    /// still waiting counts.
    pub fn reset_limit(&self) {
        let mut state = self.lock();
        state.bytes = state
            .chunks
            .iter()
            .map(|chunk| chunk.bytes.len() as u64)
            .sum();
    }

    /// Records that the limit of `most` bytes was exceeded on standard error.
    pub fn set_flooded(&self, most: u64) {
        self.lock().flooded = Some(most);
        self.changed.notify_all();
    }

    /// The next event; `None` when there is none by the deadline.
    pub fn receive(&self, deadline: Option<Instant>) -> Option<OutputEvent> {
        let mut state = self.lock();
        loop {
            if let Some(most) = state.flooded {
                return Some(OutputEvent::Flood(most));
            }
            if let Some(chunk) = state.chunks.pop_front() {
                return Some(OutputEvent::Chunk(chunk));
            }
            if let Some(end) = state.ended {
                return Some(OutputEvent::End(end));
            }
            state = match deadline {
                None => self
                    .changed
                    .wait(state)
                    .unwrap_or_else(PoisonError::into_inner),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return None;
                    }
                    let waited = self.changed.wait_timeout(state, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }

    /// The limit in bytes that was exceeded, if one was.
    #[cfg(target_os = "linux")]
    pub fn flooded(&self) -> Option<u64> {
        self.lock().flooded
    }

    /// Whether the output has ended and all of it was received.
    pub fn is_finished(&self) -> bool {
        let state = self.lock();
        state.ended.is_some() && state.chunks.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, BufferState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(not(target_os = "linux"))]
    use std::time::Duration;

    #[test]
    fn output_is_received_in_order_and_then_the_end() {
        let buffer = StdoutBuffer::default();
        assert!(buffer.read_from(&b"= f5\n"[..], 5));
        let received = buffer.receive(None);
        assert!(
            matches!(&received, Some(OutputEvent::Chunk(chunk)) if chunk.bytes == b"= f5\n"),
            "{received:?}"
        );
        assert!(buffer.is_finished());
        assert!(matches!(buffer.receive(None), Some(OutputEvent::End(_))));
    }

    #[test]
    fn silence_ends_at_the_deadline() {
        let buffer = StdoutBuffer::default();
        let deadline = Instant::now() + Duration::from_millis(20);
        assert_eq!(buffer.receive(Some(deadline)), None);
        assert!(Instant::now() >= deadline);
    }

    #[test]
    fn a_flood_is_not_kept() {
        let buffer = StdoutBuffer::default();
        assert!(!buffer.read_from(std::io::repeat(b'x'), 1 << 20));
        assert!(buffer.lock().chunks.len() <= 16);
        assert_eq!(buffer.receive(None), Some(OutputEvent::Flood(1 << 20)));
    }

    #[test]
    fn every_message_resets_the_limit() {
        let buffer = StdoutBuffer::default();
        for _ in 0..3 {
            assert!(buffer.read_from(&[b'x'; 900][..], 1000));
            assert!(matches!(buffer.receive(None), Some(OutputEvent::Chunk(_))));
            buffer.reset_limit();
        }
        assert!(buffer.read_from(&[b'x'; 900][..], 1000));
        buffer.reset_limit();
        assert!(
            !buffer.read_from(&[b'x'; 200][..], 1000),
            "what was not received still counts"
        );
    }

    #[test]
    fn unread_input_is_limited() {
        let (queue, input) = StdinQueue::new();
        let (reader, writer) = std::io::pipe().expect("a pipe");
        let writer = std::thread::spawn(move || input.run(writer));
        let text = "x".repeat(1 << 17);
        let sent = (0..20).take_while(|_| queue.send(&text)).count();
        assert!((8..=9).contains(&sent), "{sent}");
        drop(reader);
        writer.join().expect("it gives up");
    }
}
