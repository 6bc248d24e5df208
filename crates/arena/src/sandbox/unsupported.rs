//! Systems other than Linux: there is no sandbox, so no program is started.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::options::{Sandbox, SandboxOptions};
use crate::transport::{Chunk, Transport};
use play::Fault;

/// The reason given when a program is to be started.
const UNSUPPORTED: &str =
    "other programs can play on Linux only, where they can be kept within bounds";

impl Sandbox {
    /// Always an error: bubblewrap exists on Linux only.
    ///
    /// # Errors
    /// Always.
    pub fn available() -> Result<&'static Path, &'static str> {
        Err("sandboxes need Linux")
    }
}

/// A program in its sandbox. It cannot be made on this system.
#[derive(Debug)]
pub enum Process {}

impl Process {
    /// Starts nothing.
    ///
    /// # Errors
    /// Always: programs are started on Linux only.
    pub fn start(_: &[String], _: Option<&Path>, _: &SandboxOptions) -> Result<Process, Fault> {
        Err(Fault::Start(UNSUPPORTED.to_string()))
    }
}

impl Transport for Process {
    fn send(&mut self, _: &str) -> Result<(), Fault> {
        match *self {}
    }

    fn close_input(&mut self) {
        match *self {}
    }

    fn receive(&mut self, _: Option<Instant>) -> Result<Option<Chunk>, Fault> {
        match *self {}
    }

    fn exit_status(&mut self) -> String {
        match *self {}
    }

    fn stderr(&mut self) -> String {
        match *self {}
    }

    fn stop(&mut self, _: Duration) -> Result<(), Fault> {
        match *self {}
    }
}

/// Always an error, as [`Process::start`].
pub(crate) fn folder(_: Option<&Path>) -> Result<PathBuf, Fault> {
    Err(Fault::Start(UNSUPPORTED.to_string()))
}

/// Always an error, as [`Process::start`].
pub(crate) fn executable(_: &str, _: &Path) -> Result<PathBuf, Fault> {
    Err(Fault::Start(UNSUPPORTED.to_string()))
}
