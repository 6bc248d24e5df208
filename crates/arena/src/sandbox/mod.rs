//! Fences around other programs: what they may use up, what they may see, and that nothing of them
//! is left afterwards.
//!
//! A program is not started by the referee but by a [`Warden`], a small process of its own that
//! counts memory, processes and files, and that sees to it that every process the program started
//! ends with it: when the referee asks, when a limit is passed, and also when the referee itself was
//! killed. Where [bubblewrap](Sandbox) works, the program also sees the system read-only, without a
//! network and without the folders of others.
//!
//! All this is Linux's. Elsewhere no other program is started.

#[cfg(target_os = "linux")]
mod bubblewrap;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod family;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod pipes;
#[cfg(target_os = "linux")]
mod place;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod scratch;
#[cfg(target_os = "linux")]
mod stderr;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod system;

use std::ffi::OsString;
use std::path::PathBuf;

#[cfg(not(target_os = "linux"))]
pub use elsewhere::Process;
#[cfg(not(target_os = "linux"))]
pub(crate) use elsewhere::{executable, folder};
#[cfg(target_os = "linux")]
pub(crate) use place::{executable, folder};
#[cfg(target_os = "linux")]
pub use process::Process;
#[cfg(target_os = "linux")]
pub use supervisor::Warden;

/// Whether a program is put into a sandbox: the system read-only, no network, no other processes,
/// no folders of others, only its scratch folder to write to. `bwrap` does it, which is in the
/// package bubblewrap of every Linux distribution.
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

/// What a program may use up, and what is kept from it.
#[derive(Clone, Debug)]
pub struct Fences {
    /// The memory of all its processes together, in bytes.
    pub memory: Option<u64>,
    /// How many processes it may have at once.
    pub processes: Option<u32>,
    /// How many bytes it may write from one message to the next.
    pub output: u64,
    /// How many bytes a file may have that it writes, and all files in its scratch folder together.
    pub file: u64,
    /// Which of the processor's cores it runs on, counted from 0 among those that we may use
    /// ourselves; after the last comes the first again. All of them, when not said.
    pub core: Option<usize>,
    /// Folders that it must not read: those of the others.
    pub hidden: Vec<PathBuf>,
    /// Whether it is put into a sandbox.
    pub sandbox: Sandbox,
    /// The command that starts a [`Warden`]; its options and the program's command are added.
    pub warden: Vec<OsString>,
}

impl Default for Fences {
    /// A gigabyte, 32 processes, a megabyte from one message to the next, 64 megabytes of files, and
    /// `reversi supervisor` as the warden, where `reversi` is the program that runs now.
    fn default() -> Fences {
        let program = std::env::current_exe().unwrap_or_else(|_| "reversi".into());
        Fences {
            memory: Some(1 << 30),
            processes: Some(32),
            output: 1 << 20,
            file: 64 << 20,
            core: None,
            hidden: Vec::new(),
            sandbox: Sandbox::Auto,
            warden: vec![program.into_os_string(), "supervisor".into()],
        }
    }
}
