//! `reversi db import`: games from files into the database.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use records::db::import::{self, Event, Reading, Summary};

use super::show;
use crate::cli::ImportArgs;
use crate::input;
use crate::interrupt::{self, Interrupt};
use crate::progress::Progress;

/// At most this many messages about unreadable files and records are printed.
const MOST_COMPLAINTS: usize = 5;

/// Adds the games of all files that the command line names.
///
/// Succeeds when every record could be read. Each file is added whole or not at all.
pub fn run(args: &ImportArgs, out: &mut dyn Write) -> Result<ExitCode> {
    let begun = Instant::now();
    let interrupt = Interrupt::listen()?;
    let files = import::files(&args.files)?;
    let progress = Progress::new(Some(files.len()));
    let mut complaints = 0;
    let summary = import::import(
        &args.database,
        &files,
        interrupt.flag(),
        &mut |event| match event {
            Event::File(done) => progress.done(done),
            Event::Reading(reading) => progress.say(|| so_far(&reading)),
            Event::Skipped(why) => {
                complaints += 1;
                complain(complaints, why, &progress);
            }
            Event::Indexed(games) => {
                progress.say(|| format!("looking at positions: {games} games"));
            }
        },
    )?;
    drop(progress);
    let is_stopped = interrupt.is_stopped();
    let name = input::printable(&args.database.display().to_string());
    let seconds = begun.elapsed().as_secs_f64();
    writeln!(
        out,
        "{}{} in {seconds:.1} s\n{name} holds {}",
        if is_stopped { "Stopped: " } else { "" },
        told(&summary),
        show::games(summary.games),
    )?;
    out.flush()?;
    Ok(if is_stopped {
        interrupt::EXIT_CODE.into()
    } else if complaints == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The result in words.
fn told(summary: &Summary) -> String {
    let Summary {
        imported,
        known,
        skipped,
        unread_files,
        ..
    } = *summary;
    let games = if imported == 1 { "game" } else { "games" };
    let mut text = format!("{imported} {games} imported, {known} already there");
    if skipped > 0 {
        text += &format!(", {skipped} skipped");
    }
    if unread_files > 0 {
        text += &format!(", {} not read", show::count(unread_files, "file"));
    }
    text
}

/// Reports a skipped file or record, up to a maximum number of messages; `number` counts from 1.
fn complain(number: usize, message: &str, progress: &Progress) {
    let message = match number {
        ..=MOST_COMPLAINTS => input::shown(message),
        number if number == MOST_COMPLAINTS + 1 => "and so on".to_string(),
        _ => return,
    };
    // An unwritable standard error is ignored: the exit code reports the problem too.
    let tell = || writeln!(io::stderr(), "reversi: {message}");
    let _ = progress.aside(tell);
}

/// The progress message while a file is read.
fn so_far(reading: &Reading<'_>) -> String {
    let name = input::printable(reading.file);
    let games = reading.records;
    match reading.percent {
        Some(percent) => format!("{name}: {games} games, {percent}%"),
        None => format!("{name}: {games} games"),
    }
}
