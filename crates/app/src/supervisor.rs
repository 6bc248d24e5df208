//! `reversi supervisor`: the supervisor process of another program, started by the program itself.

use anyhow::{Context, Result};
use arena::sandbox::Supervisor;

use crate::cli::SupervisorArgs;

/// Supervises a program until all its processes have ended.
pub fn run(args: SupervisorArgs) -> Result<()> {
    Supervisor::from(args)
        .run()
        .context("a supervisor is started by the program itself, not by hand")
}
