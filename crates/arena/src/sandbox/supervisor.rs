//! Supervisor: a process that starts one program, enforces its limits, lets it rest while its opponent
//! is to move, and ends all its processes.

use std::ffi::OsString;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, kill_process_group, pidfd_open, set_child_subreaper, setsid,
};
use serde::{Deserialize, Serialize};

use super::bounds::Bounds;
use super::family::Family;
use super::gate::{Enclosure, Gate, GateLimits};
use super::pipe_passing::receive_pipes;
use super::process_tree::reap;
use super::report::Report;
use super::scratch;

/// The interval between two measurements of a program.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The interval when the program uses more than half of its memory limit.
const POLL_INTERVAL_NEAR_LIMIT: Duration = Duration::from_millis(5);

/// The interval while the program rests. It is looked for processes that run all the same.
const REST_INTERVAL: Duration = Duration::from_millis(100);

/// The interval between two counts of its files.
const FILES_INTERVAL: Duration = Duration::from_millis(250);

/// Supervises one program: starts it, measures its resources, and ends it with all its descendants.
///
/// A supervisor is a separate process with one end of a socket as its standard input. Through this
/// socket the referee passes the pipes for the program's standard input, output and error, tells when
/// the program rests (`r`) and goes on (`g`), and receives reports. When the socket is closed, or the referee has died,
/// the program is killed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Supervisor {
    /// The limits of the program.
    pub(super) bounds: Bounds,
    /// What encloses it.
    pub(super) enclosure: Enclosure,
}

/// What the referee says.
enum Order {
    /// The program rests until further notice.
    Rest,
    /// It goes on.
    Go,
    /// It is ended.
    End,
}

impl Supervisor {
    /// Runs the command until it and all its descendants have ended.
    ///
    /// # Errors
    /// When standard input is not such a socket: only a referee can start a supervisor.
    pub fn run(&self, command: &[OsString]) -> io::Result<()> {
        let stdin = io::stdin();
        let socket = stdin.as_fd();
        let pipes = receive_pipes(socket)?;
        // Detaches from the terminal, so that Ctrl-C does not reach us: the referee decides.
        setsid()?;
        set_child_subreaper(Some(getpid()))?;
        let mut family = Family::new(&self.bounds);
        match self.start(command, pipes, &family) {
            Ok(program) => {
                send_report(socket, &Report::Started);
                let report = self.watch(socket, program, &mut family);
                if let Some(report) = report {
                    send_report(socket, &report);
                }
            }
            Err(error) => send_report(socket, &Report::Unable(error.to_string())),
        }
        family.end();
        scratch::remove(&self.bounds.scratch);
        Ok(())
    }

    /// Starts the program behind its gate.
    fn start(
        &self,
        command: &[OsString],
        [input, output, error]: [OwnedFd; 3],
        family: &Family<'_>,
    ) -> io::Result<Pid> {
        let gate = Gate {
            limits: Some(GateLimits {
                groups: family.entrances(),
                core: self.bounds.core,
                memory: self.bounds.memory,
                file: self.bounds.file,
                threads: self.bounds.threads,
                freezer: family.has_freezer(),
                memory_kept: family.keeps_memory(),
            }),
            enclosure: self.enclosure.clone(),
        };
        // The running program, even if its file has been replaced by a newer one.
        let started = Command::new("/proc/self/exe")
            .args(gate.arguments(command)?)
            .stdin(input)
            .stdout(output)
            .stderr(error)
            .spawn()?;
        Ok(Pid::from_child(&started))
    }

    /// Waits until the program ends, exceeds a limit, or the referee closes the socket. There is no
    /// report in the last case.
    fn watch(
        &self,
        socket: BorrowedFd<'_>,
        program: Pid,
        family: &mut Family<'_>,
    ) -> Option<Report> {
        let mut next_files = Instant::now() + FILES_INTERVAL;
        // Without a pidfd, the end is noticed at the next interval.
        let end = pidfd_open(program, PidfdFlags::empty()).ok();
        let mut interval = POLL_INTERVAL;
        let mut resting = false;
        loop {
            let mut awaited = vec![PollFd::new(&socket, PollFlags::IN)];
            awaited.extend(end.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
            let pause = Timespec::try_from(interval).ok();
            // The result does not matter: everything is checked below in any case.
            let _ = poll(&mut awaited, pause.as_ref());
            let spoken = !awaited[0].revents().is_empty();
            while let Ok(Some((pid, status))) = reap() {
                if pid == program {
                    let status = ExitStatus::from_raw(status.as_raw());
                    return Some(family.exceeded().unwrap_or(Report::Ended(status)));
                }
            }
            for order in spoken.then(|| orders(socket)).into_iter().flatten() {
                match order {
                    Order::Rest => {
                        send_report(socket, &Report::Resting(family.rest()));
                        resting = !self.bounds.ponder;
                    }
                    Order::Go => {
                        family.go_on();
                        resting = false;
                        send_report(socket, &Report::Going);
                    }
                    Order::End => {
                        let _ = kill_process_group(program, Signal::KILL);
                        return None;
                    }
                }
            }
            if resting {
                interval = REST_INTERVAL;
                family.keep_resting();
                continue;
            }
            let checked = family.check(program).and_then(|share| {
                let near = share > 0.5;
                interval = if near {
                    POLL_INTERVAL_NEAR_LIMIT
                } else {
                    POLL_INTERVAL
                };
                if Instant::now() < next_files {
                    return Ok(());
                }
                next_files = Instant::now() + FILES_INTERVAL;
                family.check_files()
            });
            if let Err(report) = checked {
                let _ = kill_process_group(program, Signal::KILL);
                return Some(report);
            }
        }
    }

    /// The command-line arguments for this supervisor, as `reversi supervisor` reads them.
    pub(super) fn arguments(&self, command: &[OsString]) -> io::Result<Vec<OsString>> {
        let words = [OsString::from(serde_json::to_string(self)?), "--".into()];
        Ok(words.into_iter().chain(command.iter().cloned()).collect())
    }
}

/// What the referee has said since the last time. Each order is one line of one letter.
fn orders(socket: BorrowedFd<'_>) -> Vec<Order> {
    let mut buffer = [0; 64];
    match rustix::io::read(socket, &mut buffer) {
        Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => Vec::new(),
        Ok(0) | Err(_) => vec![Order::End],
        Ok(length) => {
            let letters = buffer[..length].iter().filter(|byte| **byte != b'\n');
            let order = letters.map(|letter| match letter {
                b'r' => Order::Rest,
                b'g' => Order::Go,
                _ => Order::End,
            });
            order.collect()
        }
    }
}

/// Sends a report to the referee. It is lost if the referee has died.
fn send_report(socket: BorrowedFd<'_>, report: &Report) {
    let _ = rustix::io::write(socket, format!("{report}\n").as_bytes());
}
