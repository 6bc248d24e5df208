//! What keeps the programs of a cup apart.

use std::path::PathBuf;

use anyhow::{Result, bail};
use arena::contest::Entrant;
use arena::cup::config::Config;
use arena::sandbox::{Sandbox, SandboxOptions};

/// The fences of all programs.
pub struct Plan {
    usual: SandboxOptions,
    folders: Vec<Option<PathBuf>>,
    results: PathBuf,
    pin: bool,
}

impl Plan {
    /// The fences that a cup asks for.
    ///
    /// # Errors
    /// When it asks for a sandbox and this machine has none.
    pub fn of(config: &Config) -> Result<Plan> {
        let usual = SandboxOptions::default();
        if config.sandbox == Sandbox::Required
            && let Err(why) = Sandbox::available()
        {
            bail!("sandbox = \"required\", but {why}");
        }
        let whole = |folder: &PathBuf| folder.canonicalize().unwrap_or_else(|_| folder.clone());
        let folders = config.participants.iter();
        Ok(Plan {
            usual: SandboxOptions {
                memory: config.memory.or(usual.memory),
                processes: config.processes.or(usual.processes),
                sandbox: config.sandbox,
                ..usual
            },
            folders: folders.map(|one| one.folder.as_ref().map(whole)).collect(),
            results: whole(&config.results),
            pin: config.pin,
        })
    }

    /// The fences around one participant at a table. It does not see the folders of the others, as
    /// far as they are not its own.
    pub fn around(&self, participant: usize, table: usize) -> SandboxOptions {
        let own = self.folders[participant].as_ref();
        let is_own = |folder: &PathBuf| own.is_some_and(|own| own.starts_with(folder));
        let others = self.folders.iter().flatten().chain([&self.results]);
        let mut hidden: Vec<PathBuf> = others.filter(|folder| !is_own(folder)).cloned().collect();
        hidden.sort();
        hidden.dedup();
        SandboxOptions {
            hidden,
            core: self.pin.then_some(table),
            ..self.usual.clone()
        }
    }
}

/// What protects this machine and the entrants from each other, and what does not; empty where no
/// other program plays.
pub fn told(config: &Config) -> String {
    let is_program = |entrant: &Entrant| matches!(entrant, Entrant::Program(..));
    if !config
        .participants
        .iter()
        .any(|one| is_program(&one.entrant))
    {
        return String::new();
    }
    let usual = SandboxOptions::default();
    let mut limits = Vec::new();
    if let Some(memory) = config.memory.or(usual.memory) {
        limits.push(format!("{} MB of memory", memory / 1_000_000));
    }
    if let Some(processes) = config.processes.or(usual.processes) {
        limits.push(format!("{processes} processes"));
    }
    let shut_in = match (config.sandbox, Sandbox::available()) {
        (Sandbox::Off, _) => {
            "No sandbox, as the cup asks for: programs can read and write files as you can, and use \
             the network."
                .to_string()
        }
        (_, Ok(_)) => "Programs are in a sandbox: no network, the system read-only, the folders of \
                       the others hidden."
            .to_string(),
        (_, Err(why)) => format!(
            "No sandbox ({why}): programs can read and write files as you can, and use the network."
        ),
    };
    format!("Each program may use {}. {shut_in}\n", limits.join(" and "))
}
