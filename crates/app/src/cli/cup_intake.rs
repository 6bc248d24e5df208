//! Options of `reversi cup intake` and `reversi cup starter`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::cup_check::seconds;

/// Options of `reversi cup intake`.
#[derive(Debug, Args)]
pub struct CupIntakeArgs {
    /// The folder with the hand-ins: a .zip, .tar, .tar.gz, .tgz, .tar.xz or .txz, a folder or a
    /// source file for each student. It is only read
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The cup file. Its settings are the limits of the check; its entrants are written. Programs are
    /// put in bots and reports in reports beside it
    #[arg(long, value_name = "FILE", default_value = "cup.toml")]
    pub cup: PathBuf,
    /// Hand-ins that are built and checked at the same time
    #[arg(short, long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: u16,
    /// Seconds that a build may take
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "120",
        allow_hyphen_values = true,
        value_parser = seconds
    )]
    pub build_time: Duration,
    /// Take in all hand-ins again, also those that have not changed
    #[arg(long)]
    pub again: bool,
}

/// Options of `reversi cup starter`.
#[derive(Debug, Args)]
pub struct CupStarterArgs {
    /// The programming language
    #[arg(value_name = "LANGUAGE", value_enum)]
    pub language: Language,
    /// The folder to write to, which is made if it does not exist [default: the name of the language]
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

/// A language with a starter program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// C.
    C,
    /// Python.
    Python,
    /// Java.
    Java,
    /// JavaScript, for Node.js.
    #[value(alias = "js")]
    Javascript,
    /// Rust.
    Rust,
}
