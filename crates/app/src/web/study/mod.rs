//! Analyses and reviews for those who study a game.

use std::sync::Arc;

use serde_json::Value;

use super::House;
use super::mail::Mail;
use super::pool::Asker;
use super::problem::Problem;

/// What one live connection studies. When it is dropped, the connection has ended and so has all
/// work for it.
pub struct Desk {
    house: Arc<House>,
    /// In whose name engines are asked: all of a visitor's connections share their turns.
    asker: Asker,
    mail: Mail,
}

impl Desk {
    /// The types of messages that are for a desk; all others are about games.
    pub const TYPES: [&str; 3] = ["analyse", "stop", "review"];

    /// A desk for a connection, with nothing on it. Answers go out by mail.
    pub fn new(house: Arc<House>, asker: Asker, mail: Mail) -> Desk {
        Desk { house, asker, mail }
    }

    /// Hears a whole message of one of its [types](Desk::TYPES), and returns soon: what takes long
    /// is done by a task or a pool, which sends its own mail.
    ///
    /// # Errors
    /// When the message makes no sense. The connection tells it, with the message's `id` if it has
    /// one.
    pub fn hear(&mut self, message: Value) -> Result<(), Problem> {
        let _ = (&self.house, &self.asker, &self.mail, message);
        Err(Problem::missing("there is no analysis here yet"))
    }
}
