//! The command that starts the supervisor of a program, with the program's scratch folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::bubblewrap::{BWRAP_PROCESSES, View};
use super::environment::{SCRATCH_VARIABLE, SESSION_VARIABLES, tool_variables};
use super::options::SandboxOptions;
use super::supervisor::Supervisor;
use super::{executable, scratch};
use play::Fault;

/// The command that starts a supervisor.
pub(super) struct SupervisorCommand {
    /// The command, with arguments, folder and environment.
    pub(super) command: Command,
    /// The new scratch folder. The caller removes it if the supervisor does not start.
    pub(super) scratch: PathBuf,
    /// Whether the program will run inside bubblewrap.
    pub(super) sandboxed: bool,
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
        let bwrap = options.sandbox.bwrap();
        let bwrap = bwrap.map_err(|why| Fault::Start(format!("no sandbox: {why}")))?;
        let scratch = scratch::create().map_err(|error| {
            Fault::Start(format!("no scratch folder can be made for it: {error}"))
        })?;
        let view = View {
            folder: &folder,
            scratch: &scratch,
            hidden: &options.hidden,
        };
        let home = bwrap.map_or(scratch.as_path(), |_| view.home());
        let spare = bwrap.map_or(0, |_| BWRAP_PROCESSES);
        let supervisor = Supervisor {
            memory: options.memory,
            processes: options.processes.map(|most| most.saturating_add(spare)),
            file: options.file,
            core: options.core,
            scratch: scratch.clone(),
            sandboxed: bwrap.is_some(),
            command: bwrap.map_or(words.clone(), |bwrap| view.wrap(bwrap, &words)),
        };
        let mut command = Command::new(options.supervisor.first().ok_or_else(no_supervisor)?);
        command
            .args(&options.supervisor[1..])
            .args(supervisor.arguments())
            .current_dir(&folder)
            .env("HOME", home)
            .env("TMPDIR", home)
            .env(SCRATCH_VARIABLE, &scratch)
            .envs(tool_variables());
        for name in SESSION_VARIABLES {
            command.env_remove(name);
        }
        Ok(SupervisorCommand {
            command,
            sandboxed: bwrap.is_some(),
            scratch,
        })
    }
}

/// The fault when the options name no supervisor command.
fn no_supervisor() -> Fault {
    Fault::Start("no command is known that starts a supervisor".to_string())
}
