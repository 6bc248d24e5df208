//! The handle of a room: shows a game, sends actions to it and waits for its changes.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use rules::Point;
use tokio::sync::{mpsc, oneshot, watch};

use super::snapshot::Snapshot;
use crate::fair_queue::Asker;
use crate::game::Seats;
use crate::problem::Problem;

/// An action in a game.
#[derive(Clone, Copy, Debug)]
pub enum Verb {
    /// A person's move, with the number of moves that the sender has seen.
    Move(Point, Option<usize>),
    /// A computer's move, with the number of moves that the sender has seen.
    Step(Option<usize>),
    /// Takes the last move back.
    Undo,
    /// Declines the other side's request to undo, or withdraws one's own.
    Decline,
    /// Makes the moves again that were taken back.
    Redo,
    /// Resigns.
    Resign,
    /// Starts another game of the same players.
    Rematch,
}

/// A message to a room.
#[derive(Debug)]
pub enum RoomMessage {
    /// Do this for a client who has the keys of these seats.
    Do(
        Asker,
        Seats,
        Verb,
        oneshot::Sender<Result<Arc<Snapshot>, Problem>>,
    ),
    /// A client looks: a failed search is tried again.
    Look(Asker),
    /// A client with the keys of these seats has connected.
    Come(Seats),
    /// It has disconnected.
    Go(Seats),
    /// There are too many rooms: end if no client is connected.
    CloseIfIdle,
    /// There are too many rooms: end if no player is connected, even if clients watch.
    CloseIfOnlyWatched,
}

/// The stage of a room's life.
#[derive(Clone, Debug)]
pub enum Stage {
    /// The game is being loaded.
    Opening,
    /// It is open.
    Open(Arc<Snapshot>),
    /// It could not be opened, and why.
    Closed(Problem),
}

/// The handle of a room. The room stays in memory while a handle exists.
#[derive(Clone, Debug)]
pub struct RoomHandle {
    pub(super) inbox: mpsc::Sender<RoomMessage>,
    pub(super) stage: watch::Receiver<Stage>,
    /// The time of the last opening, in seconds since the lobby started.
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

    /// The current snapshot of the game, for a client. A failed search is tried again.
    ///
    /// # Errors
    /// When the room could not be opened.
    pub fn visit(&self, asker: Asker) -> Result<Arc<Snapshot>, Problem> {
        // A room with a full inbox needs no wake-up.
        let _ = self.inbox.try_send(RoomMessage::Look(asker));
        self.look()
    }

    /// The current snapshot of the game.
    ///
    /// # Errors
    /// When the room could not be opened, or was closed.
    pub fn look(&self) -> Result<Arc<Snapshot>, Problem> {
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

    /// A view of the game that does not keep its room in memory.
    pub fn view(&self) -> GameView {
        GameView(self.stage.clone())
    }

    /// Why the room was closed although clients were connected, if it was.
    pub fn closed(&self) -> Option<Problem> {
        match &*self.stage.borrow() {
            Stage::Closed(problem) => Some(problem.clone()),
            _ => None,
        }
    }

    /// Waits for the next change; `None` when the room has ended.
    pub async fn changed(&mut self) -> Option<()> {
        self.stage.changed().await.ok()
    }

    /// The newest snapshot. It counts as seen.
    pub fn newest(&mut self) -> Option<Arc<Snapshot>> {
        match &*self.stage.borrow_and_update() {
            Stage::Open(snapshot) => Some(Arc::clone(snapshot)),
            _ => None,
        }
    }

    /// Sends an action to the room, in the name of these seats.
    ///
    /// # Errors
    /// When it cannot be done; nothing has changed then.
    pub async fn act(
        &self,
        asker: Asker,
        who: Seats,
        verb: Verb,
    ) -> Result<Arc<Snapshot>, Problem> {
        let (sender, answer) = oneshot::channel();
        let message = RoomMessage::Do(asker, who, verb, sender);
        let sent = self.inbox.send(message).await;
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

    /// Marks these seats as connected until the result is dropped.
    pub async fn come(&self, seats: Seats) -> Presence {
        if !seats.is_empty() {
            let _ = self.inbox.send(RoomMessage::Come(seats)).await;
        }
        let inbox = self.inbox.clone();
        Presence { inbox, seats }
    }
}

/// A view of a game. The room may end meanwhile; then it shows the last state of the room.
#[derive(Clone, Debug)]
pub struct GameView(watch::Receiver<Stage>);

impl GameView {
    /// Whether the room has ended, so that the game may have changed since.
    pub fn is_old(&self) -> bool {
        self.0.has_changed().is_err()
    }

    /// The last known state.
    pub fn look(&self) -> Option<Arc<Snapshot>> {
        match &*self.0.borrow() {
            Stage::Open(snapshot) => Some(Arc::clone(snapshot)),
            _ => None,
        }
    }

    /// Whether two people play the game on two screens, and it is not over.
    pub fn is_between_people(&self) -> bool {
        self.look().is_some_and(|game| game.is_between_people())
    }
}

/// A connected client.
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
