//! `reversi match`: many games between two players, and an estimate of their difference in
//! strength.
//!
//! `openings` reads the start positions, `programs` starts other programs, `executor` runs the
//! games as jobs, `live` shows the score, and `summary` or `json` prints the result.

mod executor;
mod json;
mod live;
mod openings;
mod programs;
mod summary;

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Error, Result};
use arena::contest::{Entrant, GameJob, GameRunner, Gaming, Seats, told_apart};
use arena::matches::{HeadToHead, MatchScore, OpeningSupply};
use arena::rating::{Sprt, Verdict};
use jobs::{Executor, LocalExecutor};

use crate::cli::MatchArgs;
use crate::farm;
use crate::interrupt::{self, Interrupt};
use live::Live;

/// A finished or stopped match.
struct Outcome<'a> {
    args: &'a MatchArgs,
    names: [String; 2],
    seed: u64,
    tally: MatchScore,
    test: Option<(Sprt, Verdict)>,
    /// True if Ctrl-C stopped it.
    stopped: bool,
}

/// Plays the match of the command line.
///
/// Ctrl-C stops it; the score so far is printed, with exit code 130.
pub fn run(args: &MatchArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let farm = args.farm.is_farm().then(|| {
        let title = executor::title(args);
        farm::executor(&args.farm, &title, || {
            LocalExecutor::new(args.jobs, |_| Gaming::new())
        })
    });
    play(args, farm, &interrupt, &mut *out)
}

/// Plays a match on local threads or, if there is one, with an executor.
fn play(
    args: &MatchArgs,
    mut executor: Option<Box<dyn Executor<GameJob>>>,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let seed = match executor {
        // The same command must mean the same games, so that a farm can continue them.
        Some(_) => args.seed.or(1),
        None => args.seed.seed(),
    };
    let test = args.test()?;
    let entrants = args.entrants();
    if executor.is_some() {
        executor::check(&entrants)?;
    }
    let supply = OpeningSupply::new(openings::read(args)?, args.size.get(), seed);
    let supply = supply.map_err(openings::explained)?;
    let names = told_apart(&entrants.each_ref().map(Entrant::to_string));
    let names = [names[0].clone(), names[1].clone()];
    let head_to_head = HeadToHead::new(supply, args.most_pairs(), test);
    let (head_to_head, failure) = match &mut executor {
        Some(executor) => {
            // The batch itself tells the executor when the match has ended.
            let ended = AtomicBool::new(false);
            let mut live = Live::new(head_to_head, args, names.clone(), &ended)?;
            let played = executor::play(&mut live, args, seed, &mut **executor, interrupt.flag());
            let (head_to_head, failure) = live.close();
            (head_to_head, played.err().or(failure))
        }
        None => {
            let named = names.clone().into_iter().zip(entrants);
            let outside = programs::starter(args, interrupt.shared())?;
            let seats = Seats::new(named.collect(), seed, outside)?;
            programs::try_out(args, &seats, &names)?;
            let live = Mutex::new(Live::new(
                head_to_head,
                args,
                names.clone(),
                interrupt.flag(),
            )?);
            let runner = GameRunner::new(args.jobs, args.time_control(), interrupt.flag());
            runner.run(&live, &|entrant, table| seats.sit(entrant, table));
            let live = live.into_inner().unwrap_or_else(PoisonError::into_inner);
            live.close()
        }
    };

    let verdict = head_to_head.verdict();
    let outcome = Outcome {
        args,
        names,
        seed,
        tally: head_to_head.tally(),
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
    if let Some(executor) = executor
        .as_mut()
        .filter(|_| failure.is_none() && !outcome.stopped)
    {
        executor.finish();
    }
    match failure {
        Some(error) => Err(Error::context(error, "the match was ended")),
        None if outcome.stopped => Ok(interrupt::EXIT_CODE.into()),
        None => Ok(ExitCode::SUCCESS),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use serde_json::Value;

    use super::*;
    use crate::cli::{Cli, Command};

    type Elsewhere = Option<Box<dyn Executor<GameJob>>>;

    fn pool() -> Elsewhere {
        Some(Box::new(LocalExecutor::new(3, |_| Gaming::new())))
    }

    /// The output and the exit code of a match.
    fn run(arguments: &str, executor: Elsewhere) -> Result<String> {
        let words = ["reversi", "match"].into_iter();
        let words = words.chain(arguments.split_whitespace());
        let Some(Command::Match(args)) = Cli::try_parse_from(words)?.command else {
            panic!("a match");
        };
        let mut out = Vec::new();
        play(&args, executor, &Interrupt::default(), &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[track_caller]
    fn object(arguments: &str, executor: Elsewhere) -> Value {
        let text = run(arguments, executor).expect("a match");
        let mut object: Value = serde_json::from_str(&text).expect("JSON");
        object.as_object_mut().unwrap().remove("seconds_per_move");
        object
    }

    #[test]
    fn an_executor_plays_the_same_match() {
        for arguments in [
            "engine:depth=2 engine:1 --games 6 --seed 5 --json",
            "greedy random --openings start --games 12 --seed 5 --json",
            "greedy random -n 10 --games 2 --seed 5 --json",
            "walle:1 random --sprt 0,300 --openings random --seed 5 --json",
        ] {
            let here = object(arguments, None);
            assert_eq!(here, object(arguments, pool()), "{arguments}");
            assert_eq!(here["complete"], true);
        }
    }

    #[test]
    fn an_executor_leaves_the_same_record() {
        let folder = tempfile::tempdir().expect("a folder");
        let moves = |name: &str, executor: Elsewhere| {
            let path = folder.path().join(name);
            let arguments = "greedy random --games 6 --seed 5 --openings random --record";
            run(&format!("{arguments} {}", path.display()), executor).expect("a match");
            let games = records::Reader::open(&path).expect("games");
            let games = games.map(|record| record.expect("a game"));
            games
                .map(|record| (record.info.round.clone(), record.game))
                .collect::<Vec<_>>()
        };
        let here = moves("here.ggf", None);
        assert_eq!(here.len(), 6);
        assert_eq!(here, moves("there.ggf", pool()));
    }

    #[test]
    fn what_is_of_this_machine_stays_here() {
        for (arguments, why) in [
            ("gtp:./mine random", "`./mine` is a program of this machine"),
            (
                "random engine:weights=new.network",
                "the weights in new.network",
            ),
        ] {
            let error = run(arguments, pool()).expect_err("not there");
            assert!(error.to_string().contains(why), "{error:#}");
        }
    }

    /// An executor that always fails.
    struct Idle;

    impl Executor<GameJob> for Idle {
        fn run(
            &mut self,
            batch: &mut dyn jobs::Batch<GameJob>,
            _: &AtomicBool,
        ) -> Result<(), jobs::ExecutorError> {
            let jobs::Next::Job(number, _) = batch.next() else {
                return Err("nothing to play".into());
            };
            let lost = batch.answered(number, Err("all have left".to_string()));
            assert!(lost.is_break());
            Ok(())
        }
    }

    #[test]
    fn a_match_that_cannot_go_on_says_why() {
        let error = run("greedy random --games 4", Some(Box::new(Idle))).expect_err("no match");
        let told = format!("{error:#}");
        assert_eq!(told, "the match was ended: game 1: all have left");
    }
}
