//! What a client has said already, so that it is said once.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::batch::{Batch, Work};

use crate::link::Connection;
use crate::names::Weights;

/// What has been said already, so that it is said once.
pub struct Said {
    since: Instant,
    hands: Option<usize>,
    away: bool,
    lonely: bool,
}

impl Default for Said {
    fn default() -> Said {
        Said {
            since: Instant::now(),
            hands: None,
            away: false,
            lonely: false,
        }
    }
}

impl Said {
    /// Tells the batch how many hands there are.
    pub fn hands<W: Work>(&mut self, hands: usize, batch: &mut dyn Batch<W>) {
        if self.hands != Some(hands) {
            self.hands = Some(hands);
            batch.hands(hands.max(1));
        }
    }

    /// Tells when the server goes and comes.
    pub fn server(&mut self, connection: &Connection, tell: &mut dyn FnMut(&str)) {
        let away = !connection.is_there.load(Ordering::SeqCst);
        if away != self.away {
            self.away = away;
            tell(if away {
                "the server is away; waiting until it is back"
            } else {
                "the server is back"
            });
        }
    }

    /// Tells when nobody is there to work.
    pub fn workers(
        &mut self,
        hands: usize,
        done: u64,
        weights: &Weights,
        tell: &mut dyn FnMut(&str),
    ) {
        if hands > 0 {
            self.lonely = false;
            self.since = Instant::now();
        } else if !self.lonely && self.since.elapsed() > Duration::from_secs(4) && !self.away {
            self.lonely = true;
            let so_far = if done > 0 { "any more" } else { "yet" };
            tell(&format!(
                "no worker with weights {weights} is there {so_far}: `reversi worker --farm URL` \
                 starts one; waiting"
            ));
        }
    }
}
