//! The farm as an executor: the client's side of a batch.

use std::sync::atomic::AtomicBool;

use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, watch};

use super::answers;
use super::batches::{Owner, Record, forget, now};
use super::checking::Checking;
use super::dispatch::{Dispatch, End, Feeds, Plan};
use super::error::FarmError;
use super::lease::{Lease, LeaseKeeper};
use super::link::Link;
use super::names::{BatchName, Queue, Secret};
use super::notices::Notices;
use super::presence::host;
use super::referee::Referee;
use super::roll::{self, Roll};
use super::streams::Streams;
use super::subject;
use crate::batch::{Batch, Executor, ExecutorError};
use crate::job::RemoteJob;

/// Answers on their way from the stream to the batch, at most.
const ANSWER_BUFFER: usize = 1024;

/// The share of answers that is checked unless told otherwise, in percent.
pub const RECHECK: u32 = 5;

/// A farm of workers, as the executor of one batch.
///
/// The server keeps answers until [`finish`](Executor::finish). A batch that was interrupted in any
/// way is resumed by the same command.
pub struct Farm<J: RemoteJob> {
    link: Link,
    queue: Queue,
    name: Option<BatchName>,
    title: String,
    worker_command: &'static str,
    recheck: u32,
    referee: Referee<J>,
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

impl<J: RemoteJob + 'static> Farm<J> {
    /// The farm at an address. The title describes the work; the same work has the same title. The
    /// batch is named after it. `make_worker` makes a worker for a job that workers disagree about:
    /// the client runs it itself.
    pub fn new(
        link: Link,
        queue: Queue,
        title: &str,
        make_worker: impl Fn() -> J::Worker + Send + Sync + 'static,
        tell: impl FnMut(&str) + 'static,
    ) -> Farm<J> {
        Farm {
            link,
            queue,
            name: None,
            title: title.to_string(),
            worker_command: "reversi worker",
            recheck: RECHECK,
            referee: Referee::new(make_worker),
            tell: Box::new(tell),
            done: None,
        }
    }

    /// Names the batch.
    #[must_use]
    pub fn named(mut self, name: Option<BatchName>) -> Farm<J> {
        self.name = name;
        self
    }

    /// Names the command that starts a worker for these jobs, for the user to read.
    #[must_use]
    pub fn served_by(mut self, command: &'static str) -> Farm<J> {
        self.worker_command = command;
        self
    }

    /// Has a share of all jobs, in percent, done by a second worker too.
    #[must_use]
    pub fn rechecking(mut self, percent: u32) -> Farm<J> {
        self.recheck = percent.min(100);
        self
    }

    async fn work(
        &mut self,
        batch: &mut dyn Batch<J>,
        stop: &AtomicBool,
    ) -> Result<Option<(Streams, BatchName, LeaseKeeper)>, FarmError> {
        let name = self.name.clone();
        let name = name.unwrap_or_else(|| BatchName::of(J::KIND, &self.title, &self.queue));
        let connection = self.link.connect("reversi client").await?;
        let streams = Streams::open(&connection).await?;
        // The queue shows what waits, even before the first worker comes.
        let queue = streams.make_queue(&self.queue);
        connection.allowed(queue).await??;
        let secret = Secret::random();
        let secret = secret.map_err(|error| {
            FarmError::new(format!("this system has no random numbers: {error}"))
        })?;
        let record = Record {
            kind: J::KIND.to_string(),
            title: self.title.clone(),
            weights: self.queue.weights.to_string(),
            build: self.queue.build.to_string(),
            secret,
            owner: Some(Owner {
                client: connection.client.new_inbox(),
                host: host(),
                process: std::process::id(),
            }),
            begun: now(),
            ..Record::default()
        };
        let lease = Lease::take(&streams.batches, &name, record, &mut self.tell);
        let lease = connection.allowed(lease).await??;
        let plan = Plan {
            name: name.clone(),
            queue: self.queue.clone(),
            secret: lease.record.secret.clone(),
        };
        let quarantined = lease.record.quarantined.clone();
        let keeper = LeaseKeeper::new(lease);
        let (tell, roll) = watch::channel(Roll::default());
        let caller = tokio::spawn(roll::call(connection.clone(), self.queue.clone(), tell));
        let (tell, arrivals) = mpsc::channel(ANSWER_BUFFER);
        let follower = tokio::spawn(answers::follow(streams.answers.clone(), name.clone(), tell));
        let progress = connection
            .client
            .subscribe(subject::progress_of(&name))
            .await;
        let progress = progress.map_err(|error| FarmError::refused("tells no progress", error))?;
        let (tell, verdicts) = mpsc::unbounded_channel();
        let checking = Checking::new(self.recheck, self.referee.clone(), quarantined, tell);
        let dispatch = Dispatch::new(connection, streams.clone(), plan, batch, checking);
        let mut notices = Notices::new(&self.queue, self.worker_command, &mut self.tell);
        let feeds = Feeds {
            arrivals,
            progress,
            roll,
        };
        let ended = dispatch
            .run(feeds, verdicts, &keeper, stop, &mut notices)
            .await;
        caller.abort();
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

impl<J: RemoteJob + 'static> Executor<J> for Farm<J> {
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
                    // What is not removed expires after a month.
                    let _ = forget(&done.streams, &done.name).await;
                    done.keeper.end().await;
                }
            });
        }
    }
}
