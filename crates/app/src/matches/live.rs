//! A running match: its journal, its files and its display.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Error, Result, anyhow};
use arena::contest::{Pairing, Played, Schedule};
use arena::matches::{MatchJournal, MatchSchedule};
use arena::rating::Verdict;
use jobs::Next;

use super::outputs::Outputs;
use super::{standings, summary};
use crate::cli::MatchArgs;
use crate::progress::Progress;

/// Time between two lines where no progress bar can be shown.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Minimum time between two updates of the score.
const REFRESH_INTERVAL: Duration = Duration::from_millis(100);

/// A schedule that shows the score of a match, and writes its games into its journal and its files.
pub struct Live<'a> {
    schedule: MatchSchedule,
    names: Vec<String>,
    journal: Option<MatchJournal>,
    /// Games of the journal that the schedule has not come to yet, by number.
    kept: BTreeMap<usize, Played>,
    /// The number of games that came from the journal.
    resumed: usize,
    outputs: Outputs,
    progress: Progress,
    /// True if lines are printed instead of a progress bar.
    lines: bool,
    said: Instant,
    ended: usize,
    failure: Option<Error>,
    stop: &'a AtomicBool,
}

/// A match that was played or stopped.
pub struct Closed {
    /// Its games.
    pub schedule: MatchSchedule,
    /// The number of games that came from the journal.
    pub resumed: usize,
    /// The first error.
    pub failure: Option<Error>,
}

impl<'a> Live<'a> {
    /// A match before its first game. `stop` is set when no more games are to be played.
    pub fn new(
        schedule: MatchSchedule,
        args: &MatchArgs,
        names: &[String],
        stop: &'a AtomicBool,
    ) -> Result<Live<'a>> {
        Ok(Live {
            progress: if args.has_end() {
                Progress::new(Some(schedule.most_games()))
            } else {
                Progress::spinner()
            },
            schedule,
            names: names.to_vec(),
            journal: None,
            kept: BTreeMap::new(),
            resumed: 0,
            outputs: Outputs::open(args, names)?,
            lines: !Progress::is_possible(),
            said: Instant::now(),
            ended: 0,
            failure: None,
            stop,
        })
    }

    /// The same match with a journal and the games in it, which are not played again.
    pub fn going_on(mut self, journal: MatchJournal, kept: BTreeMap<usize, Played>) -> Live<'a> {
        self.journal = Some(journal);
        self.kept = kept;
        self
    }

    /// The match, with its games written.
    pub fn close(self) -> Closed {
        let last = self
            .is_decided()
            .then(|| self.schedule.score().games().total());
        let written = self.outputs.close(last.map(|games| games as usize));
        Closed {
            schedule: self.schedule,
            resumed: self.resumed,
            failure: self.failure.or(written.err()),
        }
    }

    fn is_decided(&self) -> bool {
        self.schedule.verdict() != Verdict::Open
    }

    /// Writes a game down and counts it.
    fn count(&mut self, pairing: &Pairing, played: Played, is_new: bool) {
        if !self.is_decided()
            && let Err(error) = self.write(pairing, &played, is_new)
        {
            self.fail(error);
        }
        self.ended += 1;
        self.schedule.ended(pairing, played);
        if self.is_decided() {
            // Games in progress do not count any more.
            self.stop.store(true, Ordering::SeqCst);
        }
        self.say();
    }

    fn write(&mut self, pairing: &Pairing, played: &Played, is_new: bool) -> Result<()> {
        if let Some(journal) = self.journal.as_mut().filter(|_| is_new) {
            journal.add(pairing.number, played)?;
        }
        self.outputs.add(pairing, played, is_new)
    }

    fn fail(&mut self, error: Error) {
        self.failure.get_or_insert(error);
        self.stop.store(true, Ordering::SeqCst);
    }

    fn say(&mut self) {
        self.progress.done(self.ended);
        let pause = if self.lines {
            LINE_INTERVAL
        } else {
            REFRESH_INTERVAL
        };
        if self.said.elapsed() < pause {
            return;
        }
        self.said = Instant::now();
        let line = match self.names.len() {
            2 => summary::so_far(&self.names, &self.schedule),
            _ => standings::so_far(&self.names, &self.schedule),
        };
        if self.lines {
            // A failed write is ignored: the result follows.
            let _ = writeln!(io::stderr(), "{line}");
        } else {
            self.progress.say(|| line);
        }
    }
}

impl Schedule for Live<'_> {
    /// The next game that is not in the journal. Games in it are counted on the way.
    fn next(&mut self) -> Next<Pairing> {
        while self.failure.is_none() {
            let Next::Job(number, pairing) = self.schedule.next() else {
                break;
            };
            let Some(played) = self.kept.remove(&number) else {
                return Next::Job(number, pairing);
            };
            if let Err(why) = pairing.check(&played) {
                self.fail(anyhow!("game {number} of the journal: {why}"));
                break;
            }
            self.resumed += 1;
            self.count(&pairing, played, false);
        }
        Next::Done
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        self.count(pairing, played, true);
    }

    fn is_settled(&self) -> bool {
        self.failure.is_some() || self.schedule.is_settled()
    }
}
