//! `reversi warden`: the keeper of another program, started by the program itself.

use anyhow::{Context, Result};
use arena::sandbox::Warden;

use crate::cli::SupervisorArgs;

/// Keeps a program until nothing is left of it.
pub fn run(args: SupervisorArgs) -> Result<()> {
    Warden::from(args)
        .run()
        .context("a warden is started by the program itself, not by hand")
}
