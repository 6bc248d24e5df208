//! Where a command has its batch done, as it was told.

use crate::batch::{Crew, Pool, Work};
use clap::Args;

use crate::client::Farm;
use crate::link::Link;
use crate::names::{BatchName, Weights};

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

    /// Who does the work: the farm, where one was named, or threads of this program. The title says
    /// what the work is about, and `tell` gets what a person should know meanwhile.
    pub fn crew<W, F>(
        &self,
        weights: impl FnOnce() -> Weights,
        title: &str,
        tell: impl FnMut(&str) + 'static,
        local: impl FnOnce() -> Pool<F>,
    ) -> Box<dyn Crew<W>>
    where
        W: Work + 'static,
        F: Fn() -> W + Sync + 'static,
    {
        if self.is_farm() {
            let farm = Farm::new(
                self.link.clone(),
                weights(),
                self.batch.clone(),
                title,
                tell,
            );
            Box::new(farm)
        } else {
            Box::new(local())
        }
    }
}
