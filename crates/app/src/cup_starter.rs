//! `reversi cup starter`: small players to start from, one for each language.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use records::files;

use crate::cli::{CupStarterArgs, StarterLanguage};
use crate::input::shown;

/// The files of a starter: name and text.
type Files = &'static [(&'static str, &'static str)];

macro_rules! starter {
    ($language:literal: $($name:literal),+) => {
        &[$(($name, include_str!(concat!("../../../starters/", $language, "/", $name)))),+]
    };
}

const C: Files = starter!("c": "bot.c", "Makefile", "reversi.toml");
const PYTHON: Files = starter!("python": "bot.py", "reversi.toml");
const JAVA: Files = starter!("java": "Bot.java", "reversi.toml");
const JAVASCRIPT: Files = starter!("javascript": "bot.js", "reversi.toml");
const RUST: Files = starter!("rust": "src/main.rs", "Cargo.toml", "reversi.toml");

/// The folder that is named after a language.
fn own_folder(language: StarterLanguage) -> PathBuf {
    let value = language.to_possible_value();
    PathBuf::from(value.map_or(String::new(), |value| value.get_name().to_string()))
}

/// Writes the starter of a language. Files that exist are not replaced.
pub fn run(args: &CupStarterArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let (texts, build, command) = match args.language {
        StarterLanguage::C => (C, "make", "./bot"),
        StarterLanguage::Python => (PYTHON, "", "python3 bot.py"),
        StarterLanguage::Java => (JAVA, "javac Bot.java", "java Bot"),
        StarterLanguage::Javascript => (JAVASCRIPT, "", "node bot.js"),
        StarterLanguage::Rust => (RUST, "cargo build --release", "target/release/bot"),
    };
    let folder = args
        .folder
        .clone()
        .unwrap_or_else(|| own_folder(args.language));
    let paths: Vec<_> = texts.iter().map(|(name, _)| folder.join(name)).collect();
    if let Some(there) = paths.iter().find(|path| path.exists()) {
        let name = shown(&there.display().to_string());
        bail!("{name} is there already; name another folder");
    }
    for (path, (_, text)) in paths.iter().zip(texts) {
        if let Some(folder) = path.parent() {
            let made = fs::create_dir_all(folder);
            made.with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        files::write_atomically(path, text.as_bytes())?;
        writeln!(out, "{}", shown(&path.display().to_string()))?;
    }
    writeln!(
        out,
        "Go there with: cd {}",
        shown(&folder.display().to_string())
    )?;
    if !build.is_empty() {
        writeln!(out, "Build it with: {build}")?;
    }
    writeln!(out, "Check it with: reversi cup check \"simple:{command}\"")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
