//! The live page of a running cup (`--live`).
//!
//! Games only note what has changed; a thread turns it into messages, and the threads of the
//! broadcast send them.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use arena::contest::{Pairing, Played, Schedule};
use arena::cup::{Event, Tournament};
use arena::results::live::{LatestGame, LiveState, Progress, RunningGame, boards};
use arena::results::{live_news, live_page};
use jobs::Next;
use play::Clock;
use rules::{ByColor, Game, Size};
use web::{Broadcast, BroadcastOptions};

use super::live::Live;
use crate::interrupt::Interrupt;

/// The least time between two messages about boards.
const PACE: Duration = Duration::from_millis(100);

/// How often the end of the program is looked for after the cup.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The page of a cup, served while it is played. Dropping it ends the server.
pub struct LivePage {
    games: Arc<Games>,
    shown: Arc<Mutex<Shown>>,
    broadcast: Arc<Broadcast>,
    publisher: Option<JoinHandle<()>>,
    begun: Instant,
    /// The games that had ended when it began.
    before: usize,
}

/// The results that the page shows.
struct Shown {
    event: Arc<Event>,
    state: LiveState,
}

/// The games that are being played, and a signal when they change.
#[derive(Default)]
struct Games {
    now: Mutex<GamesNow>,
    changed: Condvar,
}

#[derive(Default)]
struct GamesNow {
    running: BTreeMap<usize, RunningGame>,
    ended: Vec<LatestGame>,
    is_new: bool,
    is_closed: bool,
}

impl LivePage {
    /// Serves the page of a cup at an address.
    ///
    /// # Errors
    /// When the address cannot be used, or is reachable for others and `is_public` does not say that
    /// this is meant.
    pub fn start(address: SocketAddr, is_public: bool, course: &Tournament) -> Result<LivePage> {
        if !address.ip().is_loopback() && !is_public {
            bail!(
                "--live {address} would show the cup to other computers; add --public if that is \
                 meant, or use 127.0.0.1:{}",
                address.port()
            );
        }
        let event = Arc::new(course.event());
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        // Versions of a cup that is continued differ from those before.
        let version = since_1970.map_or(0, |time| time.as_millis() as u64);
        let shown = Arc::new(Mutex::new(Shown {
            event: Arc::clone(&event),
            state: LiveState {
                version,
                ..LiveState::default()
            },
        }));
        let page = Arc::clone(&shown);
        let broadcast = Broadcast::start(BroadcastOptions {
            address,
            page: Box::new(move || {
                let (event, state) = {
                    let shown = lock(&page);
                    (Arc::clone(&shown.event), shown.state.clone())
                };
                live_page(&event, &state)
            }),
            talk: course.config().results.join("talk"),
        });
        let broadcast = Arc::new(broadcast?);
        let games = Arc::new(Games::default());
        let publisher = {
            let (games, broadcast) = (Arc::clone(&games), Arc::clone(&broadcast));
            let size = course.config().size;
            let named = thread::Builder::new().name("live page".to_string());
            named.spawn(move || games.publish(&broadcast, size))?
        };
        let page = LivePage {
            games,
            shown,
            broadcast,
            publisher: Some(publisher),
            begun: Instant::now(),
            before: event.games.len(),
        };
        page.show(&event, course.games_left());
        Ok(page)
    }

    /// The next game is about to begin: the time left is estimated from now on.
    pub fn begin(&mut self, course: &Tournament) {
        self.begun = Instant::now();
        self.show(&Arc::new(course.event()), course.games_left());
    }

    /// Shows new results. It is not called by games: they would wait for it.
    pub fn show(&self, event: &Arc<Event>, left: usize) {
        let ended = std::mem::take(&mut lock(&self.games.now).ended);
        let mut shown = lock(&self.shown);
        for game in ended {
            shown.state.latest.add(game);
        }
        let played = event.games.len();
        let in_this_run = played.saturating_sub(self.before);
        shown.state.progress = Progress::estimated(played, left, in_this_run, self.begun.elapsed());
        shown.state.version += 1;
        shown.event = Arc::clone(event);
        let state = shown.state.clone();
        drop(shown);
        self.broadcast.renew_page();
        self.broadcast.publish("results", &live_news(event, &state));
    }

    /// Changes the games that are being played.
    fn change(&self, change: impl FnOnce(&mut GamesNow)) {
        let mut now = lock(&self.games.now);
        change(&mut now);
        now.is_new = true;
        drop(now);
        self.games.changed.notify_one();
    }
}

impl Drop for LivePage {
    fn drop(&mut self) {
        self.change(|now| now.is_closed = true);
        if let Some(publisher) = self.publisher.take() {
            let _ = publisher.join();
        }
    }
}

impl Games {
    /// Publishes the boards whenever they change.
    fn publish(&self, broadcast: &Broadcast, size: Size) {
        loop {
            let mut now = lock(&self.now);
            while !now.is_new {
                now = self
                    .changed
                    .wait(now)
                    .unwrap_or_else(PoisonError::into_inner);
            }
            now.is_new = false;
            let (running, is_closed) = (now.running.clone(), now.is_closed);
            drop(now);
            let running = running.iter().map(|(number, game)| (*number, game));
            broadcast.publish("boards", &boards(size, running));
            if is_closed {
                return;
            }
            thread::sleep(PACE);
        }
    }
}

/// A panic under the lock cannot leave these half changed.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The schedule of a cup whose games are shown on a page, if there is one.
pub struct Watched<'a> {
    live: Live,
    page: Option<&'a LivePage>,
}

impl<'a> Watched<'a> {
    /// The schedule with a page.
    pub fn new(live: Live, page: Option<&'a LivePage>) -> Watched<'a> {
        Watched { live, page }
    }

    /// The results so far with the number of games left, if a game has ended since the last call.
    pub fn news(&mut self) -> Option<(Event, usize)> {
        let event = self.live.news()?;
        // Only the page needs it.
        let left = self.page.map_or(0, |_| self.live.course().games_left());
        Some((event, left))
    }

    /// The cup, and the error that stopped it, if any.
    pub fn close(self) -> (Tournament, Option<anyhow::Error>) {
        self.live.close()
    }

    /// The round of a game, and its players by name.
    fn heading(&self, pairing: &Pairing) -> (&str, ByColor<&str>) {
        let course = self.live.course();
        let meeting = course.fixtures().meeting(Tournament::slot(pairing));
        let participants = &course.config().participants;
        let name = |color| participants[pairing.seats[color]].name.as_str();
        let label = meeting.map_or("", |meeting| meeting.label.as_str());
        (label, ByColor::from_fn(name))
    }
}

impl Schedule for Watched<'_> {
    fn next(&mut self) -> Next<Pairing> {
        self.live.next()
    }

    fn begun(&mut self, pairing: &Pairing) {
        self.live.begun(pairing);
        if let Some(page) = self.page {
            let (label, names) = self.heading(pairing);
            let game = RunningGame::new(label, names, &pairing.opening);
            page.change(|now| drop(now.running.insert(pairing.number, game)));
        }
    }

    fn moved(&mut self, pairing: &Pairing, game: &Game, clocks: &ByColor<Clock>) {
        self.live.moved(pairing, game, clocks);
        if let Some(page) = self.page {
            page.change(|now| {
                if let Some(running) = now.running.get_mut(&pairing.number) {
                    running.turn(game, clocks);
                }
            });
        }
    }

    fn ended(&mut self, pairing: &Pairing, played: Played) {
        if let Some(page) = self.page {
            let (label, names) = self.heading(pairing);
            let game = LatestGame::new(label, names, &played);
            page.change(|now| {
                now.running.remove(&pairing.number);
                now.ended.push(game);
            });
        }
        self.live.ended(pairing, played);
    }

    fn is_settled(&self) -> bool {
        self.live.is_settled()
    }
}

/// Says where the page is.
pub fn tell(page: &LivePage, to_stderr: bool, out: &mut dyn Write) -> Result<()> {
    let (here, there) = page.broadcast.addresses();
    let mut text = format!("The cup can be watched at http://{here}/.");
    if let Some(there) = there.filter(|there| *there != here) {
        text += &format!(" Others in your network find it at http://{there}/.");
    }
    say(&text, to_stderr, out)
}

/// Keeps the page of a finished cup until Ctrl-C.
pub fn stay(
    page: LivePage,
    to_stderr: bool,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> Result<()> {
    let text = format!(
        "The page stays at http://{}/ until you press Ctrl-C.",
        page.broadcast.addresses().0
    );
    say(&text, to_stderr, out)?;
    while !interrupt.is_stopped() {
        thread::sleep(POLL_INTERVAL);
    }
    drop(page);
    Ok(())
}

/// Prints a line; with JSON results, on standard error.
fn say(text: &str, to_stderr: bool, out: &mut dyn Write) -> Result<()> {
    let written = if to_stderr {
        writeln!(io::stderr(), "{text}")
    } else {
        writeln!(out, "{text}").and_then(|()| out.flush())
    };
    written.context("cannot write where the page is")
}
