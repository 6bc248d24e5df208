//! `reversi warden`: the keeper of another program, started by the program itself.

use anyhow::{Context, Result};
use arena::sandbox::Supervisor;

use crate::cli::WardenArgs;

/// Keeps a program until nothing is left of it.
pub fn run(args: WardenArgs) -> Result<()> {
    Supervisor::from(args)
        .run()
        .context("a warden is started by the program itself, not by hand")
}
