//! Recorder: a transport that logs the lines in both directions.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::transport::{Chunk, Transport};
use play::Fault;

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

/// The maximum number of bytes kept of a program's output in a game.
const MAX_OUTPUT_BYTES: usize = 1 << 20;

/// The log of a transport: its last lines, and the program's whole output in the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    lines: VecDeque<Spoken>,
    unfinished: String,
    said: String,
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
        if self.said.len() + text.len() <= MAX_OUTPUT_BYTES {
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

    fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        self.transport.stop(patience)
    }
}
