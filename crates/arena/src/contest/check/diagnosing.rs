//! Diagnosing: the examiner asks a program again, to find the mistake behind a fault.

use std::path::Path;
use std::sync::Arc;

use rules::{Color, Diagram, Game, Point};

use super::diagnosis::{Diagnosis, MoveMistake};
use super::examiner::Examiner;
use super::probe;
use super::report::Verdict;
use super::{Check, Scope};
use crate::protocol::Protocol;
use crate::sandbox::Sandbox;
use play::{Clock, Fault};

impl Examiner<'_> {
    /// The same verdict with the mistake behind it, if asking the program again shows one. `first`
    /// is the number of moves of the opening.
    pub(super) fn diagnosed(
        &mut self,
        verdict: Verdict,
        game: &Game,
        first: usize,
        color: Color,
    ) -> Verdict {
        let Verdict::Bad(mut trouble) = verdict else {
            return verdict;
        };
        let asked = self.scope == Scope::Whole && !self.is_stopped();
        if asked && trouble.diagnosis.is_none() {
            trouble.diagnosis = match &trouble.fault {
                Fault::Died(_) => self.needs_own_folder().then_some(Diagnosis::OwnFolder),
                // It has answered before, so that its answers arrive.
                Fault::Silent { .. } if has_moved(game, first, color) => Some(Diagnosis::Slow),
                Fault::Silent { .. } => self.silence(),
                Fault::Protocol(_) => self.has_open_line().then_some(Diagnosis::OpenLine),
                Fault::Illegal(error) => {
                    let answers = self.answers(game, first, color, error.point);
                    MoveMistake::behind(&answers).map(Diagnosis::Move)
                }
                _ => None,
            };
        }
        Verdict::Bad(trouble)
    }

    /// Why the program has never answered: it is too slow, or it keeps its output in a buffer.
    fn silence(&mut self) -> Option<Diagnosis> {
        let found = self.silence.get_or_insert_with(|| {
            let (told, said) = (self.notes.told(), self.notes.said());
            let allowed = Clock::new(self.time).tolerated();
            probe::silence(&self.launch, &told, &said, allowed)
        });
        found.clone()
    }

    /// Whether the program waits for more input with an answer that has no end of a line.
    fn has_open_line(&self) -> bool {
        self.launch.protocol == Protocol::Simple && self.notes.is_unfinished()
    }

    /// Whether the program, which ended by itself in its sandbox, plays if it may write in its own
    /// folder. It is tried in a copy.
    fn needs_own_folder(&mut self) -> bool {
        *self.needs_own_folder.get_or_insert_with(|| {
            let folder = self.launch.folder.as_deref().unwrap_or(Path::new("."));
            if self.launch.sandbox.sandbox == Sandbox::Off || Sandbox::available().is_err() {
                return false;
            }
            let Some(copy) = probe::WritableCopy::of(folder) else {
                return false;
            };
            let check = Check {
                launch: copy.launch(&self.launch),
                sizes: self.sizes.clone(),
                time: self.time,
                manners: self.manners,
                scope: Scope::FirstGame,
                stop: Arc::clone(&self.stop),
            };
            check.run(&mut |_| ()).is_passed()
        })
    }

    /// The program's answers in a game that ended with an illegal move, and its answers in more
    /// positions if its protocol allows to ask for any.
    fn answers(
        &mut self,
        game: &Game,
        first: usize,
        color: Color,
        illegal: Point,
    ) -> Vec<(Diagram, Point)> {
        let own = game.turns()[first..].iter();
        let own = own.filter(|turn| turn.color() == color);
        let mut answers: Vec<_> = own.map(|turn| (*turn.before(), turn.point())).collect();
        answers.push((*game.diagram(), illegal));
        if matches!(self.launch.protocol, Protocol::Simple | Protocol::Once) {
            let clock = Clock::new(self.time);
            answers.extend(probe::more_answers(&mut self.program, game.size(), &clock));
        }
        answers
    }
}

/// Whether a side has made a move after the opening.
fn has_moved(game: &Game, first: usize, color: Color) -> bool {
    let mut turns = game.turns()[first..].iter();
    turns.any(|turn| turn.color() == color)
}
