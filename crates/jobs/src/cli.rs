//! Command-line options of the farm, for all programs that use it.

mod worker;

use clap::Args;

pub use worker::{Console, NoFarm, WorkerCommand};

use crate::batch::Executor;
use crate::farm::{BatchName, Farm, Link, Queue, RECHECK};
use crate::job::RemoteJob;
use crate::local::LocalExecutor;

/// Options of commands whose work can be done elsewhere.
#[derive(Args, Clone, Debug, Default)]
pub struct FarmArgs {
    /// Where the farm is.
    #[command(flatten)]
    pub link: Link,
    /// The name of this batch of work on the farm; the same name takes up what was broken off
    /// [default: one that the same command has again]
    #[arg(long, value_name = "NAME", requires = "url")]
    pub batch: Option<BatchName>,
    /// The share of jobs, in percent, that a second worker of the farm does too, to find wrong answers
    /// [default: 5]
    #[arg(long, value_name = "PERCENT", requires = "url",
        value_parser = clap::value_parser!(u32).range(0..=100))]
    pub recheck: Option<u32>,
}

/// What a command tells a farm about its work.
pub struct Work<'a> {
    /// A description: the same command has the same, and resumes its batch.
    pub title: &'a str,
    /// The command that starts a worker for it, for the user to read.
    pub worker_command: &'static str,
}

impl FarmArgs {
    /// Whether the work goes to a farm.
    #[must_use]
    pub fn is_farm(&self) -> bool {
        self.link.url.is_some()
    }

    /// The executor that the options ask for: the farm, where one was named, or threads of this
    /// process. What the farm has to say goes to `tell`.
    pub fn executor<J, F>(
        &self,
        work: &Work<'_>,
        queue: impl FnOnce() -> Queue,
        local: impl FnOnce() -> LocalExecutor<F>,
        tell: impl FnMut(&str) + 'static,
    ) -> Box<dyn Executor<J>>
    where
        J: RemoteJob + 'static,
        F: Fn(usize) -> J::Worker + Send + Sync + 'static,
    {
        let local = local();
        if !self.is_farm() {
            return Box::new(local);
        }
        let make_worker = local.into_make_worker();
        let link = self.link.clone();
        let farm = Farm::<J>::new(link, queue(), work.title, move || make_worker(0), tell);
        let farm = farm.named(self.batch.clone());
        let farm = farm.served_by(work.worker_command);
        Box::new(farm.rechecking(self.recheck.unwrap_or(RECHECK)))
    }
}
