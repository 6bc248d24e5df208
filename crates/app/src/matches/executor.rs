//! A match whose games are run as jobs by an executor: a farm, or a pool in tests.

use std::sync::atomic::AtomicBool;

use anyhow::{Error, Result, anyhow};
use arena::contest::{GameJob, Games, Schedule};
use jobs::Executor;

use super::field::Field;
use crate::cli::{MatchArgs, Usage};

/// Fails for players and conditions that are possible on this machine only.
pub fn check(args: &MatchArgs, field: &Field) -> Result<()> {
    for entrant in &field.entrants {
        entrant.portable()?;
    }
    if field.own_times.iter().any(Option::is_some) {
        let own = "on other machines all players have the same time: give --time or --clock instead \
                   of time= or clock=";
        return Err(Usage(own).into());
    }
    if args.adjudicate.is_some() {
        return Err(Usage("--adjudicate is for games on this machine").into());
    }
    Ok(())
}

/// The title of the batch: the same command has the same title.
pub fn title(args: &MatchArgs, field: &Field) -> String {
    let players: Vec<String> = field.entrants.iter().map(ToString::to_string).collect();
    let games = 2 * args.most_pairs();
    let format = match players.len() {
        2 => String::new(),
        _ => format!(" ({})", args.format.name()),
    };
    format!(
        "match {}{format}, {games} games at most, seed {}",
        players.join(" "),
        args.seed.or(1)
    )
}

/// Plays the games until the match is decided or stopped. After an error the score so far is kept.
pub fn play(
    schedule: &mut dyn Schedule,
    args: &MatchArgs,
    field: &Field,
    seed: u64,
    executor: &mut dyn Executor<GameJob>,
    stop: &AtomicBool,
) -> Result<()> {
    let games = Games::new(schedule, &field.entrants, seed, args.time_control())?;
    let mut games = if args.sprt.is_some() {
        games.not_far_ahead()
    } else {
        games
    };
    executor.run(&mut games, stop).map_err(Error::from_boxed)?;
    match games.failure() {
        Some(reason) => Err(anyhow!(reason)),
        None => Ok(()),
    }
}
