//! A test executor: it answers in any order, fails some jobs, and never answers a cancelled job.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use engine::Random;
use jobs::{Batch, Control, Job, Next};
use play::solve::{Answer, SolveJob, Solving};
use play::split::Split;

/// An executor for tests.
pub struct FakeExecutor {
    pub workers: usize,
    pub chance: Random,
    /// One job in this number fails; 0 for never.
    pub failing: usize,
    /// Answered jobs, with their content.
    pub done: Vec<String>,
    /// The number of jobs that were cancelled before an answer.
    pub dropped: usize,
}

impl FakeExecutor {
    pub fn new(workers: usize, seed: u64) -> FakeExecutor {
        FakeExecutor {
            workers,
            chance: Random::new(seed),
            failing: 0,
            done: Vec::new(),
            dropped: 0,
        }
    }

    fn below(&mut self, count: usize) -> usize {
        let all: Vec<usize> = (0..count).collect();
        self.chance.pick(&all).expect("one of some")
    }

    /// Runs until no job is left.
    pub fn run(&mut self, split: &mut Split) {
        let mut solving = Solving::new(1, 1);
        self.run_with(split, &mut |job| {
            let pulse = &mut Control {
                stop: &AtomicBool::new(false),
                progress: &mut |_| {},
            };
            let answer = job.run(&mut solving, pulse);
            let answer = answer.unwrap_or_else(|why| panic!("{why:?} for {job:?}"));
            assert_eq!(job.verify(&answer), Ok(()), "{answer:?} for {job:?}");
            Ok(answer)
        });
    }

    /// The same, with answers from `answer`.
    pub fn run_with(
        &mut self,
        split: &mut Split,
        answer: &mut dyn FnMut(&SolveJob) -> Result<Answer, String>,
    ) {
        split.capacity(self.workers);
        let mut running: BTreeMap<usize, SolveJob> = BTreeMap::new();
        loop {
            let mut done = false;
            while running.len() < self.workers {
                match split.next() {
                    Next::Job(number, job) => {
                        let other = running.insert(number, job);
                        assert_eq!(other, None, "{number} twice");
                    }
                    Next::Wait => {
                        assert!(!running.is_empty(), "there is nothing to wait for");
                        break;
                    }
                    Next::Done => {
                        done = true;
                        break;
                    }
                }
            }
            if done && running.is_empty() {
                return;
            }
            let numbers: Vec<usize> = running.keys().copied().collect();
            let number = numbers[self.below(numbers.len())];
            let job = running.remove(&number).expect("one of them");
            let fails = self.failing > 0 && self.below(self.failing) == 0;
            let answered = match fails {
                true => Err("it fell off the table".to_string()),
                false => answer(&job),
            };
            self.done.push(serde_json::to_string(&job).expect("text"));
            let flow = split.answered(number, answered);
            for number in split.cancelled() {
                assert!(running.remove(&number).is_some(), "{number} is not there");
                self.dropped += 1;
            }
            if flow == ControlFlow::Break(()) {
                assert!(running.is_empty(), "{running:?} are left");
                return;
            }
        }
    }
}
