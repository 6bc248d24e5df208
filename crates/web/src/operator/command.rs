//! The operator's commands: backup, prune and check.

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::{Builder, NamedTempFile};

use super::client;
use crate::store::{self, copy};

/// A command of the operator.
#[derive(Clone, Debug)]
pub enum OperatorCommand {
    /// Write a copy of all games to a file.
    Backup {
        /// The file.
        file: PathBuf,
        /// Whether a file that exists is replaced.
        force: bool,
    },
    /// Delete old games.
    Prune {
        /// Games that have not changed for so long.
        older_than: Duration,
        /// Also finished ones.
        finished: bool,
    },
    /// Check the file and every game in it.
    Check,
}

/// Does a command for the games in a file; by default those in the user's data folder.
///
/// # Errors
/// When it cannot be done, or the check finds damage.
pub fn run(command: OperatorCommand, data: Option<PathBuf>, mut out: Box<dyn Write>) -> Result<()> {
    let data = match data {
        Some(data) => data,
        None => store::usual_place()?,
    };
    match command {
        OperatorCommand::Backup { file, force } => backup(&data, &file, force, &mut out)?,
        OperatorCommand::Prune {
            older_than,
            finished,
        } => {
            let pruned = client::prune(&data, older_than, finished)?;
            write!(out, "Deleted {}; ", games(pruned.deleted))?;
            match pruned.in_use {
                0 => {}
                1 => write!(out, "1 game in use stays; ")?,
                in_use => write!(out, "{in_use} games in use stay; ")?,
            }
            writeln!(out, "{} stored now.", are(pruned.stored))?;
        }
        OperatorCommand::Check => check(&data, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

fn backup(data: &Path, file: &Path, force: bool, out: &mut dyn Write) -> Result<()> {
    let name = file.display();
    if is_same(data, file) {
        bail!("{name} is the file of the games itself");
    }
    if file.is_dir() {
        bail!("{name} is a directory; name a file in it");
    }
    if file.exists() && !force {
        bail!("{name} exists already; --force replaces it");
    }
    let folder = match file.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let aside = aside(folder).with_context(|| format!("cannot write in {}", folder.display()));
    let mut aside = aside?;
    client::copy(data, &mut aside)?;
    let kept = copy::finish(aside.path(), file)?;
    aside.as_file().sync_all()?;
    let bytes = aside.as_file().metadata()?.len();
    let renamed = if force {
        aside.persist(file)
    } else {
        aside.persist_noclobber(file)
    };
    renamed.with_context(|| format!("cannot write {name}"))?;
    // The name must be on the disk, too. Not all systems can open a folder.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    let megabytes = bytes as f64 / 1e6;
    writeln!(
        out,
        "Backed up {} to {name} ({megabytes:.1} MB).",
        games(kept)
    )?;
    Ok(())
}

fn check(data: &Path, out: &mut dyn Write) -> Result<()> {
    // Where the games are there is room for them. Who may not write there checks elsewhere.
    let beside = data.parent().filter(|folder| *folder != Path::new(""));
    let beside = aside(beside.unwrap_or(Path::new(".")));
    let mut aside = match beside {
        Ok(aside) => aside,
        Err(_) => aside(&env::temp_dir())?,
    };
    client::copy(data, &mut aside)?;
    let contents = copy::check(aside.path(), data)?;
    for (id, why) in &contents.named {
        writeln!(out, "Game {id} is damaged: {why}")?;
    }
    if contents.damaged > 0 {
        out.flush()?;
        let (damaged, all) = (contents.damaged, games(contents.games));
        bail!("{damaged} of {all} cannot be read");
    }
    let (all, name) = (games(contents.games), data.display());
    writeln!(out, "Checked {name}: {all}, all can be read.")?;
    Ok(())
}

/// A temporary file that only this user can read.
fn aside(folder: &Path) -> Result<NamedTempFile> {
    Ok(Builder::new()
        .prefix(".reversi-copy-")
        .tempfile_in(folder)?)
}

fn is_same(one: &Path, other: &Path) -> bool {
    let (one, other) = (fs::canonicalize(one), fs::canonicalize(other));
    one.is_ok_and(|one| other.is_ok_and(|other| one == other))
}

fn games(count: usize) -> String {
    match count {
        1 => "1 game".to_string(),
        _ => format!("{count} games"),
    }
}

fn are(count: usize) -> String {
    match count {
        1 => "1 game is".to_string(),
        _ => format!("{count} games are"),
    }
}
