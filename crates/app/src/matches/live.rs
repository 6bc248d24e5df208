//! The display of a running match.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Error, Result};
use arena::contest::{Pairing, Played, Schedule};
use arena::matches::HeadToHead;
use arena::rating::Verdict;
use jobs::Next;
use rules::{ByColor, Record};

use super::summary;
use crate::cli::MatchArgs;
use crate::progress::Progress;
use records::RecordFile;

/// Time between two lines where no progress bar can be shown.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// Minimum time between two updates of the score.
const REFRESH_INTERVAL: Duration = Duration::from_millis(100);

/// Maximum time until games are written into the record file.
const WRITE_INTERVAL: Duration = Duration::from_secs(5);

/// A schedule that shows the score of a match and writes its games into a file.
pub struct Live<'a> {
    head_to_head: HeadToHead,
    names: [String; 2],
    progress: Progress,
    /// True if lines are printed instead of a progress bar.
    lines: bool,
    said: Instant,
    ended: usize,
    book: Option<Book>,
    failure: Option<Error>,
    stop: &'a AtomicBool,
}

impl<'a> Live<'a> {
    /// A match before its first game. `stop` is set when no more games are to be played.
    pub fn new(
        head_to_head: HeadToHead,
        args: &MatchArgs,
        names: [String; 2],
        stop: &'a AtomicBool,
    ) -> Result<Live<'a>> {
        let book = args.record.as_deref().map(RecordFile::open).transpose()?;
        Ok(Live {
            progress: if args.has_end() {
                Progress::new(Some(head_to_head.most_games()))
            } else {
                Progress::spinner()
            },
            head_to_head,
            lines: !Progress::is_possible(),
            said: Instant::now(),
            ended: 0,
            book: book.map(|file| Book::new(file, names.clone())),
            names,
            failure: None,
            stop,
        })
    }

    /// The match, with its games written, and the first error, if any.
    pub fn close(mut self) -> (HeadToHead, Option<Error>) {
        let last = (self.head_to_head.verdict() != Verdict::Open)
            .then(|| self.head_to_head.tally().games().total());
        if let Some(book) = &mut self.book {
            let written = book.close(last.map(|games| games as usize));
            self.failure = self.failure.or(written.err());
        }
        (self.head_to_head, self.failure)
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
        let line = summary::so_far(&self.names, &self.head_to_head);
        if self.lines {
            // A failed write is ignored: the result follows.
            let _ = writeln!(io::stderr(), "{line}");
        } else {
            self.progress.say(|| line);
        }
    }
}

impl Schedule for Live<'_> {
    fn next(&mut self) -> Next<Pairing> {
        self.head_to_head.next()
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        let decided = self.head_to_head.verdict() != Verdict::Open;
        if let Some(book) = self.book.as_mut().filter(|_| !decided)
            && let Err(error) = book.add(pairing, &played)
        {
            self.failure = Some(error);
            self.stop.store(true, Ordering::SeqCst);
        }
        self.ended += 1;
        self.head_to_head.ended(pairing, played);
        if self.head_to_head.verdict() != Verdict::Open {
            // Games in progress do not count any more.
            self.stop.store(true, Ordering::SeqCst);
        }
        self.say();
    }

    fn is_settled(&self) -> bool {
        self.failure.is_some() || self.head_to_head.is_settled()
    }
}

/// Writes the games of a match into a file in the order of their numbers.
struct Book {
    file: RecordFile,
    names: [String; 2],
    /// Ended games that wait for games before them.
    waiting: BTreeMap<usize, Record>,
    /// The number of the next game to write.
    next: usize,
    ready: Vec<Record>,
    written: Instant,
}

impl Book {
    fn new(file: RecordFile, names: [String; 2]) -> Book {
        Book {
            file,
            names,
            waiting: BTreeMap::new(),
            next: 1,
            ready: Vec::new(),
            written: Instant::now(),
        }
    }

    fn add(&mut self, pairing: &Pairing, played: &Played) -> Result<()> {
        let mut record = played.record();
        let names = ByColor::from_fn(|color| self.names[pairing.seats[color]].clone());
        RecordFile::introduce(&mut record, names);
        record.info.event = format!("{} - {}", self.names[0], self.names[1]);
        record.info.round = pairing.number.to_string();
        self.waiting.insert(pairing.number, record);
        while let Some(record) = self.waiting.remove(&self.next) {
            self.ready.push(record);
            self.next += 1;
        }
        if self.written.elapsed() >= WRITE_INTERVAL {
            self.write()?;
        }
        Ok(())
    }

    /// Writes the remaining games: all of them, or those up to the one that decided the SPRT.
    fn close(&mut self, last: Option<usize>) -> Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let counted = |number: usize| last.is_none_or(|last| number <= last);
        let rest = waiting.into_iter().filter(|(number, _)| counted(*number));
        self.ready.extend(rest.map(|(_, record)| record));
        self.write()
    }

    fn write(&mut self) -> Result<()> {
        self.written = Instant::now();
        self.file.add(&std::mem::take(&mut self.ready))
    }
}
