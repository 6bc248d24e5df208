//! Protocol server: our engine behind a protocol, lines in and lines out.
//!
//! A [`Service`] knows the protocol and returns [`Action`]s; [`serve`] carries them out. One thread
//! reads lines and another one searches, so that a line that arrives during a search is answered at
//! once.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use engine::{Analysis, Limits};
use play::{EnginePlayer, Watch};
use rules::{Diagram, Size};

/// Longer lines than this, in bytes, are cut.
pub const LONGEST_LINE: usize = 64 * 1024;

/// How long a search may continue after the end of the input: commands from a pipe get their
/// answers, and a server without a client ends soon.
const GRACE: Duration = Duration::from_secs(3);

/// A request for an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The position; its side to move may have to pass.
    pub diagram: Diagram,
    /// The search limits, including the use of the book.
    pub limits: Limits,
    /// The number of lines (best moves).
    pub lines: usize,
}

/// An action of the server.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Write one or several lines; the last one without its end.
    Say(String),
    /// Start this analysis; an earlier one is stopped.
    Think(Box<Question>),
    /// Stop the analysis and discard its result.
    Stop,
    /// Clear the transposition table.
    Forget,
    /// End the server.
    Leave,
}

impl Action {
    /// Writes a line.
    pub(crate) fn say(line: impl Into<String>) -> Action {
        Action::Say(line.into())
    }
}

/// The server side of a protocol.
pub trait Service {
    /// Handles an input line.
    fn hear(&mut self, line: &str) -> Vec<Action>;

    /// A new analysis of the last question; `done` when it is the last one.
    fn found(&mut self, analysis: &Analysis, done: bool) -> Vec<Action>;

    /// What to think about until the next line arrives (pondering); the results are not reported, but
    /// the next search finds them in the transposition table. Asked after each line and each result,
    /// when no search is running.
    fn ponder(&self) -> Option<Question> {
        None
    }

    /// Whether the next line may be read now. A protocol that answers line by line says no while an
    /// answer is due.
    fn listens(&self) -> bool {
        true
    }
}

/// Serves a client that writes lines to `input` and reads `output`, until the input ends or the
/// service ends.
///
/// # Errors
/// When the output cannot be written.
pub fn serve(
    service: &mut dyn Service,
    player: EnginePlayer,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (events, inbox) = mpsc::channel();
    let (wishes, wanted) = mpsc::channel();
    let lines = events.clone();
    // A thread that waits for input cannot be woken, so it is not joined.
    thread::spawn(move || read_lines(input, &lines, &wanted));
    thread::scope(|scope| {
        let (orders, work) = mpsc::channel();
        scope.spawn(move || think_on_order(player, &work, &events));
        let mut room = Room {
            output,
            orders,
            number: 0,
            thinking: None,
            pondering: None,
            closed: None,
            left: false,
        };
        let done = room.run(service, &inbox, &wishes);
        // The search thread ends in any case.
        room.stop();
        done
    })
}

enum Event {
    /// A line without its end.
    Line(String),
    /// The end of the input.
    Closed,
    /// An analysis of the question with this number, and whether it is the last one.
    Found(u64, Analysis, bool),
    /// The search thread has ended.
    Broken,
}

enum Order {
    Think(u64, Box<Question>, Arc<AtomicBool>),
    Forget,
}

struct Room<'a> {
    output: &'a mut dyn Write,
    orders: Sender<Order>,
    /// The number of the last question.
    number: u64,
    /// The stop flag of the running search.
    thinking: Option<Arc<AtomicBool>>,
    /// The stop flag of a search between two lines, whose results are not reported.
    pondering: Option<Arc<AtomicBool>>,
    /// When the input ended.
    closed: Option<Instant>,
    left: bool,
}

impl Room<'_> {
    fn run(
        &mut self,
        service: &mut dyn Service,
        inbox: &Receiver<Event>,
        wishes: &Sender<()>,
    ) -> io::Result<()> {
        // Whether the reader was asked for a line that has not arrived yet.
        let mut expected = false;
        while !self.left {
            if !expected && self.closed.is_none() && service.listens() {
                // The reader ends only after it has reported the end of the input.
                let _ = wishes.send(());
                expected = true;
            }
            if self.closed.is_some() && self.thinking.is_none() {
                return Ok(());
            }
            let actions = match self.next(inbox) {
                Some(Event::Line(line)) => {
                    expected = false;
                    self.stop_pondering();
                    service.hear(&line)
                }
                Some(Event::Closed) => {
                    self.closed = Some(Instant::now());
                    continue;
                }
                Some(Event::Found(number, analysis, done)) => {
                    if number != self.number || self.thinking.is_none() {
                        continue;
                    }
                    if done {
                        self.thinking = None;
                    }
                    service.found(&analysis, done)
                }
                Some(Event::Broken) => return Err(io::Error::other("the search broke down")),
                None => {
                    self.hurry();
                    continue;
                }
            };
            for action in actions {
                self.carry_out(action)?;
            }
            if self.is_idle()
                && let Some(question) = service.ponder()
            {
                self.pondering = Some(self.begin(question)?);
            }
        }
        Ok(())
    }

    /// Whether there is nothing to do until the next line.
    fn is_idle(&self) -> bool {
        let searches = self.thinking.is_some() || self.pondering.is_some();
        !searches && !self.left && self.closed.is_none()
    }

    /// The next event; `None` when the time after the end of the input is over.
    fn next(&self, inbox: &Receiver<Event>) -> Option<Event> {
        let hurried = self
            .thinking
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed));
        let Some(closed) = self.closed.filter(|_| !hurried) else {
            return Some(inbox.recv().unwrap_or(Event::Broken));
        };
        match inbox.recv_timeout(GRACE.saturating_sub(closed.elapsed())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::Broken),
        }
    }

    fn carry_out(&mut self, action: Action) -> io::Result<()> {
        match action {
            Action::Say(text) => {
                writeln!(self.output, "{text}")?;
                self.output.flush()?;
            }
            Action::Think(question) => {
                self.stop();
                self.thinking = Some(self.begin(*question)?);
            }
            Action::Stop => self.stop(),
            Action::Forget => self.order(Order::Forget)?,
            Action::Leave => self.left = true,
        }
        Ok(())
    }

    /// Begins a search; the answer is its stop flag.
    fn begin(&mut self, question: Question) -> io::Result<Arc<AtomicBool>> {
        self.number += 1;
        let stop = Arc::new(AtomicBool::new(false));
        let order = Order::Think(self.number, Box::new(question), Arc::clone(&stop));
        self.order(order)?;
        Ok(stop)
    }

    fn order(&self, order: Order) -> io::Result<()> {
        let gone = |_| io::Error::other("the search broke down");
        self.orders.send(order).map_err(gone)
    }

    /// Stops the search; its result is still reported.
    fn hurry(&self) {
        if let Some(stop) = &self.thinking {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn stop_pondering(&mut self) {
        if let Some(stop) = self.pondering.take() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops the search and discards its result.
    fn stop(&mut self) {
        self.stop_pondering();
        self.hurry();
        self.thinking = None;
    }
}

/// Reads a line on each request.
fn read_lines(input: impl Read, lines: &Sender<Event>, wanted: &Receiver<()>) {
    let mut input = BufReader::new(input);
    while wanted.recv().is_ok() {
        let event = match next_line(&mut input) {
            Ok(Some(line)) => Event::Line(line),
            Ok(None) | Err(_) => Event::Closed,
        };
        let is_last = matches!(event, Event::Closed);
        if lines.send(event).is_err() || is_last {
            return;
        }
    }
}

/// The next line without its end. Invalid UTF-8 is replaced, and a long line is cut.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    let most = LONGEST_LINE as u64;
    input.by_ref().take(most).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_string()))
}

/// The search thread: one question after the other.
fn think_on_order(mut player: EnginePlayer, work: &Receiver<Order>, events: &Sender<Event>) {
    let _farewell = Farewell(events);
    player.wake(Size::EIGHT);
    while let Ok(order) = work.recv() {
        match order {
            Order::Forget => player.clear(),
            Order::Think(number, question, stop) => {
                let tell = |analysis: &Analysis, done| {
                    // The receiver may be gone.
                    let _ = events.send(Event::Found(number, analysis.clone(), done));
                };
                let mut watch = Watch {
                    stop: &stop,
                    on_progress: &mut |analysis| tell(analysis, false),
                };
                let Question {
                    diagram,
                    limits,
                    lines,
                } = &*question;
                let analysis = player.analyse(diagram, limits, *lines, &mut watch);
                tell(&analysis, true);
            }
        }
    }
}

/// Reports the end of the search thread, also after a panic.
struct Farewell<'a>(&'a Sender<Event>);

impl Drop for Farewell<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(Event::Broken);
    }
}
