//! `reversi match`: two players, many games, and what they say.
//!
//! Games begin from `openings`, other programs come from `outside`, `live` follows the score, and a
//! `summary` or a `json` object tells it in the end.

mod json;
mod live;
mod openings;
mod outside;
mod summary;

use std::io::Write;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Error, Result};
use play::contest::{Entrant, Hall, Seats, told_apart};
use play::duel::{Duel, Supply, Tally};
use play::rating::{Sprt, Verdict};

use crate::cli::MatchArgs;
use crate::interrupt::{self, Interrupt};
use live::Live;

/// A match that is over, or was ended.
struct Outcome<'a> {
    args: &'a MatchArgs,
    names: [String; 2],
    seed: u64,
    tally: Tally,
    test: Option<(Sprt, Verdict)>,
    /// Whether somebody ended it.
    stopped: bool,
}

/// Plays the match that the command line asks for.
///
/// Ctrl-C ends it with the score so far, which the exit code tells.
pub fn run(args: &MatchArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let seed = args.seed.seed();
    let test = args.test()?;
    let supply = Supply::new(openings::read(args)?, args.size.get(), seed);
    let supply = supply.map_err(openings::explained)?;
    let entrants = args.entrants();
    let names = told_apart(&entrants.each_ref().map(Entrant::to_string));
    let names = [names[0].clone(), names[1].clone()];
    let named = names.clone().into_iter().zip(entrants);
    let stop = interrupt.shared();
    let outside = outside::starter(args, Arc::clone(&stop))?;
    let seats = Seats::new(named.collect(), seed, stop, outside)?;
    outside::try_out(args, &seats, &names)?;

    let duel = Duel::new(supply, args.most_pairs(), test);
    let live = Mutex::new(Live::new(duel, args, names.clone(), interrupt.flag())?);
    let hall = Hall::new(args.jobs, args.time_control(), interrupt.flag());
    hall.run(&live, &|entrant, table| seats.sit(entrant, table));
    let live = live.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (duel, failure) = live.close();

    let verdict = duel.verdict();
    let outcome = Outcome {
        args,
        names,
        seed,
        tally: duel.tally(),
        test: test.map(|sprt| (sprt, verdict)),
        stopped: interrupt.is_stopped() && verdict == Verdict::Open && failure.is_none(),
    };
    let text = if args.json {
        json::write(&outcome)?
    } else {
        summary::write(&outcome)
    };
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .context("cannot write the result")?;
    match failure {
        Some(error) => Err(Error::context(error, "the match was ended")),
        None if outcome.stopped => Ok(interrupt::EXIT_CODE.into()),
        None => Ok(ExitCode::SUCCESS),
    }
}
