//! Where there are no fences, and so no other programs.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Fences, Sandbox};
use crate::transport::{Chunk, Transport};
use play::Fault;

/// What is said to whoever wants to start one.
const WHY: &str = "other programs can play on Linux only, where they can be kept within bounds";

impl Sandbox {
    /// There are none here.
    ///
    /// # Errors
    /// Always: says so.
    pub fn available() -> Result<&'static Path, &'static str> {
        Err("sandboxes need Linux")
    }
}

/// A program within its fences: here, there is none.
#[derive(Debug)]
pub enum Process {}

impl Process {
    /// Starts nothing.
    ///
    /// # Errors
    /// Always: says why.
    pub fn start(_: &[String], _: Option<&Path>, _: &Fences) -> Result<Process, Fault> {
        Err(Fault::Start(WHY.to_string()))
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

pub(crate) fn folder(_: Option<&Path>) -> Result<PathBuf, Fault> {
    Err(Fault::Start(WHY.to_string()))
}

pub(crate) fn executable(_: &str, _: &Path) -> Result<PathBuf, Fault> {
    Err(Fault::Start(WHY.to_string()))
}
