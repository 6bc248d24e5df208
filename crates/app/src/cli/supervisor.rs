//! Options of `reversi supervisor`, which the program starts itself.

use std::ffi::OsString;
use std::path::PathBuf;

use arena::sandbox::Supervisor;
use clap::Args;

/// Options of the supervisor of one program.
#[derive(Debug, Args)]
pub struct SupervisorArgs {
    /// Maximum memory of all processes of the program together, in bytes
    #[arg(long)]
    pub memory: Option<u64>,
    /// Maximum number of processes
    #[arg(long)]
    pub processes: Option<u32>,
    /// Maximum size of a file that it writes, and of its scratch folder, in bytes
    #[arg(long)]
    pub file: u64,
    /// The processor core that it runs on
    #[arg(long)]
    pub core: Option<usize>,
    /// Its scratch folder, which is removed at the end
    #[arg(long)]
    pub scratch: PathBuf,
    /// The supervisor runs inside a sandbox already
    #[arg(long)]
    pub sandboxed: bool,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    pub command: Vec<OsString>,
}

impl From<SupervisorArgs> for Supervisor {
    fn from(args: SupervisorArgs) -> Supervisor {
        Supervisor {
            memory: args.memory,
            processes: args.processes,
            file: args.file,
            core: args.core,
            scratch: args.scratch,
            sandboxed: args.sandboxed,
            command: args.command,
        }
    }
}
