//! Relief of a server that is short of room: answers that the batch has got are removed.
//!
//! Stored answers are there for a client that is started again. When their room gets scarce, going on
//! is worth more: the oldest ones that were used are removed, and a client that is started again has
//! those jobs done once more.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::dispatch::Dispatch;
use super::error::{FarmError, UNCONFIRMED};
use super::notices::Notices;
use super::room::Room;
use crate::job::RemoteJob;

/// How often the room is looked at.
const INTERVAL: Duration = Duration::from_secs(1);

/// A server that has had no room for answers for this long, and none that could be made, is given up.
const NO_ROOM: Duration = Duration::from_secs(20);

impl<J: RemoteJob + 'static> Dispatch<'_, J> {
    /// The server has not answered a question about its room.
    ///
    /// # Errors
    /// When it has not done so for a while, although it is there.
    fn unanswered(&mut self) -> Result<(), FarmError> {
        if !self.connection.is_there.load(Ordering::SeqCst) {
            self.relief.silent = None;
            return Ok(());
        }
        let since = *self.relief.silent.get_or_insert_with(Instant::now);
        match since.elapsed() > NO_ROOM {
            true => Err(FarmError::new(format!(
                "the server does not answer: {UNCONFIRMED}; then the same command goes on"
            ))),
            false => Ok(()),
        }
    }

    /// Removes answers that were used when three quarters of their room is taken, until it is half.
    ///
    /// # Errors
    /// When the room is taken by others.
    pub(super) async fn relieve(&mut self, notices: &mut Notices<'_>) -> Result<(), FarmError> {
        let is_due = self.relief.looked.is_none_or(|at| at.elapsed() >= INTERVAL);
        if !is_due || !self.connection.is_there.load(Ordering::SeqCst) {
            return Ok(());
        }
        self.relief.looked = Some(Instant::now());
        let Ok(info) = self.streams.answers.get_info().await else {
            return self.unanswered();
        };
        self.relief.silent = None;
        let jobs = self.streams.jobs.cached_info().config.max_bytes;
        let Ok(most @ 1..) = u64::try_from(Room::with_jobs(jobs.max(0)).answers()) else {
            return Ok(());
        };
        let (mut bytes, messages) = (info.state.bytes, info.state.messages.max(1));
        let each = (bytes / messages).max(1);
        if bytes + each <= most {
            self.relief.full = None;
        }
        if bytes < most / 4 * 3 {
            return Ok(());
        }
        if !self.delivered.order.is_empty() {
            notices.short_of_room();
        }
        while bytes > most / 2
            && let Some(sequence) = self.delivered.order.pop_front()
        {
            if self.streams.answers.delete_message(sequence).await.is_ok() {
                bytes = bytes.saturating_sub(each);
            }
        }
        if bytes + each > most {
            let since = *self.relief.full.get_or_insert_with(Instant::now);
            if since.elapsed() > NO_ROOM {
                return Err(FarmError::new(format!(
                    "the server has no room for answers: all {most} bytes are taken by other \
                     batches. `reversi farm status` lists them, `reversi farm forget NAME` ends one. \
                     Nothing is lost: when there is room again, the same command goes on"
                )));
            }
        }
        Ok(())
    }
}
