//! Options of the sandbox: limits, isolation, hidden folders and the supervisor command.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::OnceLock;

/// Why no program is started with a sandbox elsewhere than on Linux.
#[cfg(any(not(target_os = "linux"), test))]
pub(super) const NO_SANDBOX: &str = "sandboxes need Linux; `--sandbox off`, or sandbox = \"off\" in a \
                                     cup file, lets other programs play without one";

/// The program that starts supervisors and gates, if it is not the running one.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Says which program starts supervisors and gates: `reversi`. Others that use this library, such as
/// tests, call this first. Only the first call counts.
pub fn set_program(path: impl Into<PathBuf>) {
    let _ = PROGRAM.set(path.into());
}

/// The program that starts supervisors and gates.
pub(super) fn program() -> PathBuf {
    let running = || std::env::current_exe().unwrap_or_else(|_| "reversi".into());
    PROGRAM.get().cloned().unwrap_or_else(running)
}

/// Whether a program runs in a sandbox: it sees the system and its own folder only, both read-only,
/// no network and no other processes, and can write to its scratch folder only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sandbox {
    /// If it works on this machine.
    #[default]
    Auto,
    /// Never.
    Off,
    /// Always: where it does not work, nothing is started.
    Required,
    /// Always, and made in this way.
    Only(Fence),
}

/// What a sandbox is made of. Landlock and seccomp are part of each where the kernel has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fence {
    /// Namespaces that we make ourselves.
    Namespaces,
    /// Namespaces that `bwrap` makes, from the package bubblewrap.
    Bubblewrap,
    /// Landlock and seccomp alone.
    Landlock,
}

impl Sandbox {
    /// Why this machine cannot give such a sandbox; `None` if it can, or if none is asked for.
    #[must_use]
    pub fn missing(self) -> Option<&'static str> {
        match self {
            Sandbox::Off => None,
            Sandbox::Only(fence) => fence.works().err(),
            Sandbox::Auto | Sandbox::Required => Sandbox::available().err(),
        }
    }

    /// The sandbox that programs have on this machine, in a sentence for people.
    #[must_use]
    pub fn state(self) -> String {
        let open = "programs can read and write files as you can, and use the network";
        let fence = match self {
            Sandbox::Off => return format!("No sandbox, as was asked for: {open}."),
            Sandbox::Only(fence) => fence.works().map(|()| fence),
            Sandbox::Auto | Sandbox::Required => Sandbox::available(),
        };
        match fence {
            Ok(fence) => format!(
                "Programs are in a sandbox ({fence}): no network, the system read-only, home and the \
                 folders of the others hidden."
            ),
            Err(why) => format!("No sandbox ({why}): {open}."),
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Sandbox {
    /// Always an error: sandboxes exist on Linux only.
    ///
    /// # Errors
    /// Always.
    pub fn available() -> Result<Fence, &'static str> {
        Err(NO_SANDBOX)
    }
}

#[cfg(not(target_os = "linux"))]
impl Fence {
    /// Always an error: sandboxes exist on Linux only.
    ///
    /// # Errors
    /// Always.
    pub fn works(self) -> Result<(), &'static str> {
        Sandbox::available().map(drop)
    }
}

impl fmt::Display for Fence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fence::Namespaces => "namespaces",
            Fence::Bubblewrap => "bubblewrap",
            Fence::Landlock => "Landlock",
        })
    }
}

/// The resource limits of a program, and what it must not access.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// The memory of all its processes together, in bytes.
    pub memory: Option<u64>,
    /// The number of processes that it may have at the same time.
    pub processes: Option<u32>,
    /// The number of threads that it may have at the same time, those of all processes together.
    /// `None` is four for each process, and at least 64.
    pub threads: Option<u32>,
    /// The number of bytes that it may write from one message to the next.
    pub output: u64,
    /// The size in bytes of each file that it writes, and of all files in its scratch folder
    /// together.
    pub file: u64,
    /// The processor core that it runs on, counted from 0 among the cores that this process may
    /// use; numbers beyond the last core wrap around. `None` means all cores.
    pub core: Option<usize>,
    /// Folders that it must not read: those of the other participants.
    pub hidden: Vec<PathBuf>,
    /// Whether it sees of the folder that it is started in only the files that its command names.
    pub narrow: bool,
    /// Whether its own folder is writable too, as a build needs it.
    pub writable: bool,
    /// Whether it may go on while its opponent is to move.
    pub ponder: bool,
    /// Whether it runs in a sandbox.
    pub sandbox: Sandbox,
    /// Whether the kernel keeps its processes together (control groups), where it lets us.
    pub groups: bool,
    /// The command that starts a [`Supervisor`](super::Supervisor). Its options and the program's
    /// command are appended.
    pub supervisor: Vec<OsString>,
}

impl SandboxOptions {
    /// The number of threads that a program may have.
    #[must_use]
    pub fn thread_limit(&self) -> u64 {
        let usual = self
            .processes
            .unwrap_or(u32::MAX / 4)
            .saturating_mul(4)
            .max(64);
        self.threads.unwrap_or(usual).into()
    }
}

impl Default for SandboxOptions {
    /// 1 GiB of memory, 32 processes, 1 MiB of output from one message to the next, 64 MiB of files,
    /// and `reversi supervisor` as the supervisor, where `reversi` is the running program.
    fn default() -> SandboxOptions {
        SandboxOptions {
            memory: Some(1 << 30),
            processes: Some(32),
            threads: None,
            output: 1 << 20,
            file: 64 << 20,
            core: None,
            hidden: Vec::new(),
            narrow: false,
            writable: false,
            ponder: false,
            sandbox: Sandbox::Auto,
            groups: true,
            supervisor: vec![program().into(), "supervisor".into()],
        }
    }
}
