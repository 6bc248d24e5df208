//! What one watcher is sent: server-sent events, at a bounded pace.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::body::{Body, Bytes};
use futures_util::stream;
use tokio::time::{self, Instant};

use super::channel::{Channel, Subscription, message};
use crate::shutdown::Shutdown;

/// All watchers together get at most this many bytes each second.
const MOST_BYTES: f64 = 8e6;

/// The least pause between two messages to a watcher.
const PAUSE: Duration = Duration::from_millis(200);

/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// A watcher gets a sign of life after this time without a message, so that a dead connection is
/// noticed.
const SILENCE: Duration = Duration::from_secs(15);

/// A watcher.
struct Watcher {
    channel: Arc<Channel>,
    subscription: Subscription,
    shutdown: Shutdown,
    waiting: VecDeque<Bytes>,
    rest_until: Instant,
    has_ended: bool,
}

/// The body of an answer: all newest messages, then every change, until the shutdown.
pub fn body(channel: Arc<Channel>, shutdown: Shutdown) -> Body {
    let watcher = Watcher {
        subscription: channel.subscribe(),
        channel,
        shutdown,
        waiting: VecDeque::from([message("now", &now())]),
        rest_until: Instant::now(),
        has_ended: false,
    };
    Body::from_stream(stream::unfold(watcher, |mut watcher| async {
        let next = watcher.next().await?;
        Some((Ok::<Bytes, Infallible>(next), watcher))
    }))
}

/// The time of this computer in milliseconds since 1970. Clocks of the page follow it.
fn now() -> String {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since_1970.unwrap_or_default().as_millis().to_string()
}

impl Watcher {
    /// The next bytes to send. It is only asked for when the watcher has read those before.
    async fn next(&mut self) -> Option<Bytes> {
        if self.waiting.is_empty() && !self.has_ended {
            self.wait().await;
        }
        self.waiting.pop_front()
    }

    /// Waits until there is something to send.
    async fn wait(&mut self) {
        tokio::select! {
            () = time::sleep_until(self.rest_until) => {}
            () = self.shutdown.started() => {}
        }
        self.fetch();
        if !self.waiting.is_empty() {
            return;
        }
        tokio::select! {
            () = self.subscription.changed() => self.fetch(),
            () = self.shutdown.started() => {}
            () = time::sleep(SILENCE) => self.waiting.push_back(Bytes::from_static(b": here\n\n")),
        }
        if self.shutdown.has_started() {
            self.fetch();
            self.has_ended = true;
            self.waiting.push_back(message("over", "{}"));
        }
    }

    /// Takes the new messages, and plans a pause that keeps all watchers within their bytes.
    fn fetch(&mut self) {
        self.waiting.extend(self.subscription.take());
        let bytes: usize = self.waiting.iter().map(Bytes::len).sum();
        let share = (bytes * self.channel.watchers()) as f64 / MOST_BYTES;
        let pause = Duration::from_secs_f64(share).clamp(PAUSE, LONGEST_PAUSE);
        self.rest_until = Instant::now() + pause;
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;

    use super::*;
    use crate::shutdown;

    #[tokio::test]
    async fn a_watcher_gets_the_newest_messages_and_at_last_the_end() {
        let (trigger, shutdown) = shutdown::channel();
        let channel = Arc::new(Channel::new());
        channel.publish("boards", "1");
        let body = body(Arc::clone(&channel), shutdown);
        let mut stream = body.into_data_stream();
        let mut next = async || stream.next().await.expect("a message").expect("sent");
        assert!(next().await.starts_with(b"event: now\ndata: "));
        assert_eq!(next().await, message("boards", "1"));
        for number in 2..50 {
            channel.publish("boards", &number.to_string());
        }
        assert_eq!(next().await, message("boards", "49"));
        channel.publish("results", "{}");
        trigger.start();
        assert_eq!(next().await, message("results", "{}"));
        assert_eq!(next().await, message("over", "{}"));
        assert!(stream.next().await.is_none());
    }
}
