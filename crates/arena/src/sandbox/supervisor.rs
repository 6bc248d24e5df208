//! Supervisor: a process that starts one program, enforces its limits and ends all its processes.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, kill_process_group, pidfd_open, set_child_subreaper, setsid,
};
use rustix::thread::set_no_new_privs;

use super::executable::executable;
use super::process_tree::{ProcessTree, reap};
use super::report::Report;
use super::{limits, scratch};

/// The interval between two measurements of a program.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The interval when the program uses more than half of its memory limit.
const POLL_INTERVAL_NEAR_LIMIT: Duration = Duration::from_millis(5);

/// The interval between two counts of its files.
const FILES_INTERVAL: Duration = Duration::from_millis(250);

/// Supervises one program: starts it, measures its resources, and ends it with all its descendants.
///
/// A supervisor is a separate process with one end of a socket as its standard input. Through this
/// socket the referee passes the pipes for the program's standard input, output and error, and
/// receives reports. When the socket is closed, or the referee has died, the program is killed.
#[derive(Clone, Debug)]
pub struct Supervisor {
    /// Memory limit, in bytes.
    pub memory: Option<u64>,
    /// Process limit.
    pub processes: Option<u32>,
    /// Limit in bytes for each file, and for the scratch folder.
    pub file: u64,
    /// The core that the program runs on.
    pub core: Option<usize>,
    /// The program's scratch folder. The supervisor removes it at the end.
    pub scratch: PathBuf,
    /// Whether the command runs `bwrap`, which drops privileges itself.
    pub sandboxed: bool,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

impl Supervisor {
    /// Runs the program until it and all its descendants have ended.
    ///
    /// # Errors
    /// When standard input is not such a socket: only a referee can start a supervisor.
    pub fn run(&self) -> io::Result<()> {
        let stdin = io::stdin();
        let socket = stdin.as_fd();
        let pipes = receive_pipes(socket)?;
        match self.start(pipes) {
            Ok(program) => {
                send_report(socket, &Report::Started);
                let report = self.watch(socket, program);
                if let Some(report) = report {
                    send_report(socket, &report);
                }
            }
            Err(error) => send_report(socket, &Report::Unable(error.to_string())),
        }
        ProcessTree::new().kill_all();
        scratch::remove(&self.scratch);
        Ok(())
    }

    /// Sets the limits and starts the program.
    fn start(&self, [input, output, error]: [OwnedFd; 3]) -> io::Result<Pid> {
        // Detaches from the terminal, so that Ctrl-C does not reach us: the referee decides.
        setsid()?;
        set_child_subreaper(Some(getpid()))?;
        if !self.sandboxed {
            set_no_new_privs(true)?;
        }
        limits::set(self.memory, self.file)?;
        let (name, arguments) = self
            .command
            .split_first()
            .ok_or(io::ErrorKind::InvalidInput)?;
        // In its own session the program cannot signal us through a process group. A scheduler that
        // divides time by session also leaves us our part, whatever the number of its processes.
        let starter = executable("setsid", Path::new("/")).ok();
        let mut command = match starter.filter(|_| !self.sandboxed) {
            Some(starter) => Command::new(starter),
            None => Command::new(name),
        };
        if command.get_program() == name {
            command.process_group(0);
        } else {
            command.arg(name);
        }
        command.args(arguments);
        command.stdin(input).stdout(output).stderr(error);
        // If the machine runs out of memory, the kernel kills the program first. Where this cannot
        // be set, nothing changes.
        let set_oom_score = |value: &str| drop(fs::write("/proc/self/oom_score_adj", value));
        let before = fs::read_to_string("/proc/self/oom_score_adj").unwrap_or_default();
        set_oom_score("1000");
        let started = limits::on_core(self.core, || command.spawn());
        set_oom_score(before.trim());
        Ok(Pid::from_child(&started?))
    }

    /// Waits until the program ends, exceeds a limit, or the referee closes the socket. There is no
    /// report in the last case.
    fn watch(&self, socket: BorrowedFd<'_>, program: Pid) -> Option<Report> {
        let mut tree = ProcessTree::new();
        let mut next_files = Instant::now() + FILES_INTERVAL;
        // Without a pidfd, the end is noticed at the next interval.
        let end = pidfd_open(program, PidfdFlags::empty()).ok();
        let mut interval = POLL_INTERVAL;
        loop {
            let mut awaited = vec![PollFd::new(&socket, PollFlags::IN)];
            awaited.extend(end.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
            let pause = Timespec::try_from(interval).ok();
            // The result does not matter: everything is checked below in any case.
            let _ = poll(&mut awaited, pause.as_ref());
            let closed = awaited[0]
                .revents()
                .intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR);
            while let Ok(Some((pid, status))) = reap() {
                if pid == program {
                    return Some(Report::Ended(ExitStatus::from_raw(status.as_raw())));
                }
            }
            if closed {
                let _ = kill_process_group(program, Signal::KILL);
                return None;
            }
            let exceeded = match self.check(&mut tree, program) {
                Ok(share) => {
                    interval = if share > 0.5 {
                        POLL_INTERVAL_NEAR_LIMIT
                    } else {
                        POLL_INTERVAL
                    };
                    None
                }
                Err(report) => Some(report),
            };
            let exceeded = exceeded.or_else(|| {
                (Instant::now() >= next_files)
                    .then(|| next_files = Instant::now() + FILES_INTERVAL)?;
                let bytes = scratch::size(&self.scratch);
                (bytes > self.file).then_some(Report::Files(bytes))
            });
            if exceeded.is_some() {
                let _ = kill_process_group(program, Signal::KILL);
                return exceeded;
            }
        }
    }

    /// Checks processes and memory. Returns the used part of the memory limit, from 0 to 1.
    fn check(&self, tree: &mut ProcessTree, program: Pid) -> Result<f64, Report> {
        let most = u64::from(self.processes.unwrap_or(u32::MAX));
        let usage = tree.usage(most, self.memory.unwrap_or(u64::MAX), program);
        if usage.processes > most {
            return Err(Report::Processes(usage.processes));
        }
        let Some(limit) = self.memory else {
            return Ok(0.0);
        };
        if usage.memory > limit {
            // Forked processes share much of their memory.
            let memory = if usage.largest > limit {
                usage.largest
            } else {
                tree.proportional_memory()
            };
            if memory > limit {
                return Err(Report::Memory(memory));
            }
        }
        Ok(usage.memory as f64 / limit as f64)
    }

    /// The command-line options for this supervisor, as `reversi supervisor` reads them.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let mut all: Vec<OsString> = Vec::new();
        let mut option = |name: &str, value: OsString| all.extend([name.into(), value]);
        option("--file", self.file.to_string().into());
        option("--scratch", self.scratch.clone().into());
        if let Some(memory) = self.memory {
            option("--memory", memory.to_string().into());
        }
        if let Some(processes) = self.processes {
            option("--processes", processes.to_string().into());
        }
        if let Some(core) = self.core {
            option("--core", core.to_string().into());
        }
        if self.sandboxed {
            all.push("--sandboxed".into());
        }
        all.push("--".into());
        all.extend(self.command.iter().cloned());
        all
    }
}

/// Sends a report to the referee. It is lost if the referee has died.
fn send_report(socket: BorrowedFd<'_>, report: &Report) {
    let _ = rustix::io::write(socket, format!("{report}\n").as_bytes());
}

/// Sends a program's standard input, output and error to its supervisor, as file descriptors over the
/// socket (`SCM_RIGHTS`).
pub(super) fn send_pipes(socket: impl AsFd, pipes: [BorrowedFd<'_>; 3]) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut message = SendAncillaryBuffer::new(&mut space);
    message.push(SendAncillaryMessage::ScmRights(&pipes));
    sendmsg(
        socket,
        &[IoSlice::new(b"\n")],
        &mut message,
        SendFlags::empty(),
    )?;
    Ok(())
}

/// Receives the pipes that the referee sent with [`send_pipes`].
fn receive_pipes(socket: BorrowedFd<'_>) -> io::Result<[OwnedFd; 3]> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut message = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let slices = &mut [IoSliceMut::new(&mut byte)];
    recvmsg(socket, slices, &mut message, RecvFlags::CMSG_CLOEXEC)?;
    let rights = message.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(pipes) => Some(pipes),
        _ => None,
    });
    let pipes: Vec<OwnedFd> = rights.flatten().collect();
    pipes
        .try_into()
        .map_err(|_| io::ErrorKind::InvalidInput.into())
}
