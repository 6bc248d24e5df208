//! Sandbox for other programs: resource limits, isolation, and the guarantee that no process or file
//! of a program is left behind.
//!
//! The referee does not start a program itself. A [`Supervisor`] does, a small separate process that
//! counts memory, processes and files, and that ends every process the program started: when the
//! referee asks for it, when a limit is exceeded, and also when the referee itself was killed. Where
//! [bubblewrap](Sandbox) works, the program also sees the system read-only, without a network and
//! without the folders of other participants.
//!
//! All of this needs Linux. On other systems no program is started.

#[cfg(target_os = "linux")]
mod bubblewrap;
#[cfg(target_os = "linux")]
mod environment;
#[cfg(target_os = "linux")]
mod executable;
#[cfg(target_os = "linux")]
mod limits;
mod options;
#[cfg(target_os = "linux")]
mod pipes;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod process_tree;
#[cfg(target_os = "linux")]
mod program_end;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod scratch;
#[cfg(target_os = "linux")]
mod stderr;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod supervisor_command;
#[cfg(target_os = "linux")]
mod supervisor_connection;
#[cfg(target_os = "linux")]
mod system_counters;
#[cfg(not(target_os = "linux"))]
mod unsupported;

#[cfg(target_os = "linux")]
pub(crate) use executable::{executable, folder};
pub use options::{Sandbox, SandboxOptions};
#[cfg(target_os = "linux")]
pub use process::Process;
#[cfg(target_os = "linux")]
pub use supervisor::Supervisor;
#[cfg(not(target_os = "linux"))]
pub use unsupported::Process;
#[cfg(not(target_os = "linux"))]
pub(crate) use unsupported::{executable, folder};
