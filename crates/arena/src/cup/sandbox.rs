//! The sandboxes of a cup: the limits of its programs, and which folders each of them sees.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use rules::ByColor;

use super::config::Config;
use crate::contest::{Entrant, pinned_core};
use crate::sandbox::{Sandbox, SandboxOptions};

/// The sandboxes of all programs of a cup.
pub struct SandboxPlan {
    usual: SandboxOptions,
    folders: Vec<Option<PathBuf>>,
    results: PathBuf,
    /// The number of tables, if programs are pinned to processor cores.
    pinned: Option<usize>,
}

impl SandboxPlan {
    /// The sandboxes that a cup file asks for.
    ///
    /// # Errors
    /// When it asks for a sandbox and this machine has none.
    pub fn of(config: &Config) -> Result<SandboxPlan> {
        let usual = SandboxOptions::default();
        if config.sandbox != Sandbox::Auto
            && let Some(why) = config.sandbox.missing()
        {
            bail!(
                "programs of others are played in a sandbox only, and this machine has none like \
                 that: {why}; sandbox = \"off\" plays without one"
            );
        }
        let whole = |folder: &PathBuf| folder.canonicalize().unwrap_or_else(|_| folder.clone());
        let folders = config.participants.iter();
        Ok(SandboxPlan {
            usual: SandboxOptions {
                memory: config.memory.or(usual.memory),
                processes: config.processes.or(usual.processes),
                threads: config.threads.or(usual.threads),
                sandbox: config.sandbox,
                ponder: config.ponder,
                ..usual
            },
            folders: folders.map(|one| one.folder.as_ref().map(whole)).collect(),
            results: whole(&config.results),
            pinned: config.pin.then_some(config.tables),
        })
    }

    /// The sandbox of one participant on a chair. It hides the results and the folders of the other
    /// participants, unless they contain its own folder. Pinned programs have a core for each chair
    /// if there are enough, otherwise one for each table.
    #[must_use]
    pub fn around(&self, participant: usize, chair: usize) -> SandboxOptions {
        self.for_folder(self.folders[participant].as_deref(), chair)
    }

    /// The sandbox that a program in this folder has or would have on a chair. The folder has no
    /// links in its path.
    #[must_use]
    pub fn for_folder(&self, own: Option<&Path>, chair: usize) -> SandboxOptions {
        let is_own = |folder: &PathBuf| own.is_some_and(|own| own.starts_with(folder));
        let others = self.folders.iter().flatten().chain([&self.results]);
        let mut hidden: Vec<PathBuf> = others.filter(|folder| !is_own(folder)).cloned().collect();
        hidden.sort();
        hidden.dedup();
        SandboxOptions {
            hidden,
            // Without a folder of its own, it is started where everything of the cup is.
            narrow: own.is_none(),
            core: self.pinned.map(|tables| pinned_core(chair, tables)),
            ..self.usual.clone()
        }
    }
}

/// Whether this machine gives the programs of a cup a sandbox.
pub(super) fn is_there(config: &Config) -> bool {
    config.sandbox != Sandbox::Off && config.sandbox.missing().is_none()
}

/// Whether a game has a program without a sandbox.
pub(super) fn is_missing(config: &Config, seats: ByColor<usize>) -> bool {
    let is_program = |seat: usize| {
        let participant = config.participants.get(seat);
        participant.is_some_and(|one| matches!(one.entrant, Entrant::Program(..)))
    };
    (is_program(seats.black) || is_program(seats.white)) && !is_there(config)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::cores;

    #[test]
    fn each_side_has_its_own_core_where_there_are_enough() {
        let core = |tables: usize, pin: bool, chair: usize| {
            let text = format!(
                "tables = {tables}\npin = {pin}\nsandbox = \"off\"\nthreads = 7\nponder = true\n\
                 [[entrant]]\nname = \"A\"\nplayer = \"gtp:./a\"\n\
                 [[entrant]]\nname = \"B\"\nplayer = \"greedy\"\n"
            );
            let config = Config::read(&text, Path::new("cup.toml")).expect("a cup");
            let options = SandboxPlan::of(&config)
                .expect("no sandbox")
                .around(0, chair);
            assert_eq!((options.threads, options.ponder), (Some(7), true));
            options.core
        };
        assert_eq!(core(1, false, 0), None);
        let own = if cores() >= 2 { [0, 1] } else { [0, 0] };
        assert_eq!([core(1, true, 0), core(1, true, 1)], own.map(Some));
        if cores() < 512 {
            assert_eq!([core(256, true, 6), core(256, true, 7)], [Some(3); 2]);
        }
    }
}
