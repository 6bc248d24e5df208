//! A cup as it goes on.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result};
use arena::contest::{Next, Pairing, Played, Schedule};
use arena::cup::{Event, Format, Tournament};
use rules::{Color, Game};

use super::words;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// What is shown changes no more often than this.
const BLINK: Duration = Duration::from_millis(100);

/// How many leaders are named.
const LEADERS: usize = 8;

/// A cup whose games are shown while they are played, and told when they have ended.
pub struct Live {
    course: Tournament,
    names: Vec<String>,
    progress: Progress,
    /// Lines go where the results do not.
    to_stderr: bool,
    /// The games going on: what is shown of each.
    tables: BTreeMap<usize, String>,
    shown: Instant,
    /// How many games have ended since results were asked for last.
    news: usize,
    failure: Option<Error>,
    stop: Arc<AtomicBool>,
}

impl Live {
    /// A cup before its next game.
    pub fn new(course: Tournament, to_stderr: bool, interrupt: &Interrupt) -> Live {
        Live {
            names: words::names(&course),
            course,
            progress: Progress::block(),
            to_stderr,
            tables: BTreeMap::new(),
            shown: Instant::now(),
            news: 0,
            failure: None,
            stop: interrupt.shared(),
        }
    }

    /// The cup as it stands, and why it had to end if it had to.
    pub fn close(self) -> (Tournament, Option<Error>) {
        (self.course, self.failure)
    }

    /// The cup as it stands, if there is anything new.
    pub fn news(&mut self) -> Option<Event> {
        let is_new = std::mem::take(&mut self.news) > 0;
        is_new.then(|| self.course.event())
    }

    /// Says something that stays.
    fn tell(&self, line: &str) -> Result<()> {
        let printed = self.progress.aside(|| {
            if self.to_stderr {
                // With results as JSON this is an extra; nobody need listen.
                let _ = writeln!(io::stderr(), "{line}");
                Ok(())
            } else {
                let mut out = io::stdout().lock();
                writeln!(out, "{line}").and_then(|()| out.flush())
            }
        });
        printed.context("the cup was stopped: cannot write what has been played")
    }

    /// Shows the games going on and the leaders.
    fn show(&mut self, now: bool) {
        if !now && self.shown.elapsed() < BLINK {
            return;
        }
        self.shown = Instant::now();
        let (course, names, tables) = (&self.course, &self.names, &self.tables);
        self.progress.say(|| {
            let width = words::width().saturating_sub(1);
            let mut lines = vec![leaders(course, names)];
            lines.extend(tables.values().map(|table| format!("  {table}")));
            let cut = |line: &String| line.chars().take(width).collect::<String>();
            lines.iter().map(cut).collect::<Vec<_>>().join("\n")
        });
    }

    fn table(&self, pairing: &Pairing, game: &Game) -> String {
        let meeting = self.course.fixtures().meeting(Tournament::slot(pairing));
        let label = meeting.map_or("", |meeting| meeting.label.as_str());
        let [black, white] = [Color::Black, Color::White].map(|color| {
            let discs = game.counts()[color];
            (&self.names[pairing.seats[color]], discs)
        });
        let moves = game.turns().len();
        format!(
            "{label}  {} {}-{} {}, {} played",
            black.0,
            black.1,
            white.1,
            white.0,
            words::count(moves, "move")
        )
    }
}

/// Who is ahead: the leaders of the table, or the ties of a knock-out that are going on.
fn leaders(course: &Tournament, names: &[String]) -> String {
    let (fixtures, scores) = (course.fixtures(), course.scores());
    let played = words::count(scores.len(), "game");
    let list: Vec<String> = if fixtures.rules().format == Format::Knockout {
        let tallies = fixtures
            .meetings()
            .map(|meeting| (meeting, meeting.tally(scores)));
        let going_on = tallies.filter(|(_, tally)| !tally.over);
        let tie = going_on.map(|(meeting, tally)| {
            let [one, other] = meeting.entrants.map(|entrant| &names[entrant]);
            let [more, less] = tally.halves.map(words::points);
            format!("{one} {more}-{less} {other}")
        });
        tie.take(LEADERS).collect()
    } else {
        let table = fixtures.standings(scores);
        let leaders = table.iter().take(LEADERS).map(|line| {
            let halves = (2.0 * line.points) as u32;
            format!("{} {}", names[line.entrant], words::points(halves))
        });
        leaders.collect()
    };
    format!("{played} played. {}", list.join(", "))
}

impl Schedule for Live {
    fn next(&mut self) -> Next {
        self.course.next()
    }

    fn begun(&mut self, pairing: &Pairing) {
        let table = self.table(pairing, &pairing.opening);
        self.tables.insert(pairing.number, table);
        self.show(true);
    }

    fn moved(&mut self, pairing: &Pairing, game: &Game) {
        if Progress::is_possible() {
            let table = self.table(pairing, game);
            self.tables.insert(pairing.number, table);
            self.show(false);
        }
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        let slot = Tournament::slot(pairing);
        self.tables.remove(&pairing.number);
        let meeting = self.course.fixtures().meeting(slot);
        let label = meeting.map_or(String::new(), |meeting| meeting.label.clone());
        let line = words::game(&label, &self.names, pairing.seats, &played);
        self.course.ended(pairing, played);
        self.news += 1;
        let mut told = Ok(());
        match self.course.take_failure() {
            Some(error) => {
                told = Err(error).context("the cup was stopped: a game could not be kept");
            }
            None => {
                let decision = words::decision(&self.course, slot, &self.names);
                for line in [line, decision].iter().filter(|line| !line.is_empty()) {
                    told = told.and_then(|()| self.tell(line));
                }
            }
        }
        if let Err(error) = told {
            self.failure.get_or_insert(error);
            self.stop.store(true, Ordering::SeqCst);
        }
        self.show(true);
    }
}
