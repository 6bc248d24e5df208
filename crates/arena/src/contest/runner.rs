//! The game runner: plays the games of a schedule at tables, on threads of this process.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard};

use jobs::{Batch, Control, Executor, Failure, Job, LocalExecutor, Next};
use rules::ByColor;

use play::{Player, TimeControl};

use super::conditions::Conditions;
use super::played::Played;
use super::referee::Referee;
use super::schedule::{Pairing, Schedule};
use super::table::Table;

/// Creates the player of an entrant: the entrant's index, and the number of its chair. Table 3 has the
/// chairs 6 and 7.
pub type Sit<'a> = dyn Fn(usize, usize) -> Box<dyn Player> + Sync + 'a;

/// Plays the games of a schedule, each at a table with its own referee.
///
/// Games are jobs of a [`LocalExecutor`], whose threads are the tables. Players stay at a table
/// from one game to the next, so that a program is not started for each game. A player that lost by
/// a fault is replaced.
#[derive(Clone, Copy, Debug)]
pub struct GameRunner<'a> {
    /// The number of parallel games.
    pub tables: usize,
    /// The time control.
    pub time: TimeControl,
    /// The time controls of entrants that have their own, by index.
    pub own_times: &'a [Option<TimeControl>],
    /// The number of empty squares from which games are adjudicated, if they are.
    pub adjudicate: Option<u32>,
    /// The number of players kept at each table; at least the two of a game.
    pub seats: usize,
    /// Stops all games when it is set.
    pub stop: &'a AtomicBool,
}

impl<'a> GameRunner<'a> {
    /// The default number of players kept at a table: a few waiting programs cost little, a hundred
    /// do not.
    pub const SEATS: usize = 4;

    /// A runner whose tables keep the default number of players.
    #[must_use]
    pub fn new(tables: usize, time: TimeControl, stop: &'a AtomicBool) -> GameRunner<'a> {
        GameRunner {
            tables,
            time,
            own_times: &[],
            adjudicate: None,
            seats: GameRunner::SEATS,
            stop,
        }
    }

    /// Plays until the schedule is done or the runner is stopped. Games in progress at a stop are
    /// not reported. When this returns, every player has been closed.
    ///
    /// # Panics
    /// When the schedule or `sit` panics.
    pub fn run(&self, schedule: &Mutex<dyn Schedule + '_>, sit: &Sit<'_>) {
        let contest = Contest {
            schedule,
            sit,
            runner: *self,
            referee: Referee {
                time: self.time,
                stop: self.stop,
            },
        };
        let mut games = TableGames {
            contest: &contest,
            playing: Vec::new(),
        };
        let seats = self.seats;
        let mut tables = LocalExecutor::new(self.tables, |number| Table::new(number, seats));
        let ran = tables.run(&mut games, self.stop);
        ran.expect("threads of this process need nothing else");
    }
}

/// The shared data of the games of one run.
struct Contest<'a> {
    schedule: &'a Mutex<dyn Schedule + 'a>,
    sit: &'a Sit<'a>,
    runner: GameRunner<'a>,
    referee: Referee<'a>,
}

impl<'a> Contest<'a> {
    /// The conditions of a game.
    fn conditions(&self, pairing: &Pairing) -> Conditions {
        let own_time = |entrant: usize| self.runner.own_times.get(entrant).copied().flatten();
        Conditions {
            times: ByColor::from_fn(|color| {
                own_time(pairing.seats[color]).unwrap_or(self.runner.time)
            }),
            adjudicate: self.runner.adjudicate,
        }
    }

    fn schedule(&self) -> MutexGuard<'_, dyn Schedule + 'a> {
        self.schedule.lock().expect("the schedule has not panicked")
    }
}

/// A game at a table, as a job.
struct TableGame<'a> {
    pairing: Pairing,
    contest: &'a Contest<'a>,
}

impl Job for TableGame<'_> {
    type Answer = Played;
    type Worker = Table;

    fn run(&self, table: &mut Table, _: &mut Control<'_>) -> Result<Played, Failure> {
        let TableGame { pairing, contest } = self;
        let mut seats = table.seat(pairing, contest.sit);
        seats.black.prepare(pairing.number);
        seats.white.prepare(pairing.number);
        let pair = ByColor {
            black: &mut *seats.black as &mut dyn Player,
            white: &mut *seats.white,
        };
        let conditions = contest.conditions(pairing);
        let referee = &contest.referee;
        let played =
            referee.play_under(&conditions, &pairing.opening, pair, &mut |game, clocks| {
                contest.schedule().moved(pairing, game, clocks);
            });
        let played = played.ok_or(Failure::Stopped)?;
        table.release(pairing, seats, &played);
        Ok(played)
    }

    fn verify(&self, played: &Played) -> Result<(), String> {
        self.pairing.check(played)
    }
}

/// The games of a schedule, shared with another thread.
struct TableGames<'a> {
    contest: &'a Contest<'a>,
    /// The games that are being played.
    playing: Vec<Pairing>,
}

impl<'a> Batch<TableGame<'a>> for TableGames<'a> {
    fn next(&mut self) -> Next<TableGame<'a>> {
        let mut schedule = self.contest.schedule();
        match schedule.next() {
            Next::Job(number, pairing) => {
                schedule.begun(&pairing);
                self.playing.push(pairing.clone());
                let contest = self.contest;
                Next::Job(number, TableGame { pairing, contest })
            }
            Next::Wait => Next::Wait,
            Next::Done => Next::Done,
        }
    }

    /// # Panics
    /// When the game failed: the referee catches panics of players, so the panic is one of `sit`.
    fn answered(&mut self, number: usize, answer: Result<Played, String>) -> ControlFlow<()> {
        let played = answer.unwrap_or_else(|reason| panic!("game {number}: {reason}"));
        let place = self.playing.iter().position(|game| game.number == number);
        if let Some(place) = place {
            let pairing = self.playing.swap_remove(place);
            self.contest.schedule().ended(&pairing, played);
        }
        ControlFlow::Continue(())
    }
}
