//! A room: the one task that changes a live game.

use std::future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use play::PlayerSpec;
use rules::{ByColor, Color};
use tokio::sync::{mpsc, watch};
use tokio::time;

use super::engine_pool::Reply;
use super::handle::{RoomMessage, Stage, Verb};
use super::registry::Registry;
use super::snapshot::Snapshot;
use crate::fair_queue::Asker;
use crate::game::key;
use crate::game::seat::Seats;
use crate::game::state::{State, unix_seconds};
use crate::problem::Problem;

/// A room without visitors ends after this time.
const IDLE: Duration = Duration::from_secs(600);

/// A search ends when nobody has asked about its game for this time. It begins again when somebody does.
const ABANDONED: Duration = Duration::from_secs(60);

/// The pause before a full engine pool is asked again, and the number of attempts.
const RETRY: Duration = Duration::from_millis(500);
const MOST_RETRIES: u32 = 20;

/// The task of a room, with its state.
pub struct Room {
    registry: Arc<Registry>,
    state: State,
    stage: watch::Sender<Stage>,
    thinking: Option<(Color, Thought)>,
    /// The number of live connections of each seat.
    here: ByColor<usize>,
    /// Held while the clock runs.
    ticking: Option<Arc<()>>,
    /// Whose turn the searches of this room take: the client that acted or looked last.
    asker: Asker,
}

type Thought = Pin<Box<dyn Future<Output = Result<Reply, Problem>> + Send>>;

/// An event that a room handles.
enum Event {
    Heard(Option<RoomMessage>),
    Thought(Result<Reply, Problem>),
    Flag,
    Idle,
    Abandoned,
}

impl Room {
    /// Runs the room of a game until no client needs it. The game is `state`, or else loaded from
    /// the store.
    pub async fn keep(
        registry: Arc<Registry>,
        id: String,
        state: Option<State>,
        asker: Asker,
        stage: watch::Sender<Stage>,
        mut inbox: mpsc::Receiver<RoomMessage>,
    ) {
        match open(&registry, &id, state).await {
            Ok(state) => {
                let mut room = Room {
                    registry: Arc::clone(&registry),
                    state,
                    stage,
                    thinking: None,
                    here: ByColor::default(),
                    ticking: None,
                    asker,
                };
                if room.live(&mut inbox).await.is_err() {
                    // A client that arrives now waits for the end of this room and opens another.
                    inbox.close();
                    registry.forget(&id);
                }
            }
            Err(problem) => {
                registry.forget(&id);
                stage.send_replace(Stage::Closed(problem));
            }
        }
    }

    /// Runs until no client is connected, or the game cannot be saved. Then unsaved changes are lost
    /// with the room.
    async fn live(&mut self, inbox: &mut mpsc::Receiver<RoomMessage>) -> Result<(), Problem> {
        if self.state.flag(Instant::now()) {
            self.save(&[]).await?;
        }
        // The room was opened because a client looks at it.
        if self.state.has_person() {
            self.think();
        }
        self.publish();
        loop {
            match self.next(inbox).await {
                Event::Heard(None) => return Ok(()),
                // The clock runs, so the room must stay, even without clients.
                Event::Idle if self.state.flag_falls().is_some() => {}
                Event::Heard(Some(RoomMessage::CloseIfIdle)) | Event::Idle => {
                    if self.registry.try_close(&self.state.id, inbox) {
                        return Ok(());
                    }
                }
                Event::Heard(Some(RoomMessage::CloseIfOnlyWatched)) => {
                    if self.is_only_watched() {
                        // Those who watch are told, and a player who comes opens it again.
                        inbox.close();
                        self.registry.forget(&self.state.id);
                        self.stage.send_replace(Stage::Closed(Problem::busy(
                            "too many games are being played just now to watch this one",
                        )));
                        return Ok(());
                    }
                }
                Event::Heard(Some(ask)) => self.hear(ask).await?,
                Event::Thought(thought) => self.reply(thought).await?,
                Event::Abandoned => {
                    if self.registry.is_alone(&self.state.id) {
                        self.thinking = None;
                        self.state.computer_stops();
                        self.publish();
                    }
                }
                Event::Flag => {
                    if self.state.flag(Instant::now()) {
                        self.settle(&[]).await?;
                    }
                }
            }
        }
    }

    /// Whether no player is connected and no clock runs.
    fn is_only_watched(&self) -> bool {
        self.here == ByColor::default() && self.state.flag_falls().is_none()
    }

    async fn next(&mut self, inbox: &mut mpsc::Receiver<RoomMessage>) -> Event {
        let flag = self.state.flag_falls();
        let has_search = self.thinking.is_some();
        let thought = async {
            match &mut self.thinking {
                Some((_, thought)) => thought.await,
                None => future::pending().await,
            }
        };
        let falls = async {
            match flag {
                Some(instant) => time::sleep_until(instant.into()).await,
                None => future::pending().await,
            }
        };
        tokio::select! {
            ask = inbox.recv() => Event::Heard(ask),
            thought = thought => Event::Thought(thought),
            () = falls => Event::Flag,
            () = time::sleep(ABANDONED), if has_search => Event::Abandoned,
            () = time::sleep(IDLE) => Event::Idle,
        }
    }

    async fn hear(&mut self, ask: RoomMessage) -> Result<(), Problem> {
        match ask {
            RoomMessage::Do(asker, who, verb, answer) => {
                if !who.is_empty() {
                    self.asker = asker;
                }
                let done = self.act(who, verb).await;
                let told = done.as_ref().map(|_| self.snapshot());
                // The asker may have disconnected. A failure to save the game ends the room.
                let failed = done.as_ref().err().filter(|problem| problem.is_ours());
                let failed = failed.cloned();
                let _ = answer.send(told.map_err(Clone::clone));
                return failed.map_or(Ok(()), Err);
            }
            RoomMessage::Look(asker) => {
                if self.thinking.is_none() && self.state.has_person() {
                    self.asker = asker;
                    self.think();
                    if self.thinking.is_some() {
                        self.publish();
                    }
                }
            }
            RoomMessage::Come(seats) => {
                for color in seats.colors() {
                    self.here[color] += 1;
                }
                // Arrivals are stored only for games with a clock.
                if self.state.arrive(seats, Instant::now()) && self.state.clock.is_some() {
                    self.save(&[]).await?;
                }
                self.publish();
            }
            RoomMessage::Go(seats) => {
                for color in seats.colors() {
                    self.here[color] = self.here[color].saturating_sub(1);
                }
                self.publish();
            }
            RoomMessage::CloseIfIdle | RoomMessage::CloseIfOnlyWatched => {}
        }
        Ok(())
    }

    async fn act(&mut self, who: Seats, verb: Verb) -> Result<(), Problem> {
        let now = Instant::now();
        let state = &mut self.state;
        match verb {
            Verb::Move(point, ply) => state.play(who, point, ply, now)?,
            Verb::Undo => state.undo(who, now)?,
            Verb::Decline => state.decline(who)?,
            Verb::Redo => state.redo(who, now)?,
            Verb::Resign => state.resign(who, now)?,
            Verb::Step(ply) => {
                state.check_step(who, ply)?;
                if self.thinking.is_none() {
                    self.think();
                    self.publish();
                }
                return Ok(());
            }
            Verb::Rematch => {
                if state.rematch.is_some() && !who.is_empty() {
                    return Ok(());
                }
                self.registry.store.check_room().await?;
                let next = state.rematch(who, key::new_name()?, unix_seconds())?;
                return self.settle(&[&next]).await;
            }
        }
        self.state.arrive(who, now);
        self.settle(&[]).await
    }

    /// Makes the move that a computer has chosen.
    async fn reply(&mut self, thought: Result<Reply, Problem>) -> Result<(), Problem> {
        self.thinking = None;
        // A failed search is tried again when a client looks at the game.
        let now = Instant::now();
        let done = thought.and_then(|reply| self.state.reply(reply.point, reply.time, now));
        if done.is_ok() {
            self.settle(&[]).await
        } else {
            self.publish();
            Ok(())
        }
    }

    /// Saves the change, with new games; then starts the computer's search and publishes a snapshot.
    async fn settle(&mut self, more: &[&State]) -> Result<(), Problem> {
        self.thinking = None;
        self.save(more).await?;
        if self.state.has_person() {
            self.think();
        }
        self.publish();
        Ok(())
    }

    async fn save(&mut self, more: &[&State]) -> Result<(), Problem> {
        self.state.version += 1;
        let states: Vec<&State> = [&self.state]
            .into_iter()
            .chain(more.iter().copied())
            .collect();
        self.registry.store.save(&states, Instant::now()).await
    }

    /// Starts a search if it is a computer's turn. A rival with a clock answers after the time that a
    /// person would take; no thread waits meanwhile.
    fn think(&mut self) {
        let Some((color, PlayerSpec::Computer(computer))) = self.state.computer_to_move() else {
            return;
        };
        let start = Instant::now();
        let clock = self.state.computer_starts(start);
        let asker = self.asker;
        let diagram = *self.state.game().diagram();
        let engines = Arc::clone(&self.registry.engines);
        let thought = async move {
            let mut tries = 0;
            loop {
                let thought = engines.choose(asker, diagram, computer, clock);
                match thought.await {
                    Err(problem) if tries < MOST_RETRIES && !problem.is_ours() => {
                        tries += 1;
                        time::sleep(RETRY).await;
                    }
                    thought => {
                        if let Ok(Reply {
                            time: Some(time), ..
                        }) = thought
                        {
                            time::sleep_until((start + time).into()).await;
                        }
                        return thought;
                    }
                }
            }
        };
        self.thinking = Some((color, Box::pin(thought)));
    }

    fn snapshot(&self) -> Arc<Snapshot> {
        let thinking = self.thinking.as_ref().map(|(color, _)| *color);
        let here = ByColor {
            black: self.here.black > 0,
            white: self.here.white > 0,
        };
        Arc::new(Snapshot::of(&self.state, thinking, here))
    }

    /// Publishes a snapshot to all watchers.
    fn publish(&mut self) {
        let runs = self.state.flag_falls().is_some();
        self.ticking = runs.then(|| self.registry.ticking());
        self.stage.send_replace(Stage::Open(self.snapshot()));
    }
}

/// The state of a room: a new one is saved, another is loaded.
async fn open(registry: &Registry, id: &str, state: Option<State>) -> Result<State, Problem> {
    match state {
        Some(state) => {
            let now = Instant::now();
            registry.store.save(&[&state], now).await?;
            Ok(state)
        }
        None => {
            let kept = registry.store.load(id).await?;
            kept.ok_or_else(|| Problem::missing("there is no such game"))
        }
    }
}
