//! News of long work, told at a pace that a page can follow.

use std::pin::pin;
use std::time::Duration;

use serde::Serialize;
use tokio::sync::watch;
use tokio::time::sleep;

use crate::mail::{Gone, Mail};

/// How long to wait after one message before the next.
const PACE: Duration = Duration::from_millis(100);

/// What is told as it changes, until it is the last word.
pub trait News: Clone + Serialize {
    /// Whether nothing comes after it.
    fn is_last(&self) -> bool;
}

/// Works and tells what is new, at most ten times a second. Ends when the last word has been told, or
/// nobody is there to hear it; then the work is dropped. A reader who is slow misses what is between,
/// and does not hold up the work.
pub async fn work_and_tell<N: News>(
    mail: &Mail,
    news: watch::Receiver<N>,
    work: impl Future<Output = ()>,
) -> Result<(), Gone> {
    let mut telling = pin!(tell(mail, news));
    tokio::select! {
        biased;
        told = &mut telling => return told,
        () = work => {}
    }
    telling.await
}

async fn tell<N: News>(mail: &Mail, mut news: watch::Receiver<N>) -> Result<(), Gone> {
    while news.changed().await.is_ok() {
        let room = mail.room().await?;
        let newest = news.borrow_and_update().clone();
        room.send(&newest);
        if newest.is_last() {
            break;
        }
        tokio::select! {
            () = sleep(PACE) => {}
            () = last_word(news.clone()) => {}
        }
    }
    Ok(())
}

/// Waits for the last word, which is not held back; or for the end of the work.
async fn last_word<N: News>(mut news: watch::Receiver<N>) {
    let last = news.wait_for(News::is_last).await;
    drop(last);
}
