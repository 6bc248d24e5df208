//! Progress reports of long work, at a rate that a page can follow.

use std::pin::pin;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::outbox::{Disconnected, Outbox};

/// The least time between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// A progress report. The newest replaces all before it.
pub trait Report: Clone + Serialize {
    /// Whether no report follows.
    fn is_last(&self) -> bool;
}

/// Works and sends reports, at most ten times a second. Ends when the last report was sent or the
/// connection has ended; then the work is dropped. A slow reader misses reports and does not slow the
/// work down.
pub async fn run_and_report<R: Report>(
    outbox: &Outbox,
    reports: watch::Receiver<R>,
    work: impl Future<Output = ()>,
) -> Result<(), Disconnected> {
    let mut reporting = pin!(report(outbox, reports));
    tokio::select! {
        biased;
        sent = &mut reporting => return sent,
        () = work => {}
    }
    reporting.await
}

async fn report<R: Report>(
    outbox: &Outbox,
    mut reports: watch::Receiver<R>,
) -> Result<(), Disconnected> {
    while reports.changed().await.is_ok() {
        let slot = outbox.reserve().await?;
        let newest = reports.borrow_and_update().clone();
        slot.send(&newest);
        if newest.is_last() {
            break;
        }
        tokio::select! {
            () = sleep(INTERVAL) => {}
            () = last_report(reports.clone()) => {}
        }
    }
    Ok(())
}

/// Waits for the last report, which is not held back, or for the end of the work.
async fn last_report<R: Report>(mut reports: watch::Receiver<R>) {
    let last = reports.wait_for(Report::is_last).await;
    drop(last);
}
