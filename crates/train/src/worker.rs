//! `reversi-train worker`: runs the training jobs of a farm.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use jobs::cli::{Console, WorkerCommand};
use jobs::{JobKind, Link};

use crate::evaluator::AnyEvaluator;
use crate::weights::{farm_queue, read_weights};
use crate::{label, selfplay};

/// Options of a worker.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// The address of the farm.
    #[command(flatten)]
    link: Link,
    /// The name of this worker [default: that of its key, or one that no other worker has]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Number of parallel jobs [default: one for each processor core]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
    /// Weights or network for the jobs; batches of reversi-train with the same file use this worker
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
}

fn threads(text: &str) -> Result<usize, String> {
    let count = text.parse().ok().filter(|count| (1..=256).contains(count));
    count.ok_or_else(|| "it must be a number from 1 to 256".to_string())
}

/// Runs training jobs until the user ends the worker.
///
/// # Errors
/// When no farm was named or it cannot be reached, or the weights cannot be read.
pub fn run(options: &Options) -> Result<()> {
    let weights = options.weights.as_deref();
    let evaluator = AnyEvaluator::Trained(read_weights(weights)?);
    let command = WorkerCommand {
        link: options.link.or_environment()?,
        threads: options.threads,
        name: options.name.clone(),
        queue: farm_queue(weights)?,
        kinds: kinds(&evaluator),
    };
    command.run(&mut Lines)?;
    Ok(())
}

/// The kinds of jobs that a worker with this evaluator can run.
fn kinds(evaluator: &AnyEvaluator) -> Vec<JobKind> {
    let (player, labeller) = (evaluator.clone(), evaluator.clone());
    vec![
        JobKind::new::<selfplay::Job>(move || player.clone()),
        JobKind::new::<label::Job>(move || labeller.clone()),
    ]
}

/// Standard error, line by line.
struct Lines;

impl Console for Lines {
    fn print(&mut self, text: &str) {
        eprintln!("reversi-train: {text}");
    }

    fn show(&mut self, _: &str) -> bool {
        false
    }
}
