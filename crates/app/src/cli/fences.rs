//! What keeps other programs within bounds, as it is asked for.

use clap::Args;
use play::fence::{Fences, Sandbox};

/// Bounds for other programs.
#[derive(Clone, Debug, Args)]
pub struct FenceArgs {
    /// Megabytes of memory that another program may use
    #[arg(
        long,
        value_name = "MB",
        default_value = "2048",
        allow_hyphen_values = true,
        value_parser = memory
    )]
    pub memory: u64,
    /// Processes and threads that another program may have
    #[arg(
        long,
        value_name = "N",
        default_value = "64",
        allow_hyphen_values = true,
        value_parser = processes
    )]
    pub processes: u32,
    /// Whether other programs are kept from the network and from writing: auto, where this machine
    /// can; required, or nothing is played; off
    #[arg(long, value_enum, default_value = "auto")]
    pub sandbox: SandboxArg,
    /// Keep the programs of each table to one processor core
    #[arg(long)]
    pub pin: bool,
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

impl FenceArgs {
    /// The bounds asked for, at the first table.
    pub fn fences(&self) -> Fences {
        Fences {
            memory: Some(self.memory << 20),
            processes: Some(self.processes),
            core: self.pin.then_some(0),
            sandbox: match self.sandbox {
                SandboxArg::Auto => Sandbox::Auto,
                SandboxArg::Off => Sandbox::Off,
                SandboxArg::Required => Sandbox::Required,
            },
            ..Fences::default()
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
