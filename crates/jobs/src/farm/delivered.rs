//! Answers that the batch has got, by worker: they are asked for again if the worker is found wrong.

use std::collections::{HashMap, VecDeque};

/// An answer that the batch has got and nobody has confirmed.
pub struct Given {
    /// The name of its job.
    pub id: String,
    /// The numbers of the job in the batch.
    pub numbers: Vec<usize>,
    /// The job as it travels.
    pub message: Vec<u8>,
    /// The sequence number of the answer in the stream.
    pub sequence: u64,
}

/// All answers that the batch has got.
#[derive(Default)]
pub struct Delivered {
    by_worker: HashMap<String, Vec<Given>>,
    /// Their sequence numbers, the first first.
    pub order: VecDeque<u64>,
    /// How many of them have turned out wrong.
    pub wrong: usize,
}

impl Delivered {
    /// Adds an answer of a worker.
    pub fn add(&mut self, worker: &str, given: Given) {
        self.order.push_back(given.sequence);
        let answers = self.by_worker.entry(worker.to_string());
        answers.or_default().push(given);
    }

    /// Takes out the answers of a worker.
    pub fn take(&mut self, worker: &str) -> Vec<Given> {
        self.by_worker.remove(worker).unwrap_or_default()
    }
}
