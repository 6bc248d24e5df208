//! Rival memory: the file that tells which rival a person plays next, for `rival:auto`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::str;

use anyhow::{Context, Result};
use play::rival::{Progress, Rung};
use records::files;
use rules::Size;

/// The longest file that is read.
const MAX_BYTES: usize = 100;

/// What `rival:auto` remembers from game to game and from run to run, for one board size. Without a state
/// folder, or with a damaged file, it begins with [`Rung::FIRST`].
#[derive(Debug)]
pub struct RivalMemory {
    size: Size,
    file: Option<PathBuf>,
    progress: Progress,
}

impl RivalMemory {
    /// Reads the file of this user for a board size: `rival` for 8×8, `rival-6` for 6×6.
    pub fn open(size: Size) -> RivalMemory {
        let name = match size {
            Size::EIGHT => "rival".to_string(),
            _ => format!("rival-{size}"),
        };
        let file = state_folder().map(|folder| folder.join("reversi").join(name));
        let kept = file.as_deref().and_then(read);
        RivalMemory {
            size,
            file,
            progress: kept.unwrap_or(Progress::at(Rung::FIRST)),
        }
    }

    /// The board size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where the person stands.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Remembers where the person stands now, in this run in any case.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep(&mut self, progress: Progress) -> Result<()> {
        self.progress = progress;
        let Some(file) = &self.file else {
            return Ok(());
        };
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", folder.display()))?;
        }
        files::write_atomically(file, format!("{progress}\n").as_bytes())
    }
}

/// What the file says; `None` if there is none or it is damaged.
fn read(file: &Path) -> Option<Progress> {
    let bytes = files::read_up_to(file, MAX_BYTES).ok()?;
    str::from_utf8(&bytes).ok()?.parse().ok()
}

/// The folder of this user for what programs remember.
fn state_folder() -> Option<PathBuf> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let absolute = |value| Some(PathBuf::from(value)).filter(|path| path.is_absolute());
    if let Some(folder) = set("XDG_STATE_HOME").and_then(absolute) {
        return Some(folder);
    }
    if cfg!(windows) {
        return set("LOCALAPPDATA").map(PathBuf::from);
    }
    Some(PathBuf::from(set("HOME")?).join(".local/state"))
}
