//! What `reversi warden` is told: by the program itself, never by a person.

use std::ffi::OsString;
use std::path::PathBuf;

use arena::sandbox::Warden;
use clap::Args;

/// Options of the keeper of one program.
#[derive(Debug, Args)]
pub struct SupervisorArgs {
    /// The most memory that all processes of the program may have together, in bytes
    #[arg(long)]
    pub memory: Option<u64>,
    /// The most processes that it may have
    #[arg(long)]
    pub processes: Option<u32>,
    /// The most bytes in a file that it writes, and in its scratch folder
    #[arg(long)]
    pub file: u64,
    /// The core that it runs on
    #[arg(long)]
    pub core: Option<usize>,
    /// Its scratch folder, which is removed at the end
    #[arg(long)]
    pub scratch: PathBuf,
    /// It is in a sandbox already
    #[arg(long)]
    pub sandboxed: bool,
    /// The program and its arguments
    #[arg(last = true, required = true)]
    pub command: Vec<OsString>,
}

impl From<SupervisorArgs> for Warden {
    fn from(args: SupervisorArgs) -> Warden {
        Warden {
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
