//! `reversi match`: two players, many games, and what they say.
//!
//! Games begin from `openings`, other programs come from `outside`, games that a crew plays are
//! played `elsewhere`, `live` follows the score, and a `summary` or a `json` object tells it in the
//! end.

mod elsewhere;
mod json;
mod live;
mod openings;
mod outside;
mod summary;

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Error, Result};
use arena::contest::{Entrant, Gaming, Hall, Seats, told_apart};
use arena::matches::{HeadToHead, MatchScore, OpeningSupply};
use arena::rating::{Sprt, Verdict};
use jobs::batch::{Crew, Pool};

use crate::cli::MatchArgs;
use crate::farm;
use crate::interrupt::{self, Interrupt};
use live::Live;

/// A match that is over, or was ended.
struct Outcome<'a> {
    args: &'a MatchArgs,
    names: [String; 2],
    seed: u64,
    tally: MatchScore,
    test: Option<(Sprt, Verdict)>,
    /// Whether somebody ended it.
    stopped: bool,
}

/// Plays the match that the command line asks for.
///
/// Ctrl-C ends it with the score so far, which the exit code tells.
pub fn run(args: &MatchArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let crew = args.farm.is_farm().then(|| {
        let title = elsewhere::title(args);
        farm::crew(&args.farm, &title, || Pool::new(args.jobs, Gaming::new))
    });
    play(args, crew, &interrupt, &mut *out)
}

/// Plays a match at tables here or, if there is one, with a crew.
fn play(
    args: &MatchArgs,
    mut crew: Option<Box<dyn Crew<Gaming>>>,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let seed = match crew {
        // The same command has to mean the same games, so that it can go on with them.
        Some(_) => args.seed.or(1),
        None => args.seed.seed(),
    };
    let test = args.test()?;
    let entrants = args.entrants();
    if crew.is_some() {
        elsewhere::check(&entrants)?;
    }
    let supply = OpeningSupply::new(openings::read(args)?, args.size.get(), seed);
    let supply = supply.map_err(openings::explained)?;
    let names = told_apart(&entrants.each_ref().map(Entrant::to_string));
    let names = [names[0].clone(), names[1].clone()];
    let duel = HeadToHead::new(supply, args.most_pairs(), test);
    let (duel, failure) = match &mut crew {
        Some(crew) => {
            // Whoever plays the games is told the end by the batch itself.
            let ended = AtomicBool::new(false);
            let mut live = Live::new(duel, args, names.clone(), &ended)?;
            let played = elsewhere::play(&mut live, args, seed, &mut **crew, interrupt.flag());
            let (duel, failure) = live.close();
            (duel, played.err().or(failure))
        }
        None => {
            let named = names.clone().into_iter().zip(entrants);
            let outside = outside::starter(args, interrupt.shared())?;
            let seats = Seats::new(named.collect(), seed, outside)?;
            outside::try_out(args, &seats, &names)?;
            let live = Mutex::new(Live::new(duel, args, names.clone(), interrupt.flag())?);
            let hall = Hall::new(args.jobs, args.time_control(), interrupt.flag());
            hall.run(&live, &|entrant, table| seats.sit(entrant, table));
            let live = live.into_inner().unwrap_or_else(PoisonError::into_inner);
            live.close()
        }
    };

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
    if let Some(crew) = crew
        .as_mut()
        .filter(|_| failure.is_none() && !outcome.stopped)
    {
        crew.finish();
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

    type Hands = Option<Box<dyn Crew<Gaming>>>;

    fn pool() -> Hands {
        Some(Box::new(Pool::new(3, Gaming::new)))
    }

    /// What a match says, and how it ends.
    fn run(arguments: &str, crew: Hands) -> Result<String> {
        let words = ["reversi", "match"].into_iter();
        let words = words.chain(arguments.split_whitespace());
        let Some(Command::Match(args)) = Cli::try_parse_from(words)?.command else {
            panic!("a match");
        };
        let mut out = Vec::new();
        play(&args, crew, &Interrupt::default(), &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[track_caller]
    fn object(arguments: &str, crew: Hands) -> Value {
        let text = run(arguments, crew).expect("a match");
        let mut object: Value = serde_json::from_str(&text).expect("JSON");
        object.as_object_mut().unwrap().remove("seconds_per_move");
        object
    }

    #[test]
    fn a_crew_plays_the_same_match() {
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
    fn a_crew_leaves_the_same_record() {
        let folder = tempfile::tempdir().expect("a folder");
        let moves = |name: &str, crew: Hands| {
            let path = folder.path().join(name);
            let arguments = "greedy random --games 6 --seed 5 --openings random --record";
            run(&format!("{arguments} {}", path.display()), crew).expect("a match");
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

    /// A crew that can do nothing.
    struct Idle;

    impl Crew<Gaming> for Idle {
        fn run(
            &mut self,
            batch: &mut dyn jobs::batch::Batch<Gaming>,
            _: &AtomicBool,
        ) -> Result<(), jobs::batch::CrewError> {
            let jobs::batch::Next::Job(number, _) = batch.next() else {
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
