//! The file of a cup's configuration.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use records::files;
use records::quote::shown;

use super::cup_config::Config;

/// Maximum length of a cup file.
const MAX_BYTES: usize = 1 << 20;

impl Config {
    /// Reads a cup file.
    ///
    /// # Errors
    /// When it cannot be read, or is not a cup.
    pub fn open(file: &Path) -> Result<Config> {
        let name = shown(&file.display().to_string());
        let bytes = files::read_up_to(file, MAX_BYTES)?;
        if bytes.len() > MAX_BYTES {
            bail!("{name} is too long for a cup");
        }
        let text =
            String::from_utf8(bytes).map_err(|_| anyhow!("{name} is not a text in UTF-8"))?;
        Config::read(&text, file).map_err(|error| anyhow!("{name}: {error}"))
    }
}
