//! The farm as an executor: the client's side of a batch.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio::time;

use super::answers;
use super::batches::{Owner, Record, forget, now};
use super::dispatch::{Dispatch, End};
use super::error::FarmError;
use super::lease::{Lease, LeaseKeeper};
use super::link::{Connection, Link};
use super::names::{BatchName, Weights};
use super::notices::Notices;
use super::presence::{self, host};
use super::streams::Streams;
use super::subject;
use crate::batch::{Batch, Executor, ExecutorError};
use crate::job::RemoteJob;

/// Answers on their way from the stream to the batch, at most.
const ANSWER_BUFFER: usize = 1024;

/// A worker that claims more threads than this is counted with this many.
const MOST_THREADS: usize = 4096;

/// How often workers are counted.
const COUNT_INTERVAL: Duration = Duration::from_secs(3);

/// A farm of workers, as the executor of one batch.
///
/// The server keeps answers until [`finish`](Executor::finish). A batch that was interrupted in any
/// way is resumed by the same command.
pub struct Farm {
    link: Link,
    weights: Weights,
    name: Option<BatchName>,
    title: String,
    worker_command: &'static str,
    tell: Box<dyn FnMut(&str)>,
    done: Option<Done>,
}

/// A batch whose jobs are all answered, and which is not forgotten yet.
struct Done {
    runtime: Runtime,
    streams: Streams,
    name: BatchName,
    keeper: LeaseKeeper,
}

impl Farm {
    /// The farm at an address. The title describes the work; the same work has the same title.
    /// Without a name, the batch is named after it.
    pub fn new(
        link: Link,
        weights: Weights,
        name: Option<BatchName>,
        title: &str,
        tell: impl FnMut(&str) + 'static,
    ) -> Farm {
        Farm {
            link,
            weights,
            name,
            title: title.to_string(),
            worker_command: "reversi worker",
            tell: Box::new(tell),
            done: None,
        }
    }

    /// Names the command that starts a worker for these jobs, for the user to read.
    #[must_use]
    pub fn served_by(mut self, command: &'static str) -> Farm {
        self.worker_command = command;
        self
    }

    async fn work<J: RemoteJob>(
        &mut self,
        batch: &mut dyn Batch<J>,
        stop: &AtomicBool,
    ) -> Result<Option<(Streams, BatchName, LeaseKeeper)>, FarmError> {
        let name = self.name.clone();
        let name = name.unwrap_or_else(|| BatchName::of(J::KIND, &self.title, &self.weights));
        let connection = self.link.connect("reversi client").await?;
        let streams = Streams::open(&connection).await?;
        // The queue shows what waits, even before the first worker comes.
        streams.queue(&self.weights).await?;
        let record = Record {
            kind: J::KIND.to_string(),
            title: self.title.clone(),
            weights: self.weights.to_string(),
            owner: Some(Owner {
                client: connection.client.new_inbox(),
                host: host(),
                process: std::process::id(),
            }),
            begun: now(),
            ..Record::default()
        };
        let lease = Lease::take(&streams.batches, &name, record, &mut self.tell).await?;
        let keeper = LeaseKeeper::new(lease);
        let threads = Arc::new(AtomicUsize::new(0));
        let counter = tokio::spawn(count(
            connection.clone(),
            self.weights.clone(),
            Arc::clone(&threads),
        ));
        let (tell, arrivals) = mpsc::channel(ANSWER_BUFFER);
        let follower = tokio::spawn(answers::follow(streams.answers.clone(), name.clone(), tell));
        let progress = connection
            .client
            .subscribe(subject::progress_of(&name))
            .await;
        let progress = progress.map_err(|error| FarmError::refused("tells no progress", error))?;
        let dispatch = Dispatch::new(
            connection,
            streams.clone(),
            name.clone(),
            self.weights.clone(),
            batch,
        );
        let mut notices = Notices::new(&self.weights, self.worker_command, &mut self.tell);
        let ended = dispatch
            .run(arrivals, progress, &keeper, &threads, stop, &mut notices)
            .await;
        counter.abort();
        follower.abort();
        match ended {
            Ok(End::Done) => Ok(Some((streams, name, keeper))),
            Ok(End::Stopped) => {
                keeper.release().await;
                (self.tell)(&format!(
                    "batch {name} is left as it is: the same command takes it up again, `reversi farm \
                     forget {name}` ends it"
                ));
                Ok(None)
            }
            Err(error) => {
                keeper.release().await;
                Err(error)
            }
        }
    }
}

impl<J: RemoteJob> Executor<J> for Farm {
    fn run(&mut self, batch: &mut dyn Batch<J>, stop: &AtomicBool) -> Result<(), ExecutorError> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()?;
        let done = runtime.block_on(self.work(batch, stop))?;
        self.done = done.map(|(streams, name, keeper)| Done {
            runtime,
            streams,
            name,
            keeper,
        });
        Ok(())
    }

    fn finish(&mut self) {
        if let Some(done) = self.done.take() {
            done.runtime.block_on(async {
                // A client that has taken the batch over needs the stored answers.
                if done.keeper.is_ours().await {
                    forget(&done.streams, &done.name).await;
                    done.keeper.end().await;
                }
            });
        }
    }
}

/// Counts the threads of all workers with these weights, again and again.
async fn count(connection: Connection, weights: Weights, threads: Arc<AtomicUsize>) {
    loop {
        let present = presence::collect(&connection.client).await;
        let fitting = present
            .iter()
            .filter(|worker| worker.weights == weights.as_str());
        let each = fitting.map(|worker| worker.threads.min(MOST_THREADS));
        threads.store(each.sum(), Ordering::SeqCst);
        time::sleep(COUNT_INTERVAL).await;
    }
}
