//! The referee's connection to a supervisor: its process, and the socket that brings its reports.

use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::process::Child;
use std::time::{Duration, Instant};

use super::report::Report;

/// The time a supervisor may take to end all processes.
const CLEANUP_TIMEOUT: Duration = Duration::from_secs(10);

/// A running supervisor and our end of its socket.
#[derive(Debug)]
pub(super) struct SupervisorConnection {
    supervisor: Child,
    socket: UnixStream,
    /// Bytes from the supervisor that are not a whole line yet.
    line: Vec<u8>,
    /// Whether the supervisor has closed the socket, as it does when it ends.
    ended: bool,
}

/// Asks a supervisor to end its program. Other threads may hold one.
pub(super) struct StopHandle(UnixStream);

impl StopHandle {
    /// Asks the supervisor to end the program. Does nothing when it has ended.
    pub(super) fn stop(&self) {
        let _ = self.0.shutdown(Shutdown::Write);
    }
}

impl SupervisorConnection {
    /// The connection to a supervisor that was started with the other end of `socket`.
    pub(super) fn new(supervisor: Child, socket: UnixStream) -> SupervisorConnection {
        SupervisorConnection {
            supervisor,
            socket,
            line: Vec::new(),
            ended: false,
        }
    }

    /// A handle for another thread.
    pub(super) fn stop_handle(&self) -> io::Result<StopHandle> {
        Ok(StopHandle(self.socket.try_clone()?))
    }

    /// Whether the supervisor has ended.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The process id of the supervisor.
    pub(super) fn id(&self) -> u32 {
        self.supervisor.id()
    }

    /// Sends an order. Returns `false` if the supervisor has ended.
    pub(super) fn order(&mut self, order: &str) -> bool {
        let blocking = self.socket.set_nonblocking(false);
        blocking.is_ok() && self.socket.write_all(order.as_bytes()).is_ok()
    }

    /// The report that the program has ended; `None` when there is none by the deadline, or the
    /// supervisor has ended.
    pub(super) fn end_report(&mut self, deadline: Instant) -> Option<Report> {
        loop {
            let report = self.report(deadline)?;
            if report.is_end() {
                return Some(report);
            }
        }
    }

    /// The next report of the supervisor; `None` when there is none by the deadline, or the supervisor
    /// has ended.
    pub(super) fn report(&mut self, deadline: Instant) -> Option<Report> {
        loop {
            if let Some(end) = self.line.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.line.drain(..=end).collect();
                let line = String::from_utf8_lossy(&line);
                return line.trim_end_matches('\n').parse().ok();
            }
            let left = deadline.saturating_duration_since(Instant::now());
            self.socket.set_nonblocking(left.is_zero()).ok()?;
            if !left.is_zero() {
                self.socket.set_read_timeout(Some(left)).ok()?;
            }
            let mut buffer = [0; 512];
            match self.socket.read(&mut buffer) {
                Ok(0) => {
                    self.ended = true;
                    return None;
                }
                Ok(length) => self.line.extend(&buffer[..length]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return None,
            }
        }
    }

    /// Asks the supervisor to end the program and waits for the supervisor's end. Returns whether the
    /// supervisor removed everything itself; otherwise the caller must.
    pub(super) fn finish(&mut self) -> bool {
        let _ = self.socket.shutdown(Shutdown::Write);
        let deadline = Instant::now() + CLEANUP_TIMEOUT;
        while self.report(deadline).is_some() {}
        // A supervisor that has not ended by now never will.
        if !self.ended {
            let _ = self.supervisor.kill();
        }
        let ended = self.supervisor.wait();
        ended.is_ok_and(|status| status.success())
    }
}
