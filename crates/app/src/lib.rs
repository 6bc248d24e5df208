//! The command-line program `reversi`: console, guided game, demo and tools. The binary calls
//! [`main`]; other public items are there for tests and fuzzing.

mod bench;
mod book;
mod cli;
mod completion;
mod console;
mod convert;
mod cup;
mod cup_check;
mod cup_intake;
mod cup_starter;
mod db;
mod demo;
mod draw;
mod explain;
mod farm;
mod guided;
mod input;
mod interrupt;
mod matches;
mod openings;
mod paint;
mod perft;
mod picture;
mod position;
mod progress;
mod review;
mod rival_memory;
mod search_display;
mod seats;
mod serve;
mod solve;
#[cfg(target_os = "linux")]
mod supervisor;
mod terminal;
mod text;
mod wrap;

use std::ffi::OsString;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use anyhow::{Error, Result};
use clap::Parser;
use rules::Size;

use cli::{Command, Usage};
use input::Closed;

pub use cli::Cli;
pub use console::{Console, Flow};

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    #[cfg(target_os = "linux")]
    if let Some(code) = supervisor::intercept() {
        return code;
    }
    let cli = Cli::parse_from(std::env::args_os().map(modern).map(set_apart));
    match run(cli) {
        Ok(code) => code,
        Err(error) if is_quiet(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let wrong_usage = error.is::<Usage>();
            // A failed write is ignored: there is no other place for the message.
            let message = input::shown(&format!("{error:#}"));
            let _ = writeln!(io::stderr(), "reversi: {message}");
            ExitCode::from(if wrong_usage { 2 } else { 1 })
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    let out = Box::new(BufWriter::new(io::stdout()));
    let done = match cli.command {
        Some(Command::Solve(args)) => return solve::run(&args, out),
        Some(Command::Review(args)) => return review::run(&args, out),
        Some(Command::Convert(args)) => return convert::run(&args, out),
        Some(Command::Db(args)) => return db::run(&args, out),
        Some(Command::Cup(args)) => return cup::run(&args, out),
        Some(Command::Book(args)) => return book::run(&args, out),
        Some(Command::Match(args)) => return matches::run(&args, out),
        Some(Command::Worker(args)) => return farm::work(&args),
        Some(Command::Farm(args)) => return farm::run(&args.command, out),
        Some(Command::Play(args)) => guided::run(args, out),
        Some(Command::Demo(args)) => demo::run(&args, out),
        Some(Command::Explain(args)) => explain::run(&args, out),
        Some(Command::Openings(args)) => openings::run(&args, out),
        Some(Command::Picture(args)) => picture::run(&args, out),
        Some(Command::Gtp(args)) => serve::gtp(&args, out),
        Some(Command::Nboard(args)) => serve::nboard(&args, out),
        Some(Command::Cassio(args)) => serve::cassio(args, out),
        Some(Command::Web(mut args)) => match args.command.take() {
            Some(command) => {
                let (command, data) = command.parts();
                web::operate(command, data, out)
            }
            None => web::run((*args).into(), out),
        },
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Bench) => bench::run(out),
        None if cli.testai => demo::run_robots(&cli.console, out),
        None => console::run(&cli.console, out),
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// Translates the original option with one dash into the current one with two.
fn modern(argument: OsString) -> OsString {
    if argument == "-testai" {
        "--testai".into()
    } else {
        argument
    }
}

/// Puts a blank, which readers skip, before a board string that starts with an empty square (`-`),
/// so that it is not parsed as an option.
fn set_apart(argument: OsString) -> OsString {
    let is_square = |letter: char| letter.is_whitespace() || "-.xobw*".contains(letter);
    let is_board = argument.to_str().is_some_and(|text| {
        let squares = text.split(';').next().unwrap_or_default();
        squares.starts_with('-')
            && squares.len() >= Size::MIN.area()
            && squares.to_ascii_lowercase().chars().all(is_square)
    });
    let mut apart = OsString::from(if is_board { " " } else { "" });
    apart.push(argument);
    apart
}

/// True for errors that mean a closed pipe or the end of the input.
fn is_quiet(error: &Error) -> bool {
    let broken_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    };
    error.is::<Closed>() || error.chain().any(broken_pipe)
}
