//! A transport on which somebody listens.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::transport::{Chunk, Transport};
use play::Fault;

/// A line of a talk with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// What the program was told.
    Told(String),
    /// What it said.
    Said(String),
}

/// No more lines than this are kept, and no more of a line than so many characters.
const MOST_LINES: usize = 60;
const LONGEST_LINE: usize = 200;

/// No more of what a program said in a game is kept as a whole than so many bytes.
const MOST_SAID: usize = 1 << 20;

/// What was said on a transport: the last lines of it, and all that the program said in the game.
#[derive(Clone, Debug, Default)]
pub(super) struct Notes(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    lines: VecDeque<Spoken>,
    unfinished: String,
    said: String,
}

impl Notes {
    /// Forgets everything: a new game begins.
    pub(super) fn clear(&self) {
        *self.kept() = Kept::default();
    }

    /// The last lines of the talk.
    pub(super) fn excerpt(&self) -> Vec<Spoken> {
        let kept = self.kept();
        let mut lines: Vec<Spoken> = kept.lines.iter().cloned().collect();
        if !kept.unfinished.is_empty() {
            lines.push(Spoken::Said(kept.unfinished.clone()));
        }
        lines
    }

    /// All that the program said.
    pub(super) fn said(&self) -> String {
        self.kept().said.clone()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        // Notes are whole between two lines, whoever panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn push(&mut self, line: Spoken) {
        self.lines.push_back(line);
        if self.lines.len() > MOST_LINES {
            self.lines.pop_front();
        }
    }

    fn hear(&mut self, text: &str) {
        if self.said.len() + text.len() <= MOST_SAID {
            self.said += text;
        }
        for part in text.split_inclusive('\n') {
            let room = LONGEST_LINE.saturating_sub(self.unfinished.chars().count());
            let end = part.trim_end_matches(['\r', '\n']);
            self.unfinished.extend(end.chars().take(room));
            if part.ends_with('\n') {
                let line = std::mem::take(&mut self.unfinished);
                self.push(Spoken::Said(line));
            }
        }
    }
}

/// A transport on which all that is said is noted.
pub(super) struct Recorder {
    pub(super) transport: Box<dyn Transport>,
    pub(super) notes: Notes,
}

impl Transport for Recorder {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        let mut kept = self.notes.kept();
        if !kept.unfinished.is_empty() {
            // A prompt, after which somebody types.
            let line = std::mem::take(&mut kept.unfinished);
            kept.push(Spoken::Said(line));
        }
        for line in text.lines() {
            kept.push(Spoken::Told(line.chars().take(LONGEST_LINE).collect()));
        }
        drop(kept);
        self.transport.send(text)
    }

    fn close_input(&mut self) {
        self.transport.close_input();
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        let piece = self.transport.receive(deadline)?;
        if let Some(piece) = &piece {
            self.notes
                .kept()
                .hear(&String::from_utf8_lossy(&piece.bytes));
        }
        Ok(piece)
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
