//! The handle of a room: what others hold to look at a game, act in it and wait for changes.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use rules::Point;
use tokio::sync::{mpsc, oneshot, watch};

use super::snapshot::Snapshot;
use crate::game::Seats;
use crate::problem::Problem;

/// An action in a game.
#[derive(Clone, Copy, Debug)]
pub enum Verb {
    /// A person's move, by somebody who has seen so many.
    Move(Point, Option<usize>),
    /// A computer's move, for somebody who has seen so many.
    Step(Option<usize>),
    /// The last move taken back.
    Undo,
    /// No move taken back: the other side's wish is refused, or one's own withdrawn.
    Decline,
    /// The same made again.
    Redo,
    /// The game given up.
    Resign,
    /// Another game.
    Rematch,
}

/// A message to a room.
#[derive(Debug)]
pub enum RoomMessage {
    /// Do this for one who has the keys of these seats.
    Do(Seats, Verb, oneshot::Sender<Result<Arc<Snapshot>, Problem>>),
    /// Somebody looks: a computer that could not think tries again.
    Look,
    /// Somebody with the keys of these seats is here.
    Come(Seats),
    /// And has gone.
    Go(Seats),
    /// There are too many rooms: end, if nobody is here.
    ShutdownTrigger,
}

/// The stage of a room's life.
#[derive(Clone, Debug)]
pub enum Stage {
    /// The game is being looked for.
    Opening,
    /// It is here.
    Open(Arc<Snapshot>),
    /// It is not, and why.
    Closed(Problem),
}

/// The handle of a room. As long as somebody holds one, the room stays in memory.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    pub(super) inbox: mpsc::Sender<RoomMessage>,
    pub(super) stage: watch::Receiver<Stage>,
    /// When it was last opened, in seconds after the lobby began.
    pub(super) touched: Arc<AtomicU64>,
}

impl RoomHandle {
    /// Waits until the room is open.
    pub(super) async fn opened(&mut self) -> Result<Arc<Snapshot>, Problem> {
        let is_settled = |stage: &Stage| !matches!(stage, Stage::Opening);
        match self.stage.wait_for(is_settled).await.as_deref() {
            Ok(Stage::Open(snapshot)) => Ok(Arc::clone(snapshot)),
            Ok(Stage::Closed(problem)) => Err(problem.clone()),
            _ => Err(lost()),
        }
    }

    /// Whether the registry has the only copy of this handle.
    pub(super) fn is_alone(&self) -> bool {
        Arc::strong_count(&self.touched) == 1
    }

    /// How the game stands.
    ///
    /// # Errors
    /// When the room could not be opened.
    pub fn look(&self) -> Result<Arc<Snapshot>, Problem> {
        // If too much is asked of it, it is awake.
        let _ = self.inbox.try_send(RoomMessage::Look);
        match &*self.stage.borrow() {
            Stage::Open(snapshot) => Ok(Arc::clone(snapshot)),
            Stage::Closed(problem) => Err(problem.clone()),
            Stage::Opening => Err(lost()),
        }
    }

    /// The seats that a key opens.
    ///
    /// # Errors
    /// When it opens none.
    pub fn seats(&self, key: &str) -> Result<Seats, Problem> {
        let seats = self.look()?.seats(key);
        if seats.is_empty() {
            return Err(Problem::forbidden(
                "bad_key",
                "this is no key of this game; without one you can watch it",
            ));
        }
        Ok(seats)
    }

    /// Waits for the next change; `None` when the room has ended.
    pub async fn changed(&mut self) -> Option<()> {
        self.stage.changed().await.ok()
    }

    /// The newest that there is to see. It counts as seen.
    pub fn newest(&mut self) -> Option<Arc<Snapshot>> {
        match &*self.stage.borrow_and_update() {
            Stage::Open(snapshot) => Some(Arc::clone(snapshot)),
            _ => None,
        }
    }

    /// Has something done, for one who has the keys of these seats.
    ///
    /// # Errors
    /// When it cannot be done; nothing has changed then.
    pub async fn act(&self, who: Seats, verb: Verb) -> Result<Arc<Snapshot>, Problem> {
        let (sender, answer) = oneshot::channel();
        let sent = self.inbox.send(RoomMessage::Do(who, verb, sender)).await;
        sent.map_err(|_| lost())?;
        answer.await.map_err(|_| lost())?
    }

    /// Waits until no computer thinks.
    ///
    /// # Errors
    /// When the room ends before.
    pub async fn rested(&mut self) -> Result<Arc<Snapshot>, Problem> {
        let rests = |stage: &Stage| match stage {
            Stage::Open(snapshot) => snapshot.thinking.is_none(),
            _ => false,
        };
        match self.stage.wait_for(rests).await.as_deref() {
            Ok(Stage::Open(snapshot)) => Ok(Arc::clone(snapshot)),
            _ => Err(lost()),
        }
    }

    /// Says that somebody with the keys of these seats is here, for as long as the answer is kept.
    pub async fn come(&self, seats: Seats) -> Presence {
        if !seats.is_empty() {
            let _ = self.inbox.send(RoomMessage::Come(seats)).await;
        }
        let inbox = self.inbox.clone();
        Presence { inbox, seats }
    }
}

/// Somebody who is here.
#[derive(Debug)]
pub struct Presence {
    inbox: mpsc::Sender<RoomMessage>,
    seats: Seats,
}

impl Drop for Presence {
    fn drop(&mut self) {
        let Presence { inbox, seats } = self;
        if seats.is_empty() {
            return;
        }
        if let Err(mpsc::error::TrySendError::Full(ask)) = inbox.try_send(RoomMessage::Go(*seats)) {
            let inbox = inbox.clone();
            tokio::spawn(async move { inbox.send(ask).await });
        }
    }
}

fn lost() -> Problem {
    Problem::broken("the game had to be opened anew; try again")
}
