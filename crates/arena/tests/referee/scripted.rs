//! Scripted players.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use arena::contest::{Played, Referee};
use play::{ChosenMove, Player, Watch};
use play::{Clock, Fault, TimeControl};
use rules::{ByColor, Color, Game};

type Ask = Box<dyn FnMut(&Game, Option<Instant>) -> Result<ChosenMove, Fault> + Send>;

/// Plays as its script says and records the calls it receives.
pub struct Scripted {
    pub begin: Box<dyn FnMut() -> Result<(), Fault> + Send>,
    pub ask: Ask,
    pub end: Box<dyn FnMut() -> Result<(), Fault> + Send>,
    pub notes: Arc<Mutex<Vec<String>>>,
    color: Option<Color>,
}

impl Scripted {
    pub fn new(
        ask: impl FnMut(&Game, Option<Instant>) -> Result<ChosenMove, Fault> + Send + 'static,
    ) -> Scripted {
        Scripted {
            begin: Box::new(|| Ok(())),
            ask: Box::new(ask),
            end: Box::new(|| Ok(())),
            notes: Arc::default(),
            color: None,
        }
    }

    /// Plays the first legal move.
    pub fn honest() -> Scripted {
        Scripted::new(|game, _| Ok(first(game)))
    }

    /// Plays the first legal move, and calls `then` once `turns` turns have been made.
    pub fn until(
        turns: usize,
        mut then: impl FnMut(&Game, Option<Instant>) -> Result<ChosenMove, Fault> + Send + 'static,
    ) -> Scripted {
        Scripted::new(move |game, deadline| {
            if game.turns().len() < turns {
                Ok(first(game))
            } else {
                then(game, deadline)
            }
        })
    }

    pub fn told(&self) -> Vec<String> {
        self.notes.lock().unwrap().clone()
    }

    fn note(&self, text: impl Into<String>) {
        self.notes.lock().unwrap().push(text.into());
    }
}

/// The first legal move.
pub fn first(game: &Game) -> ChosenMove {
    ChosenMove::of(game.legal_moves().into_iter().next().expect("a legal move"))
}

impl Player for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    fn begin(&mut self, game: &Game, color: Color, _: &Clock) -> Result<(), Fault> {
        self.note(format!("begin {color} after {}", game.turns().len()));
        self.color = Some(color);
        (self.begin)()
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: &Clock,
        _: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault> {
        assert_eq!(game.to_move(), self.color, "asked out of turn");
        (self.ask)(game, clock.deadline())
    }

    fn end(&mut self, game: &Game) -> Result<(), Fault> {
        self.note(format!("end after {}", game.turns().len()));
        (self.end)()
    }

    fn stderr(&mut self) -> String {
        "hm\n".to_string()
    }
}

/// A time control that no player exceeds.
pub fn time() -> TimeControl {
    TimeControl {
        per_move: Some(Duration::from_secs(30)),
        margin: Duration::from_millis(100),
        ..TimeControl::default()
    }
}

/// The game, played to its end.
pub fn play(opening: &Game, black: &mut dyn Player, white: &mut dyn Player) -> Played {
    let stop = AtomicBool::new(false);
    let referee = Referee {
        time: time(),
        stop: &stop,
    };
    referee
        .play(opening, ByColor { black, white }, &mut |_, _| ())
        .expect("it is not stopped")
}
