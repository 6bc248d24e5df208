//! Options that limit other programs: the sandbox, memory, processes, cores.

use anyhow::{Result, bail};
use arena::cup::config::MIN_MEMORY;
use arena::sandbox::{Fence, Sandbox, SandboxOptions};
use clap::Args;

/// Limits of other programs.
#[derive(Clone, Debug, Args)]
pub struct SandboxArgs {
    /// Maximum memory of another program in MiB; 1024 is 1 GiB [default: 1024]
    #[arg(long, value_name = "MIB", allow_hyphen_values = true, value_parser = memory)]
    pub memory: Option<u64>,
    /// Maximum number of processes of another program [default: 32]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = processes)]
    pub processes: Option<u32>,
    /// Maximum number of threads of another program, in all its processes together [default: four
    /// for each process, and at least 64]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = processes)]
    pub threads: Option<u32>,
    /// Let other programs go on while their opponents are to move; otherwise they are stopped
    #[arg(long)]
    pub ponder: bool,
    /// Keep other programs from the network and from files that are not theirs: auto, if this
    /// machine can; required, fail if it cannot; off; or made of namespaces, bubblewrap or landlock
    #[arg(long, value_enum, default_value = "auto")]
    pub sandbox: SandboxArg,
    /// Pin each program to a processor core: each side of a table to its own if there are two for
    /// each table, otherwise both to the same
    #[arg(long)]
    pub pin: bool,
}

impl SandboxArgs {
    /// The limits on the first core.
    pub fn limits(&self) -> SandboxOptions {
        self.limits_at(0)
    }

    /// The limits on a core, which counts only if programs are pinned.
    pub fn limits_at(&self, core: usize) -> SandboxOptions {
        let usual = SandboxOptions::default();
        SandboxOptions {
            memory: self
                .memory
                .map(|megabytes| megabytes << 20)
                .or(usual.memory),
            processes: self.processes.or(usual.processes),
            threads: self.threads,
            ponder: self.ponder,
            core: self.pin.then_some(core),
            sandbox: self.sandbox.into(),
            ..usual
        }
    }

    /// The warning to print before programs are started, if any.
    ///
    /// # Errors
    /// When a sandbox is required and there is none.
    pub fn notice(&self) -> Result<Option<String>> {
        match (Sandbox::from(self.sandbox).missing(), self.sandbox) {
            (None, _) => Ok(None),
            (Some(why), SandboxArg::Auto) => Ok(Some(format!(
                "other programs can write files and use the network: {why}"
            ))),
            (Some(why), _) => bail!("there is no such sandbox here: {why}"),
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
    /// Namespaces of our own.
    Namespaces,
    /// Namespaces that bubblewrap makes.
    Bubblewrap,
    /// Landlock alone.
    Landlock,
}

impl From<SandboxArg> for Sandbox {
    fn from(sandbox: SandboxArg) -> Sandbox {
        match sandbox {
            SandboxArg::Auto => Sandbox::Auto,
            SandboxArg::Off => Sandbox::Off,
            SandboxArg::Required => Sandbox::Required,
            SandboxArg::Namespaces => Sandbox::Only(Fence::Namespaces),
            SandboxArg::Bubblewrap => Sandbox::Only(Fence::Bubblewrap),
            SandboxArg::Landlock => Sandbox::Only(Fence::Landlock),
        }
    }
}

/// The smallest limit of memory in MiB: no program starts with less.
const SMALLEST: u64 = MIN_MEMORY >> 20;

fn memory(text: &str) -> Result<u64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (SMALLEST..=1 << 24).contains(number));
    number.ok_or_else(|| format!("it must be a whole number of MiB from {SMALLEST} to 16777216"))
}

fn processes(text: &str) -> Result<u32, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number| (1..=100_000).contains(number));
    number.ok_or_else(|| "it must be a whole number from 1 to 100000".to_string())
}
