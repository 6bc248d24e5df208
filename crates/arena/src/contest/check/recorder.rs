//! Recorder: a transport that logs the lines in both directions.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::transport::{Chunk, Transport};
use play::{Fault, Usage};

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// A line sent to the program.
    Told(String),
    /// A line from the program.
    Said(String),
}

/// The maximum number of lines in the log.
const MAX_LINES: usize = 60;

/// The maximum number of characters of a line in the log.
const MAX_LINE_CHARS: usize = 200;

/// The maximum number of bytes kept of a program's input, and of its output, in a game.
const MAX_KEPT_BYTES: usize = 1 << 20;

/// The log of a transport: its last lines, and the program's whole input and output in the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    lines: VecDeque<Spoken>,
    unfinished: String,
    told: String,
    said: String,
    /// Nothing is waited for after this time.
    until: Option<Instant>,
}

impl Notes {
    /// Clears the log for a new game.
    pub(super) fn clear(&self) {
        *self.kept() = Kept::default();
    }

    /// The last lines in both directions.
    pub(super) fn excerpt(&self) -> Vec<Spoken> {
        let kept = self.kept();
        let mut lines: Vec<Spoken> = kept.lines.iter().cloned().collect();
        if !kept.unfinished.is_empty() {
            lines.push(Spoken::Said(kept.unfinished.clone()));
        }
        lines
    }

    /// From now on its output is waited for at most this long, until the log is cleared.
    pub(super) fn hurry(&self, time: Duration) {
        self.kept().until = Instant::now().checked_add(time);
    }

    /// Whether its last line has no end.
    pub(super) fn is_unfinished(&self) -> bool {
        !self.kept().unfinished.is_empty()
    }

    /// The program's whole input.
    pub(super) fn told(&self) -> String {
        self.kept().told.clone()
    }

    /// The program's whole output.
    pub(super) fn said(&self) -> String {
        self.kept().said.clone()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // The log is consistent between two lines, even after a panic.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn push(&mut self, line: Spoken) {
        self.lines.push_back(line);
        if self.lines.len() > MAX_LINES {
            self.lines.pop_front();
        }
    }

    fn hear(&mut self, text: &str) {
        if self.said.len() + text.len() <= MAX_KEPT_BYTES {
            self.said += text;
        }
        for part in text.split_inclusive('\n') {
            let room = MAX_LINE_CHARS.saturating_sub(self.unfinished.chars().count());
            let end = part.trim_end_matches(['\r', '\n']);
            self.unfinished.extend(end.chars().take(room));
            if part.ends_with('\n') {
                let line = std::mem::take(&mut self.unfinished);
                self.push(Spoken::Said(line));
            }
        }
    }
}

/// A transport that logs everything sent and received.
pub(super) struct Recorder {
    pub(super) transport: Box<dyn Transport>,
    pub(super) notes: Notes,
}

impl Transport for Recorder {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        let mut kept = self.notes.kept();
        if !kept.unfinished.is_empty() {
            // A prompt without a line end, before our input.
            let line = std::mem::take(&mut kept.unfinished);
            kept.push(Spoken::Said(line));
        }
        if kept.told.len() + text.len() <= MAX_KEPT_BYTES {
            kept.told += text;
        }
        for line in text.lines() {
            kept.push(Spoken::Told(line.chars().take(MAX_LINE_CHARS).collect()));
        }
        drop(kept);
        self.transport.send(text)
    }

    fn close_input(&mut self) {
        self.transport.close_input();
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        let until = self.notes.kept().until;
        let deadline = deadline.into_iter().chain(until).min();
        let chunk = self.transport.receive(deadline)?;
        if let Some(chunk) = &chunk {
            self.notes
                .kept()
                .hear(&String::from_utf8_lossy(&chunk.bytes));
        }
        Ok(chunk)
    }

    fn exit_status(&mut self) -> String {
        self.transport.exit_status()
    }

    fn stderr(&mut self) -> String {
        self.transport.stderr()
    }

    fn rest(&mut self) -> Result<Usage, Fault> {
        self.transport.rest()
    }

    fn resume(&mut self) -> Result<(), Fault> {
        self.transport.resume()
    }

    fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        self.transport.stop(patience)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes what is asked of it.
    #[derive(Default)]
    struct Asked(Arc<Mutex<Vec<&'static str>>>);

    impl Asked {
        fn note(&self, what: &'static str) {
            self.0.lock().expect("one thread").push(what);
        }
    }

    impl Transport for Asked {
        fn send(&mut self, _: &str) -> Result<(), Fault> {
            self.note("send");
            Ok(())
        }
        fn close_input(&mut self) {
            self.note("close");
        }
        fn receive(&mut self, _: Option<Instant>) -> Result<Option<Chunk>, Fault> {
            self.note("receive");
            Ok(None)
        }
        fn exit_status(&mut self) -> String {
            self.note("status");
            String::new()
        }
        fn stderr(&mut self) -> String {
            self.note("stderr");
            String::new()
        }
        fn rest(&mut self) -> Result<Usage, Fault> {
            self.note("rest");
            Ok(Usage::default())
        }
        fn resume(&mut self) -> Result<(), Fault> {
            self.note("resume");
            Ok(())
        }
        fn stop(&mut self, _: Duration) -> Result<(), Fault> {
            self.note("stop");
            Ok(())
        }
    }

    /// A program rests in a check as it does in a cup.
    #[test]
    fn everything_reaches_the_program() {
        let asked = Asked::default();
        let log = Arc::clone(&asked.0);
        let mut recorder = Recorder {
            transport: Box::new(asked),
            notes: Notes::default(),
        };
        recorder.resume().expect("it is there");
        recorder.send("black 4 0\n").expect("it is there");
        recorder.receive(None).expect("it is there");
        recorder.rest().expect("it is there");
        recorder.close_input();
        recorder.exit_status();
        recorder.stderr();
        recorder.stop(Duration::ZERO).expect("it is there");
        let all = [
            "resume", "send", "receive", "rest", "close", "status", "stderr", "stop",
        ];
        assert_eq!(*log.lock().expect("one thread"), all);
        assert_eq!(recorder.notes.told(), "black 4 0\n");
    }
}
