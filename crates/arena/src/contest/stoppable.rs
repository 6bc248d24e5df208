//! A transport whose waiting ends when a flag is set, and that notices when we ourselves stood still.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use play::{Fault, Usage};

use crate::transport::{Chunk, Transport};

/// Time between two checks of the flag.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Waiting that takes this much longer than asked for is not the program's doing: this process was
/// stopped, or the machine had no time for it.
const STALL: Duration = Duration::from_millis(500);

/// A transport whose waiting ends when a flag is set.
pub(super) struct Stoppable {
    transport: Box<dyn Transport>,
    stop: Arc<AtomicBool>,
    /// How long this process stood still since the program was let go on.
    stalled: Duration,
}

impl Stoppable {
    /// A transport that a flag stops.
    pub(super) fn new(transport: Box<dyn Transport>, stop: Arc<AtomicBool>) -> Stoppable {
        Stoppable {
            transport,
            stop,
            stalled: Duration::ZERO,
        }
    }
}

impl Transport for Stoppable {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.transport.send(text)
    }

    fn close_input(&mut self) {
        self.transport.close_input();
    }

    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        loop {
            let next_poll = Instant::now() + POLL_INTERVAL;
            let until = deadline.map_or(next_poll, |deadline| deadline.min(next_poll));
            let received = self.transport.receive(Some(until))?;
            let over = Instant::now().saturating_duration_since(until);
            if over > STALL {
                self.stalled += over;
            }
            if received.is_some() {
                return Ok(received);
            }
            let late = deadline.is_some_and(|deadline| deadline <= Instant::now());
            if late || self.stop.load(Ordering::SeqCst) {
                return Ok(None);
            }
        }
    }

    fn exit_status(&mut self) -> String {
        self.transport.exit_status()
    }

    fn stderr(&mut self) -> String {
        self.transport.stderr()
    }

    fn rest(&mut self) -> Result<Usage, Fault> {
        let mut usage = self.transport.rest()?;
        // A program that keeps the machine busy may slow us down; that is no excuse for it.
        let idle = usage.cpu.is_none_or(|cpu| cpu <= self.stalled / 2);
        if idle {
            usage.lost = usage.lost.max(self.stalled);
        }
        Ok(usage)
    }

    fn resume(&mut self) -> Result<(), Fault> {
        self.stalled = Duration::ZERO;
        self.transport.resume()
    }

    fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        self.transport.stop(patience)
    }
}
