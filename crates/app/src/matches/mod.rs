//! `reversi match`: many games between players, and an estimate of their differences in strength.
//!
//! `field` holds the players, `openings` reads the start positions, `programs` starts other programs,
//! `resume` checks a journal, `executor` runs the games as jobs, `live` keeps the journal and shows the score, `outputs` writes
//! games and talk, and `summary`, `standings` or `json` prints the result.

mod executor;
mod field;
mod json;
mod live;
mod openings;
mod outputs;
mod programs;
mod resume;
mod standings;
mod summary;

use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Error, Result};
use arena::contest::{GameJob, GameRunner, Gaming, Repeats, Seats};
use arena::matches::{MatchJournal, MatchSchedule, MatchScore, NarrowLosses, OpeningSupply};
use arena::rating::{Sprt, Verdict};
use jobs::{Executor, LocalExecutor};

use crate::cli::{MatchArgs, Usage};
use crate::farm;
use crate::interrupt::{self, Interrupt};
use field::Field;
use live::Live;

/// A finished or stopped match.
struct Outcome<'a> {
    args: &'a MatchArgs,
    names: Vec<String>,
    seed: u64,
    schedule: MatchSchedule,
    test: Option<(Sprt, Verdict)>,
    /// The number of games that were played before this run.
    resumed: usize,
    /// The number of disturbed attempts that were played again.
    repeated: usize,
    /// True if Ctrl-C stopped it.
    stopped: bool,
}

impl Outcome<'_> {
    /// The games that a busy machine may have decided.
    fn narrow_losses(&self) -> NarrowLosses {
        let mut losses = NarrowLosses::default();
        for meeting in self.schedule.meetings() {
            losses.add(meeting.score().narrow_losses());
        }
        losses
    }

    /// The number of games of a kind in all meetings.
    fn count(&self, kind: fn(&MatchScore) -> u64) -> u64 {
        let meetings = self.schedule.meetings().iter();
        meetings.map(|meeting| kind(&meeting.score())).sum()
    }
}

/// Plays the match of the command line.
///
/// Ctrl-C stops it; the score so far is printed, with exit code 130.
pub fn run(args: &MatchArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    let field = Field::new(args)?;
    let farm = args.farm.is_farm().then(|| {
        let title = executor::title(args, &field);
        farm::executor(&args.farm, &title, || {
            LocalExecutor::new(args.jobs, |_| Gaming::new())
        })
    });
    play(args, &field, farm, &interrupt, &mut *out)
}

/// Plays a match on local threads or, if there is one, with an executor.
fn play(
    args: &MatchArgs,
    field: &Field,
    mut executor: Option<Box<dyn Executor<GameJob>>>,
    interrupt: &Interrupt,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let test = args.test()?;
    outputs::check(args)?;
    if args.adjudicate.is_some() && args.size.get() > rules::Size::EIGHT {
        return Err(Usage("--adjudicate is for boards up to 8×8, which the solver knows").into());
    }
    if executor.is_some() {
        executor::check(args, field)?;
    }
    let openings = openings::read(args)?;
    let found = args.journal.as_deref().map(MatchJournal::open);
    let found = found.transpose()?;
    let seed = match found.as_ref().and_then(resume::seed) {
        Some(seed) => args.seed.or(seed),
        // The same command must mean the same games, so that a farm can continue them.
        None if executor.is_some() => args.seed.or(1),
        None => args.seed.seed(),
    };
    let settings = field.settings(args, &openings, seed);
    let supply = OpeningSupply::new(openings, args.size.get(), seed);
    let supply = supply.map_err(openings::explained)?;
    let journal = found.map(|found| found.go_on(&settings)).transpose()?;
    let (pairs, players) = (args.most_pairs(), field.entrants.len());
    let schedule = match players {
        2 => MatchSchedule::new(supply, pairs, test),
        _ => MatchSchedule::among(supply, pairs, players, args.format.into()),
    };
    if let Some((_, kept)) = &journal {
        resume::check_numbers(kept, &schedule)?;
    }
    // The batch itself tells an executor when the match has ended.
    let ended = AtomicBool::new(false);
    let stop = match executor {
        Some(_) => &ended,
        None => interrupt.flag(),
    };
    let start = |seats: Option<&Seats>| -> Result<Repeats<Live<'_>>> {
        if let Some(seats) = seats {
            programs::try_out(args, field, seats)?;
        }
        let live = Live::new(schedule, args, &field.names, stop)?;
        Ok(Repeats::new(match journal {
            Some((journal, kept)) => live.going_on(journal, kept),
            None => live,
        }))
    };
    let (repeats, failure) = match &mut executor {
        Some(executor) => {
            let mut repeats = start(None)?;
            let stop = interrupt.flag();
            let played = executor::play(&mut repeats, args, field, seed, &mut **executor, stop);
            (repeats, played.err())
        }
        None => {
            let named = field.names.iter().cloned().zip(field.entrants.clone());
            let outside = programs::starter(args, field, interrupt.shared())?;
            let seats = Seats::new(named.collect(), seed, outside)?;
            let repeats = Mutex::new(start(Some(&seats))?);
            let runner = GameRunner {
                own_times: &field.own_times,
                adjudicate: args.adjudicate,
                ..GameRunner::new(args.jobs, args.time_control(), interrupt.flag())
            };
            runner.run(&repeats, &|entrant, table| seats.sit(entrant, table));
            let repeats = repeats.into_inner();
            (repeats.unwrap_or_else(PoisonError::into_inner), None)
        }
    };
    let (live, repeated) = repeats.into_inner();
    let closed = live.close();
    let failure = failure.or(closed.failure);

    let verdict = closed.schedule.verdict();
    let outcome = Outcome {
        args,
        names: field.names.clone(),
        seed,
        schedule: closed.schedule,
        test: test.map(|sprt| (sprt, verdict)),
        resumed: closed.resumed,
        repeated,
        stopped: interrupt.is_stopped() && verdict == Verdict::Open && failure.is_none(),
    };
    let text = match (players, args.json) {
        (2, true) => json::write(&outcome)?,
        (2, false) => summary::write(&outcome),
        (_, true) => standings::json(&outcome)?,
        (_, false) => standings::write(&outcome),
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
        let field = Field::new(&args)?;
        play(&args, &field, executor, &Interrupt::default(), &mut out)?;
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
    fn an_executor_goes_on_from_a_journal() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("journal");
        let arguments = |games: usize| {
            let journal = path.display();
            format!("greedy random --games {games} --openings random --json --journal {journal}")
        };
        assert_eq!(object(&arguments(4), pool())["resumed"], 0);
        let longer = object(&arguments(10), pool());
        assert_eq!(
            (&longer["resumed"], &longer["games"]),
            (&4.into(), &10.into())
        );
        let again = object(&arguments(10), None);
        assert_eq!(
            (&again["resumed"], &again["discs"]),
            (&10.into(), &longer["discs"])
        );
    }

    #[test]
    fn only_a_journal_with_games_has_a_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let journal = folder.path().join("journal");
        let arguments = format!("greedy random --games 2 --journal {}", journal.display());
        let first = run(&arguments, None).expect("a match");
        assert!(!first.contains("Journal"), "{first}");
        let again = run(&arguments, None).expect("a match");
        assert!(again.contains("Journal  2 games from "), "{again}");
    }

    #[test]
    fn what_is_of_this_machine_stays_here() {
        for (arguments, why) in [
            ("gtp:./mine random", "`./mine` is a program of this machine"),
            (
                "random engine:weights=new.network",
                "the weights in new.network",
            ),
            ("random greedy time=1", "all players have the same time"),
            (
                "random greedy --adjudicate",
                "--adjudicate is for games on this machine",
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
