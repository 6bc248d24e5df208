//! The pace at which the messages of a connection are read.

use std::time::{Duration, Instant};

use axum::extract::ws::Message;

/// The messages of one connection: at most this many at once, and this many each second. Beyond, they
/// are read more slowly.
const MESSAGE_BURST: f64 = 200.0;
const MESSAGES_PER_SECOND: f64 = 50.0;

/// The bytes of a message that cost as much as a short message.
const BYTES_PER_MESSAGE: f64 = 1024.0;

/// The pace at which the messages of a connection are read.
#[derive(Debug)]
pub struct Pace {
    /// The cost of the messages read, less what the time since has paid.
    owed: f64,
    at: Instant,
}

impl Pace {
    /// A connection that has sent nothing.
    pub fn new() -> Pace {
        Pace {
            owed: 0.0,
            at: Instant::now(),
        }
    }

    /// Adds the cost of a message. Returns the wait before the next.
    pub fn charge(&mut self, cost: f64) -> Duration {
        let now = Instant::now();
        let paid = (now - self.at).as_secs_f64() * MESSAGES_PER_SECOND;
        self.owed = (self.owed - paid).max(0.0) + cost;
        self.at = now;
        let over = (self.owed - MESSAGE_BURST).max(0.0);
        Duration::from_secs_f64(over / MESSAGES_PER_SECOND)
    }
}

/// The cost of a message, in short messages.
pub fn cost(message: &Message) -> f64 {
    let bytes = match message {
        Message::Text(text) => text.len(),
        Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
        Message::Close(_) => 0,
    };
    1.0 + bytes as f64 / BYTES_PER_MESSAGE
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_read_slowly_and_a_person_at_once() {
        let mut pace = Pace::new();
        for _ in 0..150 {
            assert_eq!(pace.charge(1.0), Duration::ZERO);
        }
        let waits: Vec<Duration> = (0..1000).map(|_| pace.charge(1.0)).collect();
        assert!(waits[999] > Duration::from_secs(10), "{:?}", waits[999]);
        let long = cost(&Message::Text("x".repeat(64 * 1024).into()));
        assert!((64.0..66.0).contains(&long), "{long}");
    }
}
