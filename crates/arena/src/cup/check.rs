//! The check of a program with exactly the limits that it has in a cup.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};

use super::config::Config;
use super::sandbox::SandboxPlan;
use crate::contest::check::{Check, Scope};
use crate::contest::{Launch, Manners};
use crate::protocol::Protocol;

/// The check of a program in `folder`: board size, times, limits and sandbox are those of the cup.
///
/// # Errors
/// When there is no such folder, or the cup asks for a sandbox and this machine has none.
pub fn check(
    config: &Config,
    protocol: Protocol,
    command: &str,
    folder: &Path,
    stop: Arc<AtomicBool>,
) -> Result<Check> {
    let whole = folder.canonicalize();
    let folder = whole.with_context(|| format!("there is no folder {}", folder.display()))?;
    let sandbox = SandboxPlan::of(config)?.for_folder(Some(&folder), 0);
    Ok(Check {
        launch: Launch {
            protocol,
            command: command.to_string(),
            folder: Some(folder),
            sandbox,
        },
        sizes: vec![config.size],
        time: config.time,
        // As in the cup: a new process for every game.
        manners: Manners {
            startup: config.startup,
            stays: false,
            ..Manners::default()
        },
        scope: Scope::Whole,
        stop,
    })
}
