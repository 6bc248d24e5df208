//! `reversi cup`: a tournament of programs.
//!
//! `setup` reads the cup file and prepares the players, `trial` starts each once, `live` shows the
//! games while they are played, `live_page` shows them to browsers, `arbiter` makes rulings, and
//! `messages` has the texts.

mod arbiter;
mod live;
mod live_page;
mod messages;
mod setup;
mod trial;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use arena::contest::GameRunner;
use arena::cup::config::EXAMPLE;
use arena::cup::{Event, Tournament};

use crate::cli::{CupArgs, CupCommand, CupShowArgs};
use crate::cup_check;
use crate::cup_intake;
use crate::cup_starter;
use crate::input::shown;
use crate::interrupt::{self, Interrupt};
use arena::results;
use live::Live;
use live_page::{LivePage, Watched};

/// Plays a cup, or runs a subcommand.
pub fn run(args: &CupArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    match (&args.command, &args.file) {
        (Some(CupCommand::Check(args)), _) => cup_check::run(args, out),
        (Some(CupCommand::Intake(args)), _) => cup_intake::run(args, out),
        (Some(CupCommand::Starter(args)), _) => cup_starter::run(args, out),
        (Some(CupCommand::Show(args)), _) => show(args, out),
        (Some(CupCommand::Annul(args)), _) => arbiter::annul(args, out),
        (Some(CupCommand::Replay(args)), _) => arbiter::replay(args, out),
        (Some(CupCommand::Forfeit(args)), _) => arbiter::forfeit(args, out),
        (Some(CupCommand::Withdraw(args)), _) => arbiter::withdraw(args, out),
        (None, Some(file)) => play(file, args, out),
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
fn play(file: &Path, args: &CupArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let json = args.json;
    let interrupt = Interrupt::listen()?;
    let mut course = setup::open(file)?;
    let seats = setup::seats(course.config(), &interrupt)?;
    if !json {
        out.write_all(messages::beginning(&course)?.as_bytes())?;
        out.flush()?;
    }
    let mut page = args
        .live
        .map(|live| LivePage::start(live, args.public, &course))
        .transpose()?;
    if let Some(page) = &page {
        live_page::tell(page, json, &mut out)?;
    }
    if course.is_new() {
        trial::run(&mut course, &seats, args.without_broken, &interrupt)?;
    }
    if let Some(page) = &mut page {
        page.begin(&course);
    }
    let folder = course.config().results.clone();
    let (tables, time) = (course.config().tables, course.config().time);
    let mut live = Live::new(course, json, &interrupt);
    live.begin()?;
    let live = Mutex::new(Watched::new(live, page.as_ref()));
    let runner = GameRunner::new(tables, time, interrupt.flag());
    let news = || {
        let news = live.lock().unwrap_or_else(PoisonError::into_inner).news();
        let (event, left) = news?;
        let event = Arc::new(event);
        if let Some(page) = &page {
            page.show(&event, left);
        }
        Some(event)
    };
    let kept = results::write_during(news, &folder, || {
        runner.run(&live, &|entrant, chair| seats.sit(entrant, chair));
    });
    let (course, failure) = live
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .close();
    let event = Arc::new(course.event());
    let written = results::write(&event, &folder);
    if let Some(page) = &page {
        page.show(&event, course.games_left());
    }
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
    if let Some(page) = page.filter(|_| event.finished) {
        live_page::stay(page, json, &interrupt, &mut out)?;
    }
    Ok(if event.finished {
        ExitCode::SUCCESS
    } else {
        interrupt::EXIT_CODE.into()
    })
}

/// The message at the end.
fn ending(course: &Tournament, event: &Event, file: &Path) -> String {
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
    let text = if let Some(game) = &args.stderr {
        messages::stderr(&course, arbiter::slot(&course, game)?)?
    } else if args.json {
        results::json(&event)
    } else {
        results::text::summary(&event, messages::width()) + &messages::house(&event)
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
