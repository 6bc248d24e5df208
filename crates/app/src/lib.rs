//! The doors of `reversi`: console, guided game, demo and command-line tools. The program itself
//! is a call of [`main`]; the rest is open so that tests and fuzzing can come in too.

pub mod cli;
mod completion;
pub mod console;
mod demo;
mod draw;
mod explain;
mod files;
mod guided;
mod input;
mod paint;
mod perft;
mod position;
mod record;
mod roster;
mod table;
mod text;

use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::{Error, Result};
use clap::Parser;

use cli::{Cli, Command, Usage};
use input::Closed;

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse_from(std::env::args_os().map(modern));
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_quiet(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let wrong_usage = error.is::<Usage>();
            // If even this cannot be written, nobody is there to be told.
            let message = input::shown(&format!("{error:#}"));
            let _ = writeln!(io::stderr(), "reversi: {message}");
            ExitCode::from(if wrong_usage { 2 } else { 1 })
        }
    }
}

fn run(cli: Cli) -> Result<()> {
    let out = Box::new(BufWriter::new(io::stdout()));
    match cli.command {
        Some(Command::Play(args)) => guided::run(args, out),
        Some(Command::Demo(args)) => demo::run(&args, out),
        Some(Command::Explain(args)) => explain::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        None if cli.testai => demo::run_robots(&cli.console, out),
        None => console::run(&cli.console, out),
    }
}

/// The original spelling of an option, with one dash, in today's with two.
fn modern(argument: OsString) -> OsString {
    if argument == "-testai" {
        "--testai".into()
    } else {
        argument
    }
}

/// Whether a failure is only that nobody listens or types any more.
fn is_quiet(error: &Error) -> bool {
    let broken_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    };
    error.is::<Closed>() || error.chain().any(broken_pipe)
}
