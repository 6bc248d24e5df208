//! Options that limit other programs: the sandbox, memory, processes, cores.

use anyhow::{Result, bail};
use arena::sandbox::{Sandbox, SandboxOptions};
use clap::Args;

/// Limits of other programs.
#[derive(Clone, Debug, Args)]
pub struct SandboxArgs {
    /// Maximum memory of another program in megabytes [default: 1024]
    #[arg(long, value_name = "MB", allow_hyphen_values = true, value_parser = memory)]
    pub memory: Option<u64>,
    /// Maximum number of processes of another program [default: 32]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = processes)]
    pub processes: Option<u32>,
    /// Block network and file writes of other programs: auto, if this machine can; required, fail
    /// if it cannot; off
    #[arg(long, value_enum, default_value = "auto")]
    pub sandbox: SandboxArg,
    /// Pin the programs of each table to one processor core
    #[arg(long)]
    pub pin: bool,
}

impl SandboxArgs {
    /// The limits at the first table.
    pub fn limits(&self) -> SandboxOptions {
        self.limits_at(0)
    }

    /// The limits at a table.
    pub fn limits_at(&self, table: usize) -> SandboxOptions {
        let usual = SandboxOptions::default();
        SandboxOptions {
            memory: self
                .memory
                .map(|megabytes| megabytes << 20)
                .or(usual.memory),
            processes: self.processes.or(usual.processes),
            core: self.pin.then_some(table),
            sandbox: self.sandbox.into(),
            ..usual
        }
    }

    /// The warning to print before programs are started, if any.
    ///
    /// # Errors
    /// When a sandbox is required and there is none.
    pub fn notice(&self) -> Result<Option<String>> {
        let missing = match self.sandbox {
            SandboxArg::Off => None,
            _ => Sandbox::available().err(),
        };
        match (missing, self.sandbox) {
            (Some(why), SandboxArg::Required) => bail!("there is no sandbox here: {why}"),
            (Some(why), _) => Ok(Some(format!(
                "other programs can write files and use the network: {why}"
            ))),
            (None, _) => Ok(None),
        }
    }
}

/// The sandbox mode, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SandboxArg {
    /// If the machine has a sandbox.
    Auto,
    /// Never.
    Off,
    /// Fail if the machine has none.
    Required,
}

impl From<SandboxArg> for Sandbox {
    fn from(sandbox: SandboxArg) -> Sandbox {
        match sandbox {
            SandboxArg::Auto => Sandbox::Auto,
            SandboxArg::Off => Sandbox::Off,
            SandboxArg::Required => Sandbox::Required,
        }
    }
}

fn memory(text: &str) -> Result<u64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=1 << 24).contains(number));
    number.ok_or_else(|| "it must be a whole number of megabytes from 1 to 16777216".to_string())
}

fn processes(text: &str) -> Result<u32, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=100_000).contains(number));
    number.ok_or_else(|| "it must be a whole number from 1 to 100000".to_string())
}
