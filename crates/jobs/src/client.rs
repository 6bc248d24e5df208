//! The farm as the crew of a command.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::batch::{Batch, Crew, CrewError, Work};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;
use tokio::time;

use crate::answers;
use crate::batches::{BEAT, Lease, Owner, Record};
use crate::link::{Connection, FarmError, Link};
use crate::names::{BatchName, Weights, subject};
use crate::roll::{self, host};
use crate::run::{End, Run};
use crate::streams::Streams;

/// Answers under way from the stream to the batch.
const UNDER_WAY: usize = 1024;

/// No worker has more threads than this, whatever it says.
const MOST_THREADS: usize = 4096;

/// How often workers are counted.
const COUNT: Duration = Duration::from_secs(3);

/// A farm of workers, as the crew of one batch.
///
/// Answers are kept by the server until [`finish`](Crew::finish), so that a batch that was broken
/// off, however it was, is taken up where it was by the same command.
pub struct Farm {
    link: Link,
    weights: Weights,
    name: Option<BatchName>,
    title: String,
    tell: Box<dyn FnMut(&str)>,
    done: Option<Done>,
}

/// A batch that has been worked through, and is not forgotten yet.
struct Done {
    runtime: Runtime,
    streams: Streams,
    name: BatchName,
    keeper: Keeper,
}

impl Farm {
    /// The farm at a place. The title says what the work is about, in words: the same work has the
    /// same. Without a name, the batch is named after it.
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
            tell: Box::new(tell),
            done: None,
        }
    }

    async fn work<W: Work>(
        &mut self,
        batch: &mut dyn Batch<W>,
        stop: &AtomicBool,
    ) -> Result<Option<(Streams, BatchName, Keeper)>, FarmError> {
        let name = self.name.clone();
        let name = name.unwrap_or_else(|| BatchName::of(W::KIND, &self.title, &self.weights));
        let connection = self.link.connect("reversi client").await?;
        let streams = Streams::open(&connection).await?;
        // So that what waits can be seen before the first worker comes.
        streams.queue(&self.weights).await?;
        let record = Record {
            kind: W::KIND.to_string(),
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
        let keeper = Keeper::new(lease);
        let hands = Arc::new(AtomicUsize::new(0));
        let counter = tokio::spawn(count(
            connection.clone(),
            self.weights.clone(),
            Arc::clone(&hands),
        ));
        let (tell, arrivals) = mpsc::channel(UNDER_WAY);
        let follower = tokio::spawn(answers::follow(streams.answers.clone(), name.clone(), tell));
        let progress = connection
            .client
            .subscribe(subject::progress_of(&name))
            .await;
        let progress = progress.map_err(|error| FarmError::refused("tells no progress", error))?;
        let run = Run::new(
            connection,
            streams.clone(),
            name.clone(),
            self.weights.clone(),
            batch,
        );
        let ended = run
            .go(arrivals, progress, &keeper, &hands, stop, &mut self.tell)
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

impl<W: Work> Crew<W> for Farm {
    fn run(&mut self, batch: &mut dyn Batch<W>, stop: &AtomicBool) -> Result<(), CrewError> {
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
                // Whoever has taken the batch over needs what is there.
                if done.keeper.is_ours().await {
                    forget(&done.streams, &done.name).await;
                    done.keeper.end().await;
                }
            });
        }
    }
}

/// Removes what the server keeps of a batch, but not its place in the list.
pub async fn forget(streams: &Streams, name: &BatchName) {
    // What is not removed is forgotten by itself in a month.
    let _ = streams.jobs.purge().filter(subject::jobs_of(name)).await;
    let _ = streams
        .answers
        .purge()
        .filter(subject::answers_of(name))
        .await;
}

/// Keeps the lease of a batch while the batch goes on.
pub struct Keeper {
    lease: Arc<Mutex<Option<Lease>>>,
    /// Set when somebody else has taken the batch.
    lost: Arc<std::sync::Mutex<Option<FarmError>>>,
    beats: JoinHandle<()>,
}

impl Keeper {
    fn new(lease: Lease) -> Keeper {
        let lease = Arc::new(Mutex::new(Some(lease)));
        let lost = Arc::default();
        let beats = tokio::spawn(beat(Arc::clone(&lease), Arc::clone(&lost)));
        Keeper { lease, lost, beats }
    }

    /// Why the batch is not ours any more.
    pub fn lost(&self) -> Option<FarmError> {
        self.lost.lock().map_or(None, |lost| lost.clone())
    }

    /// Says how far it is.
    pub async fn note(&self, change: impl FnOnce(&mut Record)) {
        if let Some(lease) = &mut *self.lease.lock().await {
            change(&mut lease.record);
        }
    }

    /// Whether the batch is still ours.
    async fn is_ours(&self) -> bool {
        match &mut *self.lease.lock().await {
            Some(lease) => lease.beat().await.is_ok(),
            None => false,
        }
    }

    async fn release(self) {
        self.beats.abort();
        if let Some(lease) = self.lease.lock().await.take() {
            lease.release().await;
        }
    }

    async fn end(self) {
        self.beats.abort();
        if let Some(lease) = self.lease.lock().await.take() {
            lease.end().await;
        }
    }
}

async fn beat(lease: Arc<Mutex<Option<Lease>>>, lost: Arc<std::sync::Mutex<Option<FarmError>>>) {
    loop {
        time::sleep(BEAT).await;
        let mut lease = lease.lock().await;
        let Some(lease) = &mut *lease else { return };
        if let Err(error) = lease.beat().await {
            if let Ok(mut lost) = lost.lock() {
                *lost = Some(error);
            }
            return;
        }
    }
}

/// Counts the threads of workers with these weights, now and then.
async fn count(connection: Connection, weights: Weights, hands: Arc<AtomicUsize>) {
    loop {
        let present = roll::call(&connection.client).await;
        let fitting = present
            .iter()
            .filter(|worker| worker.weights == weights.as_str());
        let threads = fitting.map(|worker| worker.threads.min(MOST_THREADS));
        hands.store(threads.sum(), Ordering::SeqCst);
        time::sleep(COUNT).await;
    }
}

/// Seconds since 1970.
pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}
