//! The display of a running cup.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result};
use arena::contest::{Pairing, Played, Schedule};
use arena::cup::{Event, Tournament};
use jobs::Next;
use play::Clock;
use rules::{ByColor, Color, Game};

use super::messages;
use crate::interrupt::Interrupt;
use crate::progress::Progress;

/// Minimum time between two updates of the display.
const REFRESH_INTERVAL: Duration = Duration::from_millis(100);

/// Number of leaders shown.
const LEADERS: usize = 8;

/// A schedule that shows the games of a cup while they are played and reports their results.
pub struct Live {
    course: Tournament,
    names: Vec<String>,
    progress: Progress,
    /// True if messages go to standard error, since standard output has the JSON results.
    to_stderr: bool,
    /// The line shown for each game in progress.
    tables: BTreeMap<usize, String>,
    shown: Instant,
    /// Games ended since the last call of `news`.
    news: usize,
    failure: Option<Error>,
    stop: Arc<AtomicBool>,
}

impl Live {
    /// A cup before its next game.
    pub fn new(course: Tournament, to_stderr: bool, interrupt: &Interrupt) -> Live {
        Live {
            names: messages::names(&course),
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

    /// Prints the games that were lost by withdrawals before the first game.
    pub fn begin(&mut self) -> Result<()> {
        let lines = messages::forfeits(&mut self.course, &self.names);
        lines.iter().try_for_each(|line| self.tell(line))
    }

    /// The cup, and the error that stopped it, if any.
    pub fn close(self) -> (Tournament, Option<Error>) {
        (self.course, self.failure)
    }

    /// The cup.
    pub fn course(&self) -> &Tournament {
        &self.course
    }

    /// The results so far, if a game has ended since the last call.
    pub fn news(&mut self) -> Option<Event> {
        let is_new = std::mem::take(&mut self.news) > 0;
        is_new.then(|| self.course.event())
    }

    /// Prints a line above the display.
    fn tell(&self, line: &str) -> Result<()> {
        let printed = self.progress.aside(|| {
            if self.to_stderr {
                // With JSON results these lines are optional: a failed write is ignored.
                let _ = writeln!(io::stderr(), "{line}");
                Ok(())
            } else {
                let mut out = io::stdout().lock();
                writeln!(out, "{line}").and_then(|()| out.flush())
            }
        });
        printed.context("the cup was stopped: cannot write what has been played")
    }

    /// Updates the display: games in progress and leaders.
    fn show(&mut self, now: bool) {
        if !now && self.shown.elapsed() < REFRESH_INTERVAL {
            return;
        }
        self.shown = Instant::now();
        let (course, names, tables) = (&self.course, &self.names, &self.tables);
        self.progress.say(|| {
            let width = messages::width().saturating_sub(1);
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
            messages::count(moves, "move")
        )
    }
}

/// The leaders of the table, or the current ties of a knock-out.
fn leaders(course: &Tournament, names: &[String]) -> String {
    let (fixtures, scores) = (course.fixtures(), course.scores());
    let played = messages::count(course.games_counted(), "game");
    let list: Vec<String> = if fixtures.seeds().is_some() {
        let tallies = fixtures
            .meetings()
            .map(|meeting| (meeting, meeting.tally(scores)));
        let going_on = tallies.filter(|(_, tally)| !tally.over);
        let tie = going_on.map(|(meeting, tally)| {
            let [one, other] = meeting.entrants.map(|entrant| &names[entrant]);
            let [more, less] = tally.halves.map(messages::points);
            format!("{one} {more}-{less} {other}")
        });
        tie.take(LEADERS).collect()
    } else {
        let table = fixtures.standings(scores);
        let leaders = table.iter().take(LEADERS).map(|line| {
            let halves = (2.0 * line.points) as u32;
            format!("{} {}", names[line.entrant], messages::points(halves))
        });
        leaders.collect()
    };
    format!("{played} played. {}", list.join(", "))
}

impl Schedule for Live {
    fn next(&mut self) -> Next<Pairing> {
        self.course.next()
    }

    fn begun(&mut self, pairing: &Pairing) {
        let table = self.table(pairing, &pairing.opening);
        self.tables.insert(pairing.number, table);
        self.show(true);
    }

    fn moved(&mut self, pairing: &Pairing, game: &Game, _: &ByColor<Clock>) {
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
        let line = messages::game((slot, &label), &self.names, pairing.seats, &played);
        let disturbed = played.disturbed.clone();
        self.course.ended(pairing, played);
        let is_repeated = !self.course.scores().contains_key(&slot);
        let disturbed = disturbed.map_or_else(String::new, |reason| {
            messages::disturbed(&reason, is_repeated)
        });
        self.news += 1;
        let mut told = Ok(());
        match self.course.take_failure() {
            Some(error) => {
                told = Err(error).context("the cup was stopped: a game could not be kept");
            }
            None => {
                let decision = messages::decision(&self.course, slot, &self.names);
                let mut lines = vec![line, disturbed, decision];
                lines.extend(messages::forfeits(&mut self.course, &self.names));
                for line in lines.iter().filter(|line| !line.is_empty()) {
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
