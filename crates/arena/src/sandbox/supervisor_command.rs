//! The command that starts a supervisor: the enclosure, the scratch folder and the environment of a
//! program.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::bounds::Bounds;
use super::gate::Enclosure;
use super::options::{Fence, SandboxOptions};
use super::supervisor::Supervisor;
use super::view::{PRIVATE_HOME, View};
use super::{environment, executable, scratch};
use play::Fault;

/// The number of processes that namespaces need themselves.
const FENCE_PROCESSES: u32 = 2;

/// The command that starts a supervisor.
pub(super) struct SupervisorCommand {
    /// The command, with arguments, folder and environment.
    pub(super) command: Command,
    /// The new scratch folder. The caller removes it if the supervisor does not start.
    pub(super) scratch: PathBuf,
    /// What the sandbox of the program is made of.
    pub(super) fence: Option<Fence>,
}

impl SupervisorCommand {
    /// The supervisor command for a program in `folder`, or in the current folder. Creates the
    /// scratch folder.
    ///
    /// # Errors
    /// When the program is not found, or the required sandbox does not work.
    pub(super) fn new(
        program: &[String],
        folder: Option<&Path>,
        options: &SandboxOptions,
    ) -> Result<SupervisorCommand, Fault> {
        let folder = executable::folder(folder)?;
        let Some((name, arguments)) = program.split_first() else {
            return Err(Fault::Start("its command is empty".to_string()));
        };
        let mut words = vec![executable::executable(name, &folder)?.into_os_string()];
        words.extend(arguments.iter().map(OsString::from));
        let fence = options.sandbox.fence();
        let fence = fence.map_err(|why| Fault::Start(format!("no sandbox: {why}")))?;
        let scratch = scratch::create().map_err(|error| {
            Fault::Start(format!("no scratch folder can be made for it: {error}"))
        })?;
        let command = supervisor(&words, &folder, options, fence, &scratch);
        match command {
            Ok(command) => Ok(SupervisorCommand {
                command,
                scratch,
                fence,
            }),
            Err(error) => {
                scratch::remove(&scratch);
                Err(Fault::Start(error.to_string()))
            }
        }
    }
}

/// The command of a supervisor for the program `words`.
fn supervisor(
    words: &[OsString],
    folder: &Path,
    options: &SandboxOptions,
    fence: Option<Fence>,
    scratch: &Path,
) -> io::Result<Command> {
    let none = || io::Error::other("no command is known that starts a supervisor");
    let view = View::new(folder, words, options);
    let program = words.first().map(Path::new).unwrap_or(folder);
    if fence.is_some()
        && !program
            .canonicalize()
            .is_ok_and(|real| view.is_shown(&real))
    {
        let name = program.display();
        let why = format!("{name} is a link to a file that the sandbox does not show");
        return Err(io::Error::other(why));
    }
    let (enclosure, words) = match fence {
        None => (Enclosure::Open, words.to_vec()),
        Some(fence) => fence.enclose(&view, scratch, options.file, words)?,
    };
    let private = matches!(fence, Some(Fence::Namespaces | Fence::Bubblewrap));
    let home = if private {
        Path::new(PRIVATE_HOME)
    } else {
        scratch
    };
    let spare = if private { FENCE_PROCESSES } else { 0 };
    let bounds = Bounds {
        memory: options.memory,
        processes: options.processes.map(|most| most.saturating_add(spare)),
        threads: options.thread_limit().saturating_add(spare.into()),
        file: options.file,
        core: options.core,
        scratch: scratch.to_path_buf(),
        folder: options.writable.then(|| folder.to_path_buf()),
        ponder: options.ponder,
        groups: options.groups,
    };
    let supervisor = Supervisor { bounds, enclosure };
    let (program, first) = options.supervisor.split_first().ok_or_else(none)?;
    let mut command = Command::new(program);
    command
        .args(first)
        .args(supervisor.arguments(&words)?)
        .current_dir(folder)
        .env_clear()
        .envs(environment::variables(home, scratch));
    Ok(command)
}
