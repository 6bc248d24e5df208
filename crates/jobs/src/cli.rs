//! Command-line options of the farm, for all programs that use it.

mod worker;

use clap::Args;

pub use worker::{Console, NoFarm, WorkerCommand};

use crate::batch::Executor;
use crate::farm::{BatchName, Farm, Link};
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
}

impl FarmArgs {
    /// Whether the work goes to a farm.
    #[must_use]
    pub fn is_farm(&self) -> bool {
        self.link.url.is_some()
    }

    /// The executor that the options ask for: the farm, where one was named, or threads of this
    /// process.
    pub fn executor<J, F>(
        &self,
        farm: impl FnOnce(Link, Option<BatchName>) -> Farm,
        local: impl FnOnce() -> LocalExecutor<F>,
    ) -> Box<dyn Executor<J>>
    where
        J: RemoteJob + 'static,
        F: Fn(usize) -> J::Worker + Sync + 'static,
    {
        if self.is_farm() {
            Box::new(farm(self.link.clone(), self.batch.clone()))
        } else {
            Box::new(local())
        }
    }
}
