//! Where many games are played side by side.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use rules::{ByColor, Color};

use super::played::{Ending, Played};
use super::referee::Referee;
use super::schedule::{Next, Pairing, Schedule};
use play::Player;
use play::TimeControl;

/// Brings an entrant to a table: which one, to which table.
pub type Sit<'a> = dyn Fn(usize, usize) -> Box<dyn Player> + Sync + 'a;

/// Plays the games of a schedule at some tables, each with a referee of its own.
///
/// Contestants stay at a table from one game to the next, so that a program need not be started
/// for each. Whoever lost by a fault is replaced.
#[derive(Clone, Copy, Debug)]
pub struct Hall<'a> {
    /// How many games are played at once.
    pub tables: usize,
    /// In how much time.
    pub time: TimeControl,
    /// How many contestants stay at each table; at least the two of a game.
    pub seats: usize,
    /// Breaks everything off when it is set.
    pub stop: &'a AtomicBool,
}

/// How long a table without a game waits before it looks whether it should stop.
const GLANCE: Duration = Duration::from_millis(50);

impl<'a> Hall<'a> {
    /// How many contestants stay at a table when nothing else is said: a few programs that wait
    /// cost little, a hundred do not.
    pub const SEATS: usize = 4;

    /// A hall with tables that keep as many contestants as is usual.
    #[must_use]
    pub fn new(tables: usize, time: TimeControl, stop: &'a AtomicBool) -> Hall<'a> {
        Hall {
            tables,
            time,
            seats: Hall::SEATS,
            stop,
        }
    }

    /// Plays until the schedule is done or the hall is stopped. Games that were going on then are
    /// not reported. When this returns, every contestant has left.
    ///
    /// # Panics
    /// When the schedule panics, or `sit`.
    pub fn run(&self, schedule: &Mutex<dyn Schedule + '_>, sit: &Sit<'_>) {
        let board = Board {
            schedule,
            ended: Mutex::new(0),
            news: Condvar::new(),
            playing: AtomicUsize::new(0),
        };
        thread::scope(|scope| {
            for number in 0..self.tables.max(1) {
                let table = Table {
                    number,
                    most: self.seats.max(2),
                    sit,
                    waiting: Vec::new(),
                };
                let board = &board;
                scope.spawn(move || self.host(board, table));
            }
        });
    }

    /// Plays at one table.
    fn host(&self, board: &Board<'_>, mut table: Table<'_>) {
        let referee = Referee {
            time: self.time,
            stop: self.stop,
        };
        while let Some(pairing) = board.next(self.stop) {
            let mut seats = table.seat(&pairing);
            seats.black.prepare(pairing.number);
            seats.white.prepare(pairing.number);
            let pair = ByColor {
                black: &mut *seats.black as &mut dyn Player,
                white: &mut *seats.white,
            };
            let played = referee.play(&pairing.opening, pair, &mut |game| {
                board.lock().moved(&pairing, game);
            });
            let Some(played) = played else { return };
            table.release(&pairing, seats, &played);
            board.report(&pairing, played);
        }
    }
}

/// The board with the schedule on it, at which all tables look.
struct Board<'a> {
    schedule: &'a Mutex<dyn Schedule + 'a>,
    /// How many games have ended.
    ended: Mutex<usize>,
    news: Condvar,
    /// Games going on; changed only under the schedule's lock.
    playing: AtomicUsize,
}

const COUNTED: &str = "counting does not panic";

impl<'a> Board<'a> {
    fn ended(&self) -> MutexGuard<'_, usize> {
        self.ended.lock().expect(COUNTED)
    }

    fn lock(&self) -> MutexGuard<'_, dyn Schedule + 'a> {
        self.schedule.lock().expect("the schedule has not panicked")
    }

    /// The next game, waited for where need be; `None` when there is none, or at the stop.
    fn next(&self, stop: &AtomicBool) -> Option<Pairing> {
        while !stop.load(Ordering::SeqCst) {
            let known = *self.ended();
            let mut schedule = self.lock();
            match schedule.next() {
                Next::Game(pairing) => {
                    self.playing.fetch_add(1, Ordering::SeqCst);
                    schedule.begun(&pairing);
                    return Some(*pairing);
                }
                // Nothing can end any more, so nothing can begin.
                Next::Wait if self.playing.load(Ordering::SeqCst) == 0 => return None,
                Next::Wait => {
                    drop(schedule);
                    let unchanged = |ended: &mut usize| *ended == known;
                    let waited = self
                        .news
                        .wait_timeout_while(self.ended(), GLANCE, unchanged);
                    drop(waited.expect(COUNTED));
                }
                Next::Done => return None,
            }
        }
        None
    }

    fn report(&self, pairing: &Pairing, played: Played) {
        let mut schedule = self.lock();
        schedule.ended(pairing, played);
        self.playing.fetch_sub(1, Ordering::SeqCst);
        drop(schedule);
        *self.ended() += 1;
        self.news.notify_all();
    }
}

/// A table and who waits at it for the next game, the one who played last at the end.
struct Table<'a> {
    number: usize,
    most: usize,
    sit: &'a Sit<'a>,
    waiting: Vec<(usize, Box<dyn Player>)>,
}

impl Table<'_> {
    /// The two who play, from those who wait or newly come. An entrant that meets itself comes
    /// twice. Others leave first if there are too many.
    fn seat(&mut self, pairing: &Pairing) -> ByColor<Box<dyn Player>> {
        let mut called = |color: Color| {
            let entrant = pairing.seats[color];
            let found = self.waiting.iter().rposition(|(who, _)| *who == entrant);
            found.map(|place| self.waiting.remove(place).1)
        };
        let mut here = ByColor {
            black: called(Color::Black),
            white: called(Color::White),
        };
        let room = self.most.saturating_sub(2);
        let leave = self.waiting.len().saturating_sub(room);
        self.waiting.drain(..leave);
        ByColor::from_fn(|color| {
            let kept = here[color].take();
            kept.unwrap_or_else(|| (self.sit)(pairing.seats[color], self.number))
        })
    }

    /// Lets them wait for the next game, but not who lost by a fault.
    fn release(&mut self, pairing: &Pairing, seats: ByColor<Box<dyn Player>>, played: &Played) {
        let faulty = match played.ending {
            Ending::Board => None,
            Ending::Fault { black: true, .. } => Some(Color::Black),
            Ending::Fault { black: false, .. } => Some(Color::White),
        };
        let ByColor { black, white } = seats;
        for (color, contestant) in [(Color::Black, black), (Color::White, white)] {
            if faulty != Some(color) {
                self.waiting.push((pairing.seats[color], contestant));
            }
        }
    }
}
