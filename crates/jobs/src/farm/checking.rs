//! What a client keeps to find wrong answers: its checks, and what it knows of the workers.

use std::collections::{HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;

use super::referee::{Referee, StopOnDrop};
use super::trust::Trust;
use crate::job::{Failure, RemoteJob};

/// The referee's answer to the job of a check.
pub struct Verdict<J: RemoteJob> {
    /// The name of the check.
    pub check: String,
    /// The answer.
    pub answer: Result<J::Answer, Failure>,
}

/// A check in progress.
pub struct Check {
    /// The name of the job.
    pub id: String,
    /// The worker whose answer is checked.
    pub worker: String,
    /// The workers that were asked, the last one last.
    pub asked: Vec<String>,
    /// The answer of the checker, where it differs.
    pub other: Option<(String, Vec<u8>)>,
    /// Whether the client runs the job itself.
    pub is_judged: bool,
    /// When the last worker was asked.
    pub since: Instant,
    /// When the check was sent to it, for the first time or again.
    pub sent: Instant,
    /// How long it may take.
    pub patience: Duration,
}

/// All that a client does to find wrong answers.
pub struct Checking<J: RemoteJob> {
    /// The share of answers that is checked, in percent.
    pub percent: u32,
    /// What is known of the workers.
    pub trust: Trust,
    /// Checks in progress, by their names.
    pub checks: HashMap<String, Check>,
    /// Jobs whose answers have passed a check.
    pub confirmed: HashSet<String>,
    /// Whether the batch has got answers while nobody was there who could check them.
    pub has_unchecked: bool,
    /// The workers found wrong.
    pub quarantined: Vec<String>,
    /// Runs jobs that workers disagree about.
    pub referee: Referee<J>,
    /// Checks that wait for the referee, and the one that it decides.
    pub disputes: VecDeque<String>,
    /// Stops the referee when the client ends.
    pub deciding: Option<StopOnDrop>,
    /// Where the referee's answers go.
    pub verdicts: UnboundedSender<Verdict<J>>,
    /// The number of checks so far.
    pub count: u64,
}

impl<J: RemoteJob> Checking<J> {
    /// Nothing is checked yet. Some workers may be quarantined since an earlier run.
    pub fn new(
        percent: u32,
        referee: Referee<J>,
        quarantined: Vec<String>,
        verdicts: UnboundedSender<Verdict<J>>,
    ) -> Checking<J> {
        Checking {
            percent,
            trust: Trust::new(&quarantined),
            checks: HashMap::new(),
            confirmed: HashSet::new(),
            has_unchecked: false,
            quarantined,
            referee,
            disputes: VecDeque::new(),
            deciding: None,
            verdicts,
            count: 0,
        }
    }

    /// The checks of answers of a worker.
    pub fn checks_of<'a>(&'a self, worker: &'a str) -> impl Iterator<Item = &'a Check> {
        let checks = self.checks.values();
        checks.filter(move |check| check.worker == worker)
    }
}
