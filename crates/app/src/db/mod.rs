//! `reversi db`: games in an SQLite file, to ask what was played.
//!
//! `import` adds games to the `store` through a `writer`, the `index` finds those that went
//! through a position, `explore` and `stats` show what they tell.

mod explore;
mod import;
mod show;
mod stats;

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;

use records::db::store;

use crate::cli::{DbArgs, DbCommand};

/// Does what the command line asks of a database.
///
/// # Errors
/// When the database or what else is named cannot be used; the message says why.
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
