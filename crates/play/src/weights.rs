//! Files of trained weights.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use engine::{Trained, WeightsError};

/// The largest file that is read, in bytes. Real files have some megabytes.
const LARGEST: u64 = 256 << 20;

/// Reads a file of either kind of weights that training makes.
///
/// # Errors
/// When the file cannot be read, or holds neither weights nor a network.
pub fn read(path: &Path) -> Result<Trained, ReadWeightsError> {
    let wrong = |why| ReadWeightsError {
        path: path.to_path_buf(),
        why,
    };
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST).read_to_end(&mut bytes))
        .map_err(|error| wrong(Why::Unread(error)))?;
    Trained::from_bytes(&bytes).map_err(|error| wrong(Why::Unfit(error)))
}

/// Why a file of weights cannot be used.
#[derive(Debug)]
pub struct ReadWeightsError {
    path: PathBuf,
    why: Why,
}

#[derive(Debug)]
enum Why {
    Unread(io::Error),
    Unfit(WeightsError),
}

impl fmt::Display for ReadWeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match &self.why {
            Why::Unread(error) => write!(f, "cannot read {path}: {error}"),
            Why::Unfit(error) => write!(f, "cannot use {path}: {error}"),
        }
    }
}

impl std::error::Error for ReadWeightsError {}
