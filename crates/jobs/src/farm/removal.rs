//! Removal of messages from a stream, so that the server has their room again.
//!
//! Servers of version 2.9 can purge all messages of a subject at once, but go on counting their bytes
//! until they are restarted: a farm would seem full after a while. Messages that are deleted one by
//! one are not counted any more.

use async_nats::jetstream::stream::Stream;
use futures_util::{StreamExt, TryStreamExt, stream};

/// Requests to the server that are under way at once.
const AT_ONCE: usize = 32;

/// Removes all messages with a subject that fits. Returns how many there were.
///
/// # Errors
/// When the server does not list them, in its words.
pub async fn remove_all(stream: &Stream, filter: String) -> Result<u64, String> {
    let found = stream.info_with_subjects(filter).await;
    let found = found.map_err(|error| error.to_string())?;
    let subjects = found.map_ok(|(subject, _)| subject);
    let subjects: Result<Vec<String>, _> = subjects.try_collect().await;
    let subjects = subjects.map_err(|error| error.to_string())?;
    let removals = stream::iter(subjects).map(|subject| async move {
        // One that is gone meanwhile needs no removal.
        let message = stream.get_last_raw_message_by_subject(&subject).await;
        let removed = match message {
            Ok(message) => stream.delete_message(message.sequence).await.is_ok(),
            Err(_) => false,
        };
        u64::from(removed)
    });
    let removed = removals.buffer_unordered(AT_ONCE);
    Ok(removed.fold(0, |sum, one| async move { sum + one }).await)
}
