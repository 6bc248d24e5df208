//! What keeps other programs within bounds, as it is asked for.

use anyhow::{Result, bail};
use arena::sandbox::{Fences, Sandbox};
use clap::Args;

/// Bounds for other programs.
#[derive(Clone, Debug, Args)]
pub struct SandboxArgs {
    /// Megabytes of memory that another program may use [default: 1024]
    #[arg(long, value_name = "MB", allow_hyphen_values = true, value_parser = memory)]
    pub memory: Option<u64>,
    /// How many processes another program may have at once [default: 32]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = processes)]
    pub processes: Option<u32>,
    /// Whether other programs are kept from the network and from writing: auto, where this machine
    /// can; required, or nothing is played; off
    #[arg(long, value_enum, default_value = "auto")]
    pub sandbox: SandboxArg,
    /// Keep the programs of each table to one processor core
    #[arg(long)]
    pub pin: bool,
}

impl SandboxArgs {
    /// The bounds asked for, at the first table.
    pub fn limits(&self) -> Fences {
        self.limits_at(0)
    }

    /// The bounds asked for, at a table.
    pub fn limits_at(&self, table: usize) -> Fences {
        let usual = Fences::default();
        Fences {
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

    /// What to tell people about these fences before programs are started; `None` when there is
    /// nothing to say.
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

/// Whether to keep programs from the network and from writing, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SandboxArg {
    /// Where the machine can.
    Auto,
    /// Not at all.
    Off,
    /// Or nothing is played.
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
