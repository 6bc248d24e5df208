//! Launch: starting another program with its protocol, its folder and its sandbox.

use std::path::PathBuf;

use super::program::{Program, Start};
use crate::protocol::{self, Protocol};
use crate::sandbox::{self, Process, SandboxOptions};
use crate::transport::Transport;
use play::Fault;

/// Everything needed to start a program: protocol, command, folder and sandbox.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The protocol it speaks.
    pub protocol: Protocol,
    /// Its command, quoted as for a shell.
    pub command: String,
    /// Its working folder; `None` means the current folder.
    pub folder: Option<PathBuf>,
    /// Its limits, and what it must not access.
    pub sandbox: SandboxOptions,
}

impl Launch {
    /// Starts the program once.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(&self) -> Result<Box<dyn Transport>, Fault> {
        let Some(mut words) = shlex::split(&self.command) else {
            let why = format!("its command `{}` has a quote without an end", self.command);
            return Err(Fault::Start(why));
        };
        if matches!(self.protocol, Protocol::Console | Protocol::Simple) {
            self.unbuffer(&mut words)?;
        }
        let process = Process::start(&words, self.folder.as_deref(), &self.sandbox)?;
        Ok(Box::new(process))
    }

    /// A function that starts the program, as often as it is called.
    #[must_use]
    pub fn starter(self) -> Start {
        Box::new(move || self.start())
    }

    /// The program as a player. Its name is its command until it tells its own.
    #[must_use]
    pub fn program(self) -> Program {
        let (command, spoken) = (self.command.clone(), self.protocol);
        Program::new(&command, self.starter(), move || protocol::driver(spoken))
    }

    /// Switches off the output buffer of a program that was written for a terminal: C and Python
    /// buffer their output when it goes into a pipe. Where `env` or `stdbuf` is missing, nothing
    /// changes.
    fn unbuffer(&self, words: &mut Vec<String>) -> Result<(), Fault> {
        let Some(name) = words.first_mut() else {
            return Ok(());
        };
        // Checked first, because our messages about a wrong command are clearer than those of the
        // tools.
        let folder = sandbox::folder(self.folder.as_deref())?;
        let path = sandbox::executable(name, &folder)?;
        let tools = ["env", "stdbuf"].map(|tool| sandbox::executable(tool, &folder).is_ok());
        if let (Some(path), [true, true]) = (path.to_str(), tools) {
            *name = path.to_string();
            let tools = ["env", "PYTHONUNBUFFERED=1", "stdbuf", "-o0"];
            words.splice(0..0, tools.map(str::to_string));
        }
        Ok(())
    }
}
