//! Bounds: the limits of a program and where it may write, as its supervisor gets them.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// The limits of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Bounds {
    /// Memory limit, in bytes.
    pub memory: Option<u64>,
    /// Process limit.
    pub processes: Option<u32>,
    /// Limit of threads.
    pub threads: u64,
    /// Limit in bytes for each file, and for the scratch folder.
    pub file: u64,
    /// The core that the program runs on.
    pub core: Option<usize>,
    /// The program's scratch folder. The supervisor removes it at the end.
    pub scratch: PathBuf,
    /// The program's own folder, if it may write there.
    pub folder: Option<PathBuf>,
    /// Whether the program goes on while its opponent is to move.
    pub ponder: bool,
    /// Whether its processes are kept together in a control group.
    pub groups: bool,
}
