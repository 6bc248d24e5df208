//! `reversi db`: the commands of the game database.
//!
//! `import`, `explore` and `stats` print what `records::db` does and finds.

mod explore;
mod import;
mod show;
mod stats;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use records::db::store;

use crate::cli::{DbArgs, DbCommand};

/// Runs the subcommand.
///
/// # Errors
/// When the database or another named file cannot be used.
pub fn run(args: &DbArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let (path, done) = match &args.command {
        DbCommand::Import(args) => (&args.database, import::run(args, &mut out)),
        DbCommand::Stats(args) => (
            &args.database,
            stats::run(args, &mut out).map(|()| ExitCode::SUCCESS),
        ),
        DbCommand::Explore(args) => (
            &args.database,
            explore::run(args, &mut out).map(|()| ExitCode::SUCCESS),
        ),
    };
    done.map_err(|error| store::explained(error, path))
}
