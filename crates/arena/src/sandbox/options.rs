//! Options of the sandbox: limits, isolation, hidden folders and the supervisor command.

use std::ffi::OsString;
use std::path::PathBuf;

/// Whether a program runs inside bubblewrap: the system read-only, no network, no other processes,
/// no folders of other participants, and only its scratch folder writable. This needs `bwrap`, from
/// the package bubblewrap of every Linux distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sandbox {
    /// If it works on this machine.
    #[default]
    Auto,
    /// Never.
    Off,
    /// Always: where it does not work, nothing is started.
    Required,
}

/// The resource limits of a program, and what it must not access.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// The memory of all its processes together, in bytes.
    pub memory: Option<u64>,
    /// The number of processes that it may have at the same time.
    pub processes: Option<u32>,
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
    /// Whether it runs inside bubblewrap.
    pub sandbox: Sandbox,
    /// The command that starts a [`Supervisor`](super::Supervisor). Its options and the program's
    /// command are appended.
    pub supervisor: Vec<OsString>,
}

impl Default for SandboxOptions {
    /// 1 GiB of memory, 32 processes, 1 MiB of output from one message to the next, 64 MiB of files,
    /// and `reversi supervisor` as the supervisor, where `reversi` is the running program.
    fn default() -> SandboxOptions {
        let program = std::env::current_exe().unwrap_or_else(|_| "reversi".into());
        SandboxOptions {
            memory: Some(1 << 30),
            processes: Some(32),
            output: 1 << 20,
            file: 64 << 20,
            core: None,
            hidden: Vec::new(),
            sandbox: Sandbox::Auto,
            supervisor: vec![program.into_os_string(), "supervisor".into()],
        }
    }
}
