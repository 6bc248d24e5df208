//! Rulings of the arbiter: `reversi cup annul`, `replay`, `forfeit` and `withdraw`.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use arena::cup::{Slot, Tournament};
use arena::results;

use super::{messages, setup};
use crate::cli::{ForfeitArgs, GameRulingArgs, WithdrawArgs};
use crate::input::{printable, shown};

/// Annuls a game.
pub fn annul(args: &GameRulingArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    rule(&args.file, out, |course| {
        let slot = slot(course, &args.game)?;
        Ok(course.annul(slot, &args.reason)?)
    })
}

/// Lets a game be played again.
pub fn replay(args: &GameRulingArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    rule(&args.file, out, |course| {
        let slot = slot(course, &args.game)?;
        Ok(course.replay(slot, &args.reason)?)
    })
}

/// Lets an entrant lose a game.
pub fn forfeit(args: &ForfeitArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    rule(&args.ruling.file, out, |course| {
        let slot = slot(course, &args.ruling.game)?;
        let loser = participant(course, &args.loser)?;
        Ok(course.forfeit(slot, loser, &args.ruling.reason)?)
    })
}

/// Lets an entrant withdraw.
pub fn withdraw(args: &WithdrawArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    rule(&args.file, out, |course| {
        let entrant = participant(course, &args.entrant)?;
        Ok(course.withdraw(entrant, &args.reason)?)
    })
}

/// Makes a ruling, writes the results and prints what was decided. A cup that is being played refuses
/// rulings: its journal is locked.
fn rule(
    file: &Path,
    mut out: Box<dyn Write>,
    ruling: impl FnOnce(&mut Tournament) -> Result<()>,
) -> Result<ExitCode> {
    // Looked at first: a ruling must not begin a cup.
    if setup::look(file)?.is_new() {
        bail!(
            "no game of this cup was played yet: change {} instead",
            shown(&file.display().to_string())
        );
    }
    let mut course = setup::open(file)?;
    ruling(&mut course)?;
    let names = messages::names(&course);
    let lost = messages::forfeits(&mut course, &names);
    let event = course.event();
    results::write(&event, &course.config().results)?;
    let rulings = results::text::rulings(&event);
    let last = rulings.lines().last().unwrap_or_default();
    let next = if event.finished {
        String::new()
    } else {
        let name = shown(&file.display().to_string());
        format!("`reversi cup {name}` plays on.\n")
    };
    writeln!(out, "{}", printable(last))?;
    for line in lost {
        writeln!(out, "{line}")?;
    }
    write!(out, "{next}")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The slot of a game: written as one, or as its number in the results.
pub fn slot(course: &Tournament, text: &str) -> Result<Slot> {
    let Ok(number) = text.parse::<usize>() else {
        return Ok(text.parse()?);
    };
    let found = course.numbered(number);
    found.ok_or_else(|| anyhow!("there is no game {number} in the results; they show all numbers"))
}

/// The index of a participant by its name.
fn participant(course: &Tournament, name: &str) -> Result<usize> {
    let participants = &course.config().participants;
    let is_same = |other: &str| other.to_lowercase() == name.trim().to_lowercase();
    let found = participants.iter().position(|one| is_same(&one.name));
    found.ok_or_else(|| {
        let names: Vec<String> = participants
            .iter()
            .map(|one| printable(&one.name))
            .collect();
        anyhow!(
            "there is no entrant `{}`; there are {}",
            printable(name),
            names.join(", ")
        )
    })
}
