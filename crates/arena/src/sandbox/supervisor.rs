//! The keeper of one program.

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

use super::family::{Family, reap};
use super::place::executable;
use super::report::Report;
use super::{limits, scratch};

/// How often a program is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// How often when it has half the memory that it may have.
const CLOSE_LOOK: Duration = Duration::from_millis(5);

/// How often its files are counted.
const FILES: Duration = Duration::from_millis(250);

/// Keeps one program: starts it, watches what it uses up, and ends it with all that it started.
///
/// A warden is a process of its own, with one end of a socket as its standard input. Through it the
/// referee hands over the program's standard input, output and error, and hears what becomes of the
/// program. When the socket is closed, or the referee has died, the program is ended.
#[derive(Clone, Debug)]
pub struct Warden {
    /// The most memory, in bytes.
    pub memory: Option<u64>,
    /// The most processes.
    pub processes: Option<u32>,
    /// The most bytes in a file, and in the scratch folder.
    pub file: u64,
    /// The core to run on.
    pub core: Option<usize>,
    /// The program's scratch folder, which is removed at the end.
    pub scratch: PathBuf,
    /// Whether the program is in a sandbox, which sees to its rights itself.
    pub sandboxed: bool,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

impl Warden {
    /// Keeps the program until it has ended, and all that it started.
    ///
    /// # Errors
    /// When standard input is no such socket: nobody but a referee starts wardens.
    pub fn run(&self) -> io::Result<()> {
        let stdin = io::stdin();
        let socket = stdin.as_fd();
        let pipes = take_pipes(socket)?;
        match self.start(pipes) {
            Ok(program) => {
                tell(socket, &Report::Started);
                let report = self.watch(socket, program);
                if let Some(report) = report {
                    tell(socket, &report);
                }
            }
            Err(error) => tell(socket, &Report::Unable(error.to_string())),
        }
        Family::new().end();
        scratch::remove(&self.scratch);
        Ok(())
    }

    /// Puts up the fences and starts the program within.
    fn start(&self, [input, output, error]: [OwnedFd; 3]) -> io::Result<Pid> {
        // No terminal any more, so no Ctrl-C from there: the referee decides when it is over.
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
        // In a session of its own, it cannot reach us through a process group, and a system that
        // divides time by sessions leaves us some, however many processes it has.
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
        // If the whole machine runs out of memory, the program goes first. Where that cannot be
        // said, it is as before.
        let badness = |value: &str| drop(fs::write("/proc/self/oom_score_adj", value));
        let before = fs::read_to_string("/proc/self/oom_score_adj").unwrap_or_default();
        badness("1000");
        let started = limits::on_core(self.core, || command.spawn());
        badness(before.trim());
        Ok(Pid::from_child(&started?))
    }

    /// Waits for the end of the program, of its right to be here, or of anybody's interest in it:
    /// then there is nothing to tell.
    fn watch(&self, socket: BorrowedFd<'_>, program: Pid) -> Option<Report> {
        let mut family = Family::new();
        let mut next_files = Instant::now() + FILES;
        // Without it, the end is noticed at the next glance.
        let end = pidfd_open(program, PidfdFlags::empty()).ok();
        let mut glance = GLANCE;
        loop {
            let mut awaited = vec![PollFd::new(&socket, PollFlags::IN)];
            awaited.extend(end.as_ref().map(|end| PollFd::new(end, PollFlags::IN)));
            let pause = Timespec::try_from(glance).ok();
            // Interrupted or not: what there is will be found.
            let _ = poll(&mut awaited, pause.as_ref());
            let left = awaited[0]
                .revents()
                .intersects(PollFlags::IN | PollFlags::HUP | PollFlags::ERR);
            while let Ok(Some((pid, status))) = reap() {
                if pid == program {
                    return Some(Report::Ended(ExitStatus::from_raw(status.as_raw())));
                }
            }
            if left {
                let _ = kill_process_group(program, Signal::KILL);
                return None;
            }
            let broken = match self.check(&mut family, program) {
                Ok(share) => {
                    glance = if share > 0.5 { CLOSE_LOOK } else { GLANCE };
                    None
                }
                Err(report) => Some(report),
            };
            let broken = broken.or_else(|| {
                (Instant::now() >= next_files).then(|| next_files = Instant::now() + FILES)?;
                let bytes = scratch::size(&self.scratch);
                (bytes > self.file).then_some(Report::Files(bytes))
            });
            if broken.is_some() {
                let _ = kill_process_group(program, Signal::KILL);
                return broken;
            }
        }
    }

    /// Looks at processes and memory: how much of its memory the program has, from 0 to 1.
    fn check(&self, family: &mut Family, program: Pid) -> Result<f64, Report> {
        let most = u64::from(self.processes.unwrap_or(u32::MAX));
        let usage = family.usage(most, self.memory.unwrap_or(u64::MAX), program);
        if usage.processes > most {
            return Err(Report::Processes(usage.processes));
        }
        let Some(limit) = self.memory else {
            return Ok(0.0);
        };
        if usage.memory > limit {
            // Processes that come from one another share much of their memory.
            let memory = if usage.largest > limit {
                usage.largest
            } else {
                family.fair_memory()
            };
            if memory > limit {
                return Err(Report::Memory(memory));
            }
        }
        Ok(usage.memory as f64 / limit as f64)
    }

    /// The options of the command that starts this warden; `reversi supervisor` reads them.
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

/// Tells the referee; if there is none any more, nobody.
fn tell(socket: BorrowedFd<'_>, report: &Report) {
    let _ = rustix::io::write(socket, format!("{report}\n").as_bytes());
}

/// Hands a program's standard input, output and error to its warden.
pub(super) fn hand_over(socket: impl AsFd, pipes: [BorrowedFd<'_>; 3]) -> io::Result<()> {
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

/// Takes what the referee hands over.
fn take_pipes(socket: BorrowedFd<'_>) -> io::Result<[OwnedFd; 3]> {
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
