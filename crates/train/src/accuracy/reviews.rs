//! Reviews of many games, made on several threads and kept in a file.
//!
//! A line of the file is a JSON object with a review job and its answer, as a farm exchanges them.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, Result, anyhow};
use engine::Level;
use jobs::{Control, Failure, Job};
use play::review::{Effort, Review, ReviewJob, ReviewSheet, Reviewing};
use rules::Game;
use serde::{Deserialize, Serialize};

/// Megabytes of the transposition table of each thread.
const HASH_MB: usize = 4;

/// Finished reviews, by their jobs as JSON.
pub struct Reviews {
    known: HashMap<String, ReviewSheet>,
    file: Option<File>,
    threads: usize,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    job: ReviewJob,
    sheet: ReviewSheet,
}

impl Reviews {
    /// The reviews of a file, which is made if it is not there; without a file, none.
    ///
    /// # Errors
    /// When the file cannot be read or written, or is of another kind.
    pub fn open(path: Option<&Path>, threads: usize) -> Result<Reviews> {
        let mut reviews = Reviews {
            known: HashMap::new(),
            file: None,
            threads: threads.max(1),
        };
        if let Some(path) = path {
            let name = || format!("cannot use {}", path.display());
            let mut options = OpenOptions::new();
            let file = options.read(true).append(true).create(true).open(path);
            let file = file.with_context(name)?;
            let mut lines = BufReader::new(&file);
            let (mut text, mut whole) = (String::new(), 0);
            for number in 1.. {
                text.clear();
                lines.read_line(&mut text).with_context(name)?;
                // A run that was killed may have left a part of its last line.
                if !text.ends_with('\n') {
                    break;
                }
                whole += text.len() as u64;
                let line: Line = serde_json::from_str(&text)
                    .with_context(|| format!("{}, line {number}", path.display()))?;
                reviews.known.insert(key(&line.job)?, line.sheet);
            }
            file.set_len(whole).with_context(name)?;
            reviews.file = Some(file);
        }
        Ok(reviews)
    }

    /// Whether the review of a game at a level is there.
    #[must_use]
    pub fn has(&self, game: &Game, level: Level) -> bool {
        let job = ReviewJob::new(game, Effort::level(level, game.size()));
        key(&job).is_ok_and(|key| self.known.contains_key(&key))
    }

    /// The reviews of some games at a level, in their order.
    ///
    /// # Errors
    /// When a game cannot be reviewed, or the reviews cannot be kept.
    pub fn of(&mut self, games: &[Game], level: Level) -> Result<Vec<Review>> {
        let effort = |game: &Game| Effort::level(level, game.size());
        let jobs: Vec<ReviewJob> = games
            .iter()
            .map(|game| ReviewJob::new(game, effort(game)))
            .collect();
        let mut missing = Vec::new();
        for job in &jobs {
            if !self.known.contains_key(&key(job)?) {
                missing.push(job);
            }
        }
        self.make(&missing)?;
        let reviewed = jobs.iter().zip(games).map(|(job, game)| {
            let sheet = self.known.get(&key(job)?).context("a review is missing")?;
            sheet
                .review(game, effort(game))
                .map_err(|error| anyhow!(error))
        });
        reviewed.collect()
    }

    /// Makes the reviews that some jobs ask for.
    fn make(&mut self, jobs: &[&ReviewJob]) -> Result<()> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let failure = Mutex::new(None);
        let made = Mutex::new((&mut self.known, &mut self.file));
        let work = || {
            let mut reviewing = Reviewing::new(HASH_MB);
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed))
                && !stop.load(Ordering::Relaxed)
            {
                let kept = review(job, &mut reviewing).and_then(|sheet| {
                    let mut made = made.lock().expect("no review panics");
                    keep(made.1, job, &sheet)?;
                    made.0.insert(key(job)?, sheet);
                    Ok(())
                });
                if let Err(error) = kept {
                    stop.store(true, Ordering::Relaxed);
                    *failure.lock().expect("no review panics") = Some(error);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads {
                scope.spawn(work);
            }
        });
        failure
            .into_inner()
            .expect("no review panics")
            .map_or(Ok(()), Err)
    }
}

fn key(job: &ReviewJob) -> Result<String> {
    Ok(serde_json::to_string(job)?)
}

fn review(job: &ReviewJob, reviewing: &mut Reviewing) -> Result<ReviewSheet> {
    let never = AtomicBool::new(false);
    let mut control = Control {
        stop: &never,
        progress: &mut |_| {},
    };
    job.run(reviewing, &mut control)
        .map_err(|failure| match failure {
            Failure::Stopped => anyhow!("the review was stopped"),
            Failure::Failed(error) => anyhow!(error),
        })
}

/// Adds a review to the file.
fn keep(file: &mut Option<File>, job: &ReviewJob, sheet: &ReviewSheet) -> Result<()> {
    if let Some(file) = file {
        let (job, sheet) = (job.clone(), sheet.clone());
        let line = serde_json::to_string(&Line { job, sheet })? + "\n";
        file.write_all(line.as_bytes())
            .context("cannot keep a review")?;
    }
    Ok(())
}
