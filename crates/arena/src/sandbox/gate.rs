//! Gate: the process between a supervisor and its program. It puts limits on itself that cannot be
//! lifted again, and then becomes the program.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, exit};

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, set_parent_process_death_signal, setsid, wait,
    waitpid,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use rustix::thread::set_no_new_privs;
use serde::{Deserialize, Serialize};

use super::syscall_filter::{self, Surroundings};
use super::view::{PRIVATE_HOME, View};
use super::{capabilities, descriptors, limits, namespaces, path_rules};

/// What a message on standard error begins with when the program cannot be started.
pub(super) const PREFIX: &str = "sandbox: ";

/// The exit code when the program cannot be started.
const NOT_STARTED: i32 = 127;

/// The limits of a program, and what encloses it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gate {
    /// The limits, unless they are set already.
    pub(super) limits: Option<GateLimits>,
    /// The sandbox.
    pub(super) enclosure: Enclosure,
}

/// Limits that a gate puts on itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct GateLimits {
    /// The `cgroup.procs` files of its control groups.
    pub groups: Vec<PathBuf>,
    /// The core that it runs on.
    pub core: Option<usize>,
    /// Memory in bytes.
    pub memory: Option<u64>,
    /// The size of a file in bytes.
    pub file: u64,
    /// The number of threads.
    pub threads: u64,
    /// Whether its control groups can stop all its processes at once.
    pub freezer: bool,
    /// Whether its control groups limit its memory.
    pub memory_kept: bool,
}

/// What encloses a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Enclosure {
    /// Nothing, or what the command itself makes.
    Open,
    /// Path rules and the filter of calls; the program writes to its scratch folder.
    Rules {
        /// What it sees.
        view: View,
        /// Its scratch folder.
        scratch: PathBuf,
    },
    /// The same within namespaces that exist already.
    Inside(View),
    /// The same within new namespaces.
    Namespaces {
        /// What it sees.
        view: View,
        /// An empty folder.
        scratch: PathBuf,
        /// The number of bytes that it may write.
        size: u64,
    },
}

impl Gate {
    /// The arguments of `reversi` that run a command behind this gate.
    pub(super) fn arguments(&self, command: &[OsString]) -> io::Result<Vec<OsString>> {
        let words = [
            OsString::from("gate"),
            serde_json::to_string(self)?.into(),
            "--".into(),
        ];
        Ok(words.into_iter().chain(command.iter().cloned()).collect())
    }

    /// Becomes the command. Returns the exit code of the command if it ran in another process; on
    /// failure the reason is on standard error.
    pub fn run(&self, command: &[OsString]) -> i32 {
        self.pass(command).unwrap_or_else(|error| {
            let name = command.first().map(|name| name.to_string_lossy());
            eprintln!("{PREFIX}{}: {error}", name.unwrap_or_default());
            NOT_STARTED
        })
    }

    /// What keeps the program in its place, as far as it is known here.
    fn surroundings(&self) -> Surroundings {
        let limits = self.limits.as_ref();
        Surroundings {
            pinned: limits.is_some_and(|limits| limits.core.is_some()),
            freezer: limits.is_some_and(|limits| limits.freezer),
            memory: limits.is_some_and(|limits| limits.memory_kept),
            ..Surroundings::default()
        }
    }

    fn pass(&self, command: &[OsString]) -> io::Result<i32> {
        let (name, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut program = Command::new(name);
        program.args(arguments);
        if let Some(limits) = &self.limits {
            limits.set()?;
        }
        let mut surroundings = self.surroundings();
        match &self.enclosure {
            Enclosure::Open => {}
            Enclosure::Rules { view, scratch } => {
                let mut readable = view.uncovered();
                readable.extend(visible_system());
                let own = view.writable.then(|| view.folder.clone());
                let writable: Vec<PathBuf> = own.into_iter().chain([scratch.clone()]).collect();
                surroundings.exposed = true;
                surroundings.builds = view.writable;
                capabilities::drop_all()?;
                path_rules::restrict(&readable, &writable)?;
                syscall_filter::install(surroundings)?;
            }
            Enclosure::Inside(view) => restrict(view, surroundings)?,
            Enclosure::Namespaces {
                view,
                scratch,
                size,
            } => {
                namespaces::enter()?;
                return in_child(|| {
                    set_parent_process_death_signal(Some(Signal::KILL))?;
                    namespaces::show(view, scratch, *size)?;
                    if let Some(limits) = &self.limits {
                        limits::set_tasks(limits.threads)?;
                    }
                    restrict(view, surroundings)?;
                    first_process(&mut program)
                });
            }
        }
        Err(program.exec())
    }
}

impl GateLimits {
    fn set(&self) -> io::Result<()> {
        // In its own session the program cannot signal its supervisor through a process group, and
        // has no terminal.
        setsid()?;
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // If the machine runs out of memory, the kernel kills the program first. Where this cannot
        // be set, nothing changes.
        let _ = fs::write("/proc/self/oom_score_adj", "1000");
        for group in &self.groups {
            fs::write(group, "0")?;
        }
        limits::pin(self.core);
        limits::set(self.memory, self.file)?;
        descriptors::close_all_on_exec()
    }
}

/// The last step within namespaces: the view is all there is, and only a few places are writable.
fn restrict(view: &View, surroundings: Surroundings) -> io::Result<()> {
    let own = view.writable.then(|| view.folder.clone());
    let places = [PRIVATE_HOME, "/dev/shm"].map(PathBuf::from);
    let writable: Vec<PathBuf> = places.into_iter().chain(own).collect();
    set_no_new_privs(true)?;
    capabilities::drop_all()?;
    path_rules::restrict(&[PathBuf::from("/")], &writable)?;
    syscall_filter::install(surroundings)
}

/// Parts of `/proc` that interpreters read. Those of other processes are not among them.
fn visible_system() -> Vec<PathBuf> {
    let own = PathBuf::from(format!("/proc/{}", std::process::id()));
    let names = [
        "cpuinfo",
        "meminfo",
        "stat",
        "version",
        "filesystems",
        "loadavg",
        "sys",
    ];
    let common = names.map(|name| Path::new("/proc").join(name));
    common.into_iter().chain([own]).collect()
}

/// Runs `child` in a new process, which returns the status of the program, and waits for it. Ends as
/// the program did.
#[allow(unsafe_code, reason = "system calls of the sandbox")]
fn in_child(child: impl FnOnce() -> io::Result<i32>) -> io::Result<i32> {
    let (mut told, mut tell) = io::pipe()?;
    // SAFETY: this process has one thread (otherwise it could not have entered new namespaces), so
    // the child may do everything that its parent may.
    let forked = unsafe { libc::fork() };
    match forked {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            drop(told);
            let status = child().unwrap_or_else(|error| {
                eprintln!("{PREFIX}{error}");
                NOT_STARTED << 8
            });
            let _ = tell.write_all(&status.to_le_bytes());
            exit(0)
        }
        pid => {
            drop(tell);
            hand_over_pipes()?;
            let mut status = [0; 4];
            let known = told.read_exact(&mut status).is_ok();
            let pid = Pid::from_raw(pid);
            while let Err(rustix::io::Errno::INTR) = waitpid(pid, WaitOptions::empty()) {}
            // Its first process was killed before the program ended.
            let killed = Signal::KILL.as_raw();
            Ok(end_like(if known {
                i32::from_le_bytes(status)
            } else {
                killed
            }))
        }
    }
}

/// Ends this process by the signal of a status, or returns its exit code.
#[allow(unsafe_code, reason = "system calls of the sandbox")]
fn end_like(status: i32) -> i32 {
    let status = ExitStatus::from_raw(status);
    let signal = status.signal().and_then(Signal::from_named_raw);
    if let Some(signal) = signal {
        // SAFETY: the default action needs no handler of ours.
        unsafe { libc::signal(signal.as_raw(), libc::SIG_DFL) };
        let _ = kill_process(getpid(), signal);
    }
    status.code().unwrap_or(NOT_STARTED)
}

/// Starts the program and returns its status, as the first process of its namespace: orphans become
/// its children, and all end with it.
fn first_process(program: &mut Command) -> io::Result<i32> {
    let started = program.spawn()?;
    hand_over_pipes()?;
    let pid = Pid::from_child(&started);
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((ended, status))) if ended == pid => return Ok(status.as_raw()),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Leaves standard input, output and error to the child, so that they end when it closes them.
fn hand_over_pipes() -> io::Result<()> {
    let nothing = fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    Ok(())
}
