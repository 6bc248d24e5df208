//! The messages of a broadcast: the newest of each name, as bytes that all watchers share.

use std::collections::BTreeMap;

use axum::body::Bytes;
use tokio::sync::watch;

/// The newest message of each name. A message is turned into bytes once, however many watchers there
/// are.
#[derive(Debug)]
pub struct Channel(watch::Sender<Messages>);

/// The newest messages, with the change that brought each of them.
#[derive(Debug, Default)]
struct Messages {
    changes: u64,
    newest: BTreeMap<&'static str, (u64, Bytes)>,
}

impl Channel {
    /// A channel without messages.
    pub fn new() -> Channel {
        Channel(watch::Sender::new(Messages::default()))
    }

    /// Replaces the message of a name. `json` is on one line.
    pub fn publish(&self, name: &'static str, json: &str) {
        let message = message(name, json);
        self.0.send_modify(|messages| {
            messages.changes += 1;
            let change = messages.changes;
            messages.newest.insert(name, (change, message));
        });
    }

    /// The number of watchers.
    pub fn watchers(&self) -> usize {
        self.0.receiver_count()
    }

    /// A subscription that begins with the newest messages.
    pub fn subscribe(&self) -> Subscription {
        Subscription {
            receiver: self.0.subscribe(),
            seen: 0,
        }
    }
}

/// The messages for one watcher. A watcher that is slow gets the newest ones, not all of them.
#[derive(Debug)]
pub struct Subscription {
    receiver: watch::Receiver<Messages>,
    /// The newest change that the watcher has got.
    seen: u64,
}

impl Subscription {
    /// The messages that are new for this watcher, in the order of their names.
    pub fn take(&mut self) -> Vec<Bytes> {
        let messages = self.receiver.borrow_and_update();
        let newest = messages.newest.values();
        let new = newest.filter(|(change, _)| *change > self.seen);
        let new = new.map(|(_, message)| message.clone()).collect();
        self.seen = messages.changes;
        new
    }

    /// Waits for a new message.
    pub async fn changed(&mut self) {
        // The channel lives as long as the server.
        let _ = self.receiver.changed().await;
    }
}

/// A server-sent event.
pub fn message(name: &str, json: &str) -> Bytes {
    debug_assert!(!json.contains('\n'), "JSON on one line");
    Bytes::from(format!("event: {name}\ndata: {json}\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_watcher_gets_the_newest_message_of_each_name() {
        let channel = Channel::new();
        channel.publish("boards", "1");
        let mut watcher = channel.subscribe();
        assert_eq!(watcher.take(), [message("boards", "1")]);
        assert_eq!(watcher.take(), Vec::<Bytes>::new());
        for number in 2..1000 {
            channel.publish("boards", &number.to_string());
        }
        channel.publish("results", "{}");
        let newest = [message("boards", "999"), message("results", "{}")];
        assert_eq!(watcher.take(), newest);
        assert_eq!(channel.subscribe().take(), newest);
    }

    #[test]
    fn all_watchers_share_the_bytes_of_a_message() {
        let channel = Channel::new();
        channel.publish("boards", "[]");
        let [one, other] = [(); 2].map(|()| channel.subscribe().take());
        assert_eq!(one[0].as_ptr(), other[0].as_ptr());
        assert_eq!(channel.watchers(), 0);
    }
}
