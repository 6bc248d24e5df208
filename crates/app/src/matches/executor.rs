//! A match whose games are run as jobs by an executor: a farm, or a pool in tests.

use std::sync::atomic::AtomicBool;

use anyhow::{Error, Result, anyhow};
use arena::contest::{Entrant, GameJob, Games, Schedule};
use jobs::Executor;

use crate::cli::MatchArgs;

/// Fails for players that can only play on this machine.
pub fn check(entrants: &[Entrant; 2]) -> Result<()> {
    for entrant in entrants {
        entrant.portable()?;
    }
    Ok(())
}

/// The title of the batch: the same command has the same title.
pub fn title(args: &MatchArgs) -> String {
    let [first, second] = args.entrants();
    let games = 2 * args.most_pairs();
    format!(
        "match {first} {second}, {games} games at most, seed {}",
        args.seed.or(1)
    )
}

/// Plays the games until the match is decided or stopped. After an error the score so far is kept.
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
