//! The log: lines on standard error, written by a thread of their own.
//!
//! A line never holds a key, a name or the id of a game.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tracing::Level;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;

/// At most this many lines wait to be written; further ones are dropped.
const MOST_WAITING: usize = 1024;

/// The longest that the end of the program waits for the last lines.
const LAST_LINES: Duration = Duration::from_secs(1);

/// The number of lines that were dropped because nobody read the log.
static DROPPED: AtomicU64 = AtomicU64::new(0);

/// The form of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// A JSON object on each line.
    Json,
    /// No log.
    Off,
}

/// How the server keeps its log.
#[derive(Clone, Copy, Debug, Default)]
pub struct LogOptions {
    /// The form.
    pub format: LogFormat,
    /// The least important events that are logged. By default `INFO`, and `WARN` on a terminal.
    pub level: Option<Level>,
}

/// The running log; dropping it writes the lines that wait.
#[derive(Debug)]
pub struct Log(SyncSender<Entry>);

#[derive(Debug)]
enum Entry {
    Line(Vec<u8>),
    /// Answer when all lines before are written.
    Flush(SyncSender<()>),
}

/// Starts the log of this process.
///
/// # Errors
/// When the system cannot start a thread.
pub fn start(options: LogOptions) -> io::Result<Option<Log>> {
    if options.format == LogFormat::Off {
        return Ok(None);
    }
    let is_terminal = io::stderr().is_terminal();
    let usual = if is_terminal {
        Level::WARN
    } else {
        Level::INFO
    };
    let level = options.level.unwrap_or(usual);
    let (sender, lines) = mpsc::sync_channel(MOST_WAITING);
    let thread = thread::Builder::new().name("log".to_string());
    thread.spawn(move || write(&lines))?;
    let layer = tracing_subscriber::fmt::layer()
        .with_target(false)
        .with_writer(Lines(sender.clone()));
    let layer = match options.format {
        LogFormat::Json => layer.json().flatten_event(true).boxed(),
        _ => layer.boxed(),
    };
    // Only our own events: those of libraries might hold secrets.
    let ours = Targets::new().with_target(env!("CARGO_PKG_NAME"), level);
    let subscriber = tracing_subscriber::registry().with(layer.with_filter(ours));
    // A process has one log; the first one stays.
    if tracing::subscriber::set_global_default(subscriber).is_ok() {
        panic::set_hook(Box::new(|info| {
            let place = info.location().map(ToString::to_string);
            let place = place.unwrap_or_default();
            let why = info.payload_as_str().unwrap_or_default();
            tracing::error!(place, why, "a thread panicked");
        }));
    }
    Ok(Some(Log(sender)))
}

/// The number of lines that were dropped because nobody read the log.
pub fn dropped() -> u64 {
    DROPPED.load(Ordering::Relaxed)
}

fn write(lines: &Receiver<Entry>) {
    let mut err = io::stderr();
    for entry in lines {
        match entry {
            // There is no other place to say that it fails.
            Entry::Line(line) => drop(err.write_all(&line)),
            Entry::Flush(answer) => drop(answer.send(())),
        }
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        let (answer, flushed) = mpsc::sync_channel(1);
        if self.0.try_send(Entry::Flush(answer)).is_ok() {
            let _ = flushed.recv_timeout(LAST_LINES);
        }
    }
}

/// Hands lines to the writing thread. It never waits: a log that nobody reads does not stop the server.
#[derive(Clone, Debug)]
struct Lines(SyncSender<Entry>);

impl<'w> MakeWriter<'w> for Lines {
    type Writer = Lines;

    fn make_writer(&'w self) -> Lines {
        self.clone()
    }
}

impl Write for Lines {
    /// Takes a whole line.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.0.try_send(Entry::Line(line.to_vec())).is_err() {
            DROPPED.fetch_add(1, Ordering::Relaxed);
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lets only some events of a kind into the log, so that an attack does not fill the disk.
pub struct Throttle {
    most: u32,
    window: Mutex<Window>,
}

/// A second, and what was logged in it.
struct Window {
    began: Instant,
    passed: u32,
    left_out: u64,
}

impl Throttle {
    /// At most `most` events in a second.
    pub fn new(most: u32) -> Throttle {
        Throttle {
            most,
            window: Mutex::new(Window {
                began: Instant::now(),
                passed: 0,
                left_out: 0,
            }),
        }
    }

    /// Whether an event may be logged, and how many before it were not.
    pub fn pass(&self) -> Option<u64> {
        self.pass_at(Instant::now())
    }

    fn pass_at(&self, now: Instant) -> Option<u64> {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        if now.saturating_duration_since(window.began) >= Duration::from_secs(1) {
            (window.began, window.passed) = (now, 0);
        }
        if window.passed >= self.most {
            window.left_out += 1;
            return None;
        }
        window.passed += 1;
        Some(std::mem::take(&mut window.left_out))
    }
}

impl fmt::Debug for Throttle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Throttle").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_events_is_thinned_out_and_counted() {
        let throttle = Throttle::new(2);
        let now = Instant::now();
        let passed: Vec<Option<u64>> = (0..5).map(|_| throttle.pass_at(now)).collect();
        assert_eq!(passed, [Some(0), Some(0), None, None, None]);
        let later = now + Duration::from_secs(1);
        assert_eq!(throttle.pass_at(later), Some(3));
        assert_eq!(throttle.pass_at(later), Some(0));
        assert_eq!(throttle.pass_at(later), None);
    }

    #[test]
    fn a_log_that_nobody_reads_holds_nobody_up() {
        let (sender, unread) = mpsc::sync_channel(2);
        let mut lines = Lines(sender);
        let before = dropped();
        for _ in 0..10 {
            lines.write_all(b"a line\n").unwrap();
        }
        assert_eq!(dropped() - before, 8);
        drop(unread);
    }
}
