//! The sandboxes of a cup: the limits of its programs, and which folders each of them sees.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::config::{Config, Shutting};
use crate::sandbox::{Sandbox, SandboxOptions};

/// The sandboxes of all programs of a cup.
pub struct SandboxPlan {
    usual: SandboxOptions,
    folders: Vec<Option<PathBuf>>,
    results: PathBuf,
    pin: bool,
}

impl SandboxPlan {
    /// The sandboxes that a cup file asks for.
    ///
    /// # Errors
    /// When it asks for a sandbox and this machine has none.
    pub fn of(config: &Config) -> Result<SandboxPlan> {
        let usual = SandboxOptions::default();
        let sandbox = match config.sandbox {
            Shutting::Auto => Sandbox::Auto,
            Shutting::Off => Sandbox::Off,
            Shutting::Required => Sandbox::Required,
        };
        if config.sandbox == Shutting::Required
            && let Err(why) = Sandbox::available()
        {
            bail!("sandbox = \"required\", but {why}");
        }
        let whole = |folder: &PathBuf| folder.canonicalize().unwrap_or_else(|_| folder.clone());
        let folders = config.participants.iter();
        Ok(SandboxPlan {
            usual: SandboxOptions {
                memory: config.memory.or(usual.memory),
                processes: config.processes.or(usual.processes),
                sandbox,
                ..usual
            },
            folders: folders.map(|one| one.folder.as_ref().map(whole)).collect(),
            results: whole(&config.results),
            pin: config.pin,
        })
    }

    /// The sandbox of one participant at a table. It hides the results and the folders of the
    /// other participants, unless they contain its own folder.
    #[must_use]
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
