//! `reversi review --all`: all games of a file, reviewed in parallel.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use anyhow::{Error, Result, bail};
use jobs::{Batch, Executor, LocalExecutor, Next};
use play::review::{Ahead, ReviewJob, ReviewSheet, Reviewed, Reviewing, UnreviewableSize};
use rules::{Game, Record, Size};

use super::NOTHING;
use super::report::Report;
use crate::cli::{ReviewArgs, Usage};
use crate::farm;
use crate::input;
use crate::interrupt::{self, Interrupt};
use crate::progress::Progress;
use records::Reader;

/// Reviews all games of the file that the command line names.
pub fn run(args: &ReviewArgs, interrupt: &Interrupt, out: Box<dyn Write>) -> Result<ExitCode> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = args.threads.unwrap_or_else(cores);
    let hash = args.hash;
    let effort = args.effort(args.size.get());
    let far = match effort.ahead {
        Ahead::Level(level) => format!("level {level}"),
        Ahead::Time(time) => format!("{} s a move", time.as_secs_f64()),
    };
    let title = format!("review {}, {far}, exact {}", args.game, effort.exact);
    let local = || LocalExecutor::new(threads, move |_| Reviewing::new(hash));
    let mut executor = farm::executor(&args.farm, &title, local);
    review(args, &mut *executor, interrupt, out)
}

/// Rejects options that do not work with `--all`.
pub fn check(args: &ReviewArgs) -> Result<()> {
    if args.svg.is_some() {
        return Err(Usage("a picture shows one game: say --number instead of --all").into());
    }
    if !Path::new(&args.game).is_file() {
        bail!(
            "--all is for a file of games, and there is no file {}",
            args.game
        );
    }
    Ok(())
}

/// Reviews all games with an executor. Ctrl-C keeps the finished ones.
fn review(
    args: &ReviewArgs,
    executor: &mut dyn Executor<ReviewJob>,
    interrupt: &Interrupt,
    out: Box<dyn Write>,
) -> Result<ExitCode> {
    let path = Path::new(&args.game);
    let open = || Ok::<_, Error>(Reader::open(path)?.on(args.size.get()));
    // Reading the file twice costs little compared with the reviews, and gives the number of games.
    let count = open()?.count();
    let mut many = Many {
        args,
        reader: open()?,
        read: 0,
        games: BTreeMap::new(),
        ended: 0,
        skipped: 0,
        progress: Progress::new(Some(count)),
        report: Report::new(args, out)?,
        failure: None,
    };
    let ran = executor.run(&mut many, interrupt.flag());
    if let Some(error) = many.failure {
        return Err(error);
    }
    let is_stopped = interrupt.is_stopped() && many.ended < count;
    // Games without a review by now will not get one.
    many.games
        .retain(|_, stage| matches!(stage, Stage::Reviewed(_)));
    many.tell()?;
    drop(many.progress);
    if count == 0 {
        bail!("there is no game in {}", args.game);
    }
    many.report.close(many.skipped, is_stopped)?;
    ran.map_err(Error::from_boxed)?;
    if !is_stopped {
        executor.finish();
    }
    Ok(if is_stopped {
        interrupt::EXIT_CODE.into()
    } else if many.skipped > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// The batch: games of a file that are given out as jobs and come back reviewed.
struct Many<'a> {
    args: &'a ReviewArgs,
    reader: Reader,
    /// Number of records read.
    read: usize,
    /// Games given out and not yet printed, by their numbers in the file.
    games: BTreeMap<usize, Stage>,
    /// Number of finished records, skipped ones included.
    ended: usize,
    skipped: usize,
    progress: Progress,
    report: Report,
    failure: Option<Error>,
}

/// The state of a game.
enum Stage {
    GivenOut(Box<Record>),
    Reviewed(Box<Reviewed>),
}

impl Many<'_> {
    /// The next game that can be reviewed; others are reported and skipped.
    fn next_game(&mut self) -> Option<Record> {
        loop {
            let record = self.reader.next()?;
            self.read += 1;
            let objection = match record {
                Ok(record) => match objection(&record.game) {
                    None => return Some(record),
                    Some(objection) => self.reader.bad_last(objection),
                },
                Err(bad) => bad,
            };
            self.skip(&objection.to_string());
        }
    }

    /// Reports a skipped record.
    fn skip(&mut self, why: &str) {
        let message = input::shown(&format!("{why}; skipped"));
        // A failed write is ignored: the exit code reports the problem too.
        let tell = || writeln!(io::stderr(), "reversi: {message}");
        let _ = self.progress.aside(tell);
        self.skipped += 1;
        self.ended += 1;
        self.progress.done(self.ended);
    }

    /// Stores the answer for a game.
    fn take_up(&mut self, number: usize, record: Record, answer: Result<ReviewSheet, String>) {
        let effort = self.args.effort(record.game.size());
        let review = answer.and_then(|sheet| {
            let review = sheet.review(&record.game, effort);
            let review = review.map_err(|error| format!("its review makes no sense: {error}"));
            review.and_then(|review| {
                let whole = review.is_complete().then_some(review);
                whole.ok_or_else(|| "its review is not complete".to_string())
            })
        });
        match review {
            Ok(review) => {
                let reviewed = Box::new(Reviewed { record, review });
                self.games.insert(number, Stage::Reviewed(reviewed));
                self.ended += 1;
                self.progress.done(self.ended);
            }
            Err(why) => self.skip(&format!("{}, game {number}: {why}", self.args.game)),
        }
    }

    /// Prints reviewed games in the order of the file, up to the first one without a review.
    fn tell(&mut self) -> Result<()> {
        while let Some(first) = self.games.first_entry() {
            let number = *first.key();
            let Stage::Reviewed(reviewed) = first.get() else {
                break;
            };
            let report = &mut self.report;
            self.progress.aside(|| report.add(number, reviewed))?;
            first.remove();
        }
        Ok(())
    }
}

/// Why a game cannot be reviewed.
fn objection(game: &Game) -> Option<String> {
    let size = game.size();
    if game.turns().is_empty() {
        Some(NOTHING.to_string())
    } else if size > Size::EIGHT {
        Some(UnreviewableSize(size).to_string())
    } else {
        None
    }
}

impl Batch<ReviewJob> for Many<'_> {
    fn next(&mut self) -> Next<ReviewJob> {
        let Some(record) = self.next_game() else {
            return Next::Done;
        };
        let effort = self.args.effort(record.game.size());
        let job = ReviewJob::new(&record.game, effort);
        self.games
            .insert(self.read, Stage::GivenOut(Box::new(record)));
        Next::Job(self.read, job)
    }

    fn answered(&mut self, number: usize, answer: Result<ReviewSheet, String>) -> ControlFlow<()> {
        // Repeated answers are ignored.
        let given = matches!(self.games.get(&number), Some(Stage::GivenOut(_)));
        if given && let Some(Stage::GivenOut(record)) = self.games.remove(&number) {
            self.take_up(number, *record, answer);
        }
        match self.tell() {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn progress(&mut self, number: usize, text: &str) {
        self.progress
            .say(|| format!("game {number}: {}", input::printable(text)));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, Mutex};

    use clap::Parser;
    use jobs::{Control, ExecutorError, Job};

    use super::*;
    use crate::cli::{Cli, Command};

    /// A writer whose content can be read afterwards.
    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Takes all jobs and answers the last one first; stops after `answers` answers.
    struct Backwards {
        answers: usize,
        spoil: Option<usize>,
    }

    impl Executor<ReviewJob> for Backwards {
        fn run(
            &mut self,
            batch: &mut dyn Batch<ReviewJob>,
            stop: &AtomicBool,
        ) -> Result<(), ExecutorError> {
            let mut jobs = Vec::new();
            while let Next::Job(number, job) = batch.next() {
                jobs.push((number, job));
            }
            let mut hand = Reviewing::new(4);
            for (number, job) in jobs.into_iter().rev() {
                if self.answers == 0 {
                    stop.store(true, Ordering::SeqCst);
                    break;
                }
                self.answers -= 1;
                let quiet = AtomicBool::new(false);
                let progress = &mut |text: &str| batch.progress(number, text);
                let pulse = &mut Control {
                    stop: &quiet,
                    progress,
                };
                let answer = job.run(&mut hand, pulse).expect("a review");
                let answer = if self.spoil == Some(number) {
                    serde_json::from_str(r#"{"end": null, "moves": []}"#)?
                } else {
                    answer
                };
                assert!(batch.answered(number, Ok(answer)).is_continue());
                assert!(batch.answered(number, Err("twice".into())).is_continue());
            }
            Ok(())
        }
    }

    /// The output for a file, and the exit code.
    fn run(
        text: &str,
        options: &str,
        executor: &mut dyn Executor<ReviewJob>,
    ) -> (String, ExitCode) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.txt");
        fs::write(&path, text).expect("a file");
        let words = ["reversi", "review", "--all", path.to_str().expect("a name")];
        let words = words.into_iter().chain(options.split_whitespace());
        let Some(Command::Review(args)) = Cli::parse_from(words).command else {
            panic!("a review");
        };
        let paper = Paper::default();
        let out = Box::new(paper.clone());
        let code = review(&args, executor, &Interrupt::default(), out).expect("reviews");
        let text = paper.0.lock().unwrap().clone();
        (String::from_utf8(text).expect("UTF-8"), code)
    }

    const GAMES: &str = "f5d6c3d3c4f4\nf5f6e6f4e3\nf5d6c3x9\nf5f4e3f6d3\nf5d6c4\n";
    const OPTIONS: &str = "--level 2 --exact 4 --hash 4";

    fn backwards(answers: usize) -> Backwards {
        Backwards {
            answers,
            spoil: None,
        }
    }

    #[test]
    fn games_are_told_in_the_order_of_the_file() {
        for json in ["", " --json"] {
            let options = format!("{OPTIONS}{json}");
            let mut pool = LocalExecutor::new(3, |_| Reviewing::new(4));
            let (there, code) = run(GAMES, &options, &mut pool);
            let (back, other) = run(GAMES, &options, &mut backwards(usize::MAX));
            assert_eq!(there, back);
            assert_eq!([code, other], [ExitCode::FAILURE; 2], "one cannot be read");
            if !json.is_empty() {
                let number = |line: &str| {
                    let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
                    object["number"].as_u64().expect("a number")
                };
                let numbers: Vec<u64> = back.lines().map(number).collect();
                assert_eq!(numbers, [1, 2, 4, 5]);
            }
        }
    }

    #[test]
    fn a_stopped_review_prints_the_finished_games() {
        let (text, code) = run(GAMES, OPTIONS, &mut backwards(2));
        assert_eq!(code, ExitCode::from(interrupt::EXIT_CODE));
        let numbers: Vec<&str> = text
            .lines()
            .skip(2)
            .take(2)
            .map(|line| &line[..4])
            .collect();
        assert_eq!(numbers, ["   4", "   5"], "{text}");
        assert!(text.contains("Stopped: 2 games reviewed"), "{text}");
        let (text, code) = run(GAMES, OPTIONS, &mut backwards(0));
        assert_eq!(text, "");
        assert_eq!(code, ExitCode::from(interrupt::EXIT_CODE));
    }

    #[test]
    fn a_review_that_makes_no_sense_is_skipped() {
        let mut executor = Backwards {
            answers: usize::MAX,
            spoil: Some(2),
        };
        let (text, code) = run(GAMES, OPTIONS, &mut executor);
        assert_eq!(code, ExitCode::FAILURE);
        assert!(text.contains("3 games reviewed, 2 skipped"), "{text}");
    }
}
