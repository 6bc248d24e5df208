//! A match whose games are played by an executor, on this machine or others.

use std::sync::atomic::AtomicBool;

use anyhow::{Error, Result, anyhow};
use arena::contest::{Entrant, GameJob, Games, Schedule};
use jobs::Executor;

use crate::cli::MatchArgs;

/// Objects to players that can play on this machine only.
pub fn check(entrants: &[Entrant; 2]) -> Result<()> {
    for entrant in entrants {
        entrant.portable()?;
    }
    Ok(())
}

/// What a match is about, in words: the same command has the same.
pub fn title(args: &MatchArgs) -> String {
    let [first, second] = args.entrants();
    let games = 2 * args.most_pairs();
    format!(
        "match {first} {second}, {games} games at most, seed {}",
        args.seed.or(1)
    )
}

/// Plays the games of a match until it is decided or somebody stops it. What went wrong leaves the
/// score as it is by then.
pub fn play(
    schedule: &mut dyn Schedule,
    args: &MatchArgs,
    seed: u64,
    executor: &mut dyn Executor<GameJob>,
    stop: &AtomicBool,
) -> Result<()> {
    let games = Games::new(schedule, &args.entrants(), seed, args.time_control())?;
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
