//! `reversi supervisor`: the supervisor process of another program, started by the program itself.

use anyhow::{Context, Result};
use arena::sandbox::Warden;

use crate::cli::SupervisorArgs;

/// Supervises a program until all its processes have ended.
pub fn run(args: SupervisorArgs) -> Result<()> {
    Warden::from(args)
        .run()
        .context("a supervisor is started by the program itself, not by hand")
}
