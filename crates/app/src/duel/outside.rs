//! Other programs that play.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use play::contest::{Entrant, Outside, Seats};

use crate::cli::MatchArgs;

/// What starts the programs that the command line names.
pub fn starter(args: &MatchArgs, stop: Arc<AtomicBool>) -> Result<Box<Outside>> {
    let _ = stop;
    if [&args.first, &args.second]
        .iter()
        .any(|entrant| matches!(entrant, Entrant::Program(..)))
    {
        bail!("other programs cannot play yet");
    }
    Ok(Box::new(|_, _, _, _| {
        unreachable!("no other program plays")
    }))
}

/// Lets each program begin a game, so that one that cannot be started is found before the match.
pub fn try_out(args: &MatchArgs, seats: &Seats, names: &[String; 2]) -> Result<()> {
    let _ = (args, seats, names);
    Ok(())
}
