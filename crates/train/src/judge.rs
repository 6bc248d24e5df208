//! What to expect of a position: the engine, looking a few moves ahead or to the end.

use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use clap::Args;
use engine::{Engine, Limits, Network, Score, Settings, Trained};
use rules::{Board, Square};
use serde::{Deserialize, Serialize};

use crate::handmade::Handmade;

/// How far to look.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// Moves to look ahead, 36 at most
    #[arg(long, default_value_t = 6)]
    pub depth: u32,
    /// Look to the end of the game from this many empty squares on
    #[arg(long, default_value_t = 16)]
    pub solve: u32,
    /// Where this is more, look to the end from this many on, but only so far that the score is
    /// probably right
    #[arg(long, default_value_t = 0)]
    pub probable: u32,
    /// Cut by probability short of the end
    #[arg(long)]
    pub selective: bool,
}

impl Reach {
    /// The furthest that is looked: beyond, one position takes hours.
    pub const FURTHEST: u32 = 36;

    /// Whether nothing is asked for that would take forever.
    ///
    /// # Errors
    /// Says what is too far.
    pub fn check(&self) -> Result<()> {
        let asked = [
            ("depth", self.depth),
            ("solve", self.solve),
            ("probable", self.probable),
        ];
        for (name, count) in asked {
            ensure!(
                count <= Reach::FURTHEST,
                "{name} {count} is too far: {} is the most",
                Reach::FURTHEST
            );
        }
        Ok(())
    }
}

/// What the engines of the trainer evaluate with.
pub trait Judgement: Clone + Send + Sync + 'static {
    /// An engine that evaluates with it.
    fn engine(&self, settings: Settings) -> Engine;
}

impl Judgement for Trained {
    fn engine(&self, settings: Settings) -> Engine {
        Engine::with_weights(settings, self.clone())
    }
}

impl Judgement for Network {
    fn engine(&self, settings: Settings) -> Engine {
        Engine::with_weights(settings, Trained::Network(self.clone()))
    }
}

impl Judgement for Handmade {
    fn engine(&self, settings: Settings) -> Engine {
        Engine::with_evaluator(settings, *self)
    }
}

/// What stops a judge that is never stopped.
static NEVER: AtomicBool = AtomicBool::new(false);

/// Judges positions for one thread. Between two calls of [`Judge::forget`] it remembers what it has
/// seen.
pub struct Judge<'a> {
    engine: Engine,
    reach: Reach,
    stop: &'a AtomicBool,
}

impl<'a> Judge<'a> {
    /// A judge that has seen nothing.
    pub fn new(judgement: &impl Judgement, reach: Reach) -> Judge<'static> {
        // The table of a few positions: a larger one would not stay in the cache.
        let settings = Settings {
            threads: 1,
            hash_mb: 1,
        };
        Judge {
            engine: judgement.engine(settings),
            reach,
            stop: &NEVER,
        }
    }

    /// The same judge until `stop` is set: what it says from then on is of no use.
    #[must_use]
    pub fn until(self, stop: &'a AtomicBool) -> Judge<'a> {
        Judge { stop, ..self }
    }

    /// Forgets everything, so that what follows does not depend on what was before.
    pub fn forget(&mut self) {
        self.engine.clear();
    }

    /// The best move and what to expect of it, in discs; no move when the side to move has none.
    ///
    /// Short of the end this is the mean of looking as far as asked for and one move less: the side
    /// with the last move picks what is judged too well, so each of the two by itself leans to one
    /// side.
    pub fn best(&mut self, board: Board) -> (Option<Square>, f64) {
        self.look(board, self.reach)
    }

    /// The same for a position one move later, where looking one move less far sees as much.
    pub fn after(&mut self, board: Board) -> f64 {
        let reach = Reach {
            depth: self.reach.depth.saturating_sub(1).max(1),
            ..self.reach
        };
        self.look(board, reach).1
    }

    fn look(&mut self, board: Board, reach: Reach) -> (Option<Square>, f64) {
        let empties = board.empties();
        let to_the_end = empties <= reach.solve.max(reach.probable);
        let limits = if empties <= reach.solve {
            Limits::exact()
        } else if to_the_end {
            Limits {
                enough: Some(1),
                ..Limits::depth(empties)
            }
        } else {
            Limits {
                thorough: !reach.selective,
                ..Limits::depth(reach.depth)
            }
        };
        let mut scores: Vec<Score> = Vec::new();
        let analysis = self
            .engine
            .analyse(board, &limits, 1, self.stop, &mut |analysis| {
                scores.push(analysis.best().score);
            });
        let last = analysis.best().score.discs();
        let expected = match scores.as_slice() {
            [.., before, _] if !to_the_end => (before.discs() + last) / 2.0,
            _ => last,
        };
        (analysis.best().square(), expected)
    }
}
