//! `reversi cup`: a tournament of programs.
//!
//! `setup` reads the cup file and prepares the players, `live` shows the games while they are played,
//! and `messages` has the texts.

mod live;
mod messages;
mod setup;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use arena::contest::GameRunner;
use arena::cup::config::EXAMPLE;
use arena::cup::{Course, Event};

use crate::cli::{CupArgs, CupCommand, CupShowArgs};
use crate::cup_check;
use crate::input::shown;
use crate::interrupt::{self, Interrupt};
use arena::results;
use live::Live;

/// Plays a cup, or runs a subcommand.
pub fn run(args: &CupArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    match (&args.command, &args.file) {
        (Some(CupCommand::Check(args)), _) => cup_check::run(args, out),
        (Some(CupCommand::Show(args)), _) => show(args, out),
        (None, Some(file)) => play(file, args.json, out),
        (Some(CupCommand::Example) | None, _) => {
            out.write_all(EXAMPLE.as_bytes())?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Plays the remaining games of a cup.
///
/// Ctrl-C aborts the games in progress; they are replayed the next time.
fn play(file: &Path, json: bool, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let course = setup::open(file)?;
    let seats = setup::seats(course.config(), &interrupt)?;
    let is_new = course.games().is_empty();
    if is_new {
        setup::check(course.config())?;
    }
    let folder = course.config().results.clone();
    let (tables, time) = (course.config().tables, course.config().time);
    if !json {
        out.write_all(messages::beginning(&course)?.as_bytes())?;
        out.flush()?;
    }
    let live = Mutex::new(Live::new(course, json, &interrupt));
    let runner = GameRunner::new(tables, time, interrupt.flag());
    let news = || live.lock().unwrap_or_else(PoisonError::into_inner).news();
    let kept = results::write_during(news, &folder, || {
        runner.run(&live, &|entrant, table| seats.sit(entrant, table));
    });
    let (course, failure) = live
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .close();
    let event = course.event();
    let written = results::write(&event, &folder);
    let text = if json {
        results::json(&event)
    } else {
        ending(&course, &event, file)
    };
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .context("cannot write the results")?;
    if let Some(error) = failure {
        return Err(error);
    }
    written.and(kept)?;
    Ok(if event.finished {
        ExitCode::SUCCESS
    } else {
        interrupt::EXIT_CODE.into()
    })
}

/// The message at the end.
fn ending(course: &Course, event: &Event, file: &Path) -> String {
    let name = shown(&file.display().to_string());
    let folder = &course.config().results;
    if !event.finished {
        let games = messages::count(event.games.len(), "game");
        return format!(
            "Stopped. {games} kept in {}; `reversi cup {name}` goes on from there.\n",
            shown(&folder.display().to_string())
        );
    }
    let page = folder.join("results.html");
    format!(
        "\n{}{}\nThe results are in {}; {} is a page to publish.\n",
        results::text::summary(event, messages::width()),
        messages::house(event),
        shown(&folder.display().to_string()),
        shown(&page.display().to_string()),
    )
}

/// Prints the standings.
fn show(args: &CupShowArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let course = setup::look(&args.file)?;
    let event = course.event();
    let text = if args.json {
        results::json(&event)
    } else {
        results::text::summary(&event, messages::width()) + &messages::house(&event)
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
