//! Sandbox for other programs: resource limits, isolation, and the guarantee that no process or file
//! of a program is left behind.
//!
//! The referee does not start a program itself. A [`Supervisor`] does, a small separate process that
//! counts memory, processes and files, and that ends every process the program started: when the
//! referee asks for it, when a limit is exceeded, and also when the referee itself was killed. It also
//! stops all of them while the opponent is to move. In a [sandbox](Sandbox) the program sees a part of
//! the system only, and no network and no other processes.
//!
//! All of this needs Linux. On other systems a program is started only if no sandbox is asked for.

#[cfg(target_os = "linux")]
mod bounds;
#[cfg(target_os = "linux")]
mod bubblewrap;
#[cfg(target_os = "linux")]
mod capabilities;
#[cfg(target_os = "linux")]
mod control_group;
#[cfg(target_os = "linux")]
mod descriptors;
#[cfg(target_os = "linux")]
mod environment;
mod executable;
#[cfg(target_os = "linux")]
mod family;
#[cfg(target_os = "linux")]
mod fence;
#[cfg(target_os = "linux")]
mod gate;
#[cfg(target_os = "linux")]
mod hierarchy;
#[cfg(target_os = "linux")]
mod limits;
#[cfg(target_os = "linux")]
mod meter;
#[cfg(target_os = "linux")]
mod nameless_files;
#[cfg(target_os = "linux")]
mod namespaces;
mod options;
#[cfg(target_os = "linux")]
mod path_rules;
#[cfg(target_os = "linux")]
mod pipe_passing;
mod pipes;
#[cfg(any(not(target_os = "linux"), test))]
mod plain_process;
#[cfg(target_os = "linux")]
mod process;
#[cfg(target_os = "linux")]
mod process_stat;
#[cfg(target_os = "linux")]
mod process_tree;
#[cfg(target_os = "linux")]
mod program_end;
mod reader_time;
#[cfg(target_os = "linux")]
mod report;
#[cfg(target_os = "linux")]
mod scratch;
mod stderr;
#[cfg(target_os = "linux")]
mod supervisor;
#[cfg(target_os = "linux")]
mod supervisor_command;
#[cfg(target_os = "linux")]
mod supervisor_connection;
#[cfg(target_os = "linux")]
mod syscall_filter;
#[cfg(target_os = "linux")]
mod system_counters;
#[cfg(target_os = "linux")]
mod view;

pub(crate) use executable::{executable, folder};
#[cfg(target_os = "linux")]
pub use gate::Gate;
pub use options::{Fence, Sandbox, SandboxOptions, set_program};
#[cfg(not(target_os = "linux"))]
pub use plain_process::Process;
#[cfg(target_os = "linux")]
pub use process::Process;
#[cfg(target_os = "linux")]
pub use supervisor::Supervisor;
