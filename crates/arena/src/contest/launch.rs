//! How other programs are started.

use std::path::PathBuf;

use super::program::{Program, Start};
use crate::protocol;
use crate::protocol::Protocol;
use crate::sandbox::{self, Fences, Process};
use crate::transport::Transport;
use play::Fault;

/// What is needed to start a program: how to talk to it, its command, its folder and its fences.
#[derive(Clone, Debug)]
pub struct Launch {
    /// How to talk to it.
    pub protocol: Protocol,
    /// Its command, with quotes where a shell would want them.
    pub command: String,
    /// Where it is started; where we are, when not said.
    pub folder: Option<PathBuf>,
    /// What it may use up, and what is kept from it.
    pub fences: Fences,
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
        let process = Process::start(&words, self.folder.as_deref(), &self.fences)?;
        Ok(Box::new(process))
    }

    /// Where the program is.
    ///
    /// # Errors
    /// When it is nowhere, or cannot be run.
    pub fn find(&self) -> Result<PathBuf, Fault> {
        let folder = sandbox::folder(self.folder.as_deref())?;
        let words = shlex::split(&self.command).unwrap_or_default();
        sandbox::executable(words.first().map_or("", String::as_str), &folder)
    }

    /// What starts the program as often as it is needed.
    #[must_use]
    pub fn starter(self) -> Start {
        Box::new(move || self.start())
    }

    /// The program as a contestant. It is called by its command until it says better.
    #[must_use]
    pub fn program(self) -> Program {
        let (command, spoken) = (self.command.clone(), self.protocol);
        Program::new(&command, self.starter(), move || protocol::driver(spoken))
    }

    /// Has a program answer at once that was written for a terminal: into a pipe, C and Python keep
    /// back what they print until there is much of it. Where the tools for that are missing,
    /// nothing changes.
    fn unbuffer(&self, words: &mut Vec<String>) -> Result<(), Fault> {
        let Some(name) = words.first_mut() else {
            return Ok(());
        };
        // What is wrong with the command itself is better said by us than by these tools.
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
