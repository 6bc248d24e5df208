//! The referee: a client's own answer to a job that workers answer differently.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::job::{Control, Failure, Job, RemoteJob};

/// What runs a job.
type Run<J> = dyn Fn(&J, &AtomicBool) -> Result<<J as Job>::Answer, Failure> + Send + Sync;

/// Runs single jobs on a thread of the client. A client believes itself, so its answer decides.
pub struct Referee<J: RemoteJob> {
    run: Arc<Run<J>>,
}

impl<J: RemoteJob> Clone for Referee<J> {
    fn clone(&self) -> Referee<J> {
        let run = Arc::clone(&self.run);
        Referee { run }
    }
}

impl<J: RemoteJob + 'static> Referee<J> {
    /// A referee that runs each job with a new worker.
    pub fn new(make_worker: impl Fn() -> J::Worker + Send + Sync + 'static) -> Referee<J> {
        let run = move |job: &J, stop: &AtomicBool| {
            let mut control = Control {
                stop,
                progress: &mut |_| {},
            };
            let answer = job.run(&mut make_worker(), &mut control)?;
            match stop.load(Ordering::SeqCst) {
                true => Err(Failure::Stopped),
                false => Ok(answer),
            }
        };
        Referee { run: Arc::new(run) }
    }

    /// Runs a job in the background, until it ends or the returned guard is dropped.
    pub fn decide(
        &self,
        job: J,
        tell: impl FnOnce(Result<J::Answer, Failure>) + Send + 'static,
    ) -> StopOnDrop {
        let stop = Arc::new(AtomicBool::new(false));
        let guard = StopOnDrop(Arc::clone(&stop));
        let run = Arc::clone(&self.run);
        thread::spawn(move || tell(run(&job, &stop)));
        guard
    }
}

/// Sets a flag when it is dropped.
pub struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}
