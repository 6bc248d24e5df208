//! The computers of this program as contestants.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::book::Book;
use engine::{
    Analysis, Choice, Classic, Engine, Level, Limits, Method, Network, Random, Settings, Trained,
};
use rules::{Color, Diagram, Game, Point, Value};

use super::clock::Clock;
use super::contestant::{Answer, Contestant};
use super::entrant::{EngineOptions, Entrant};
use super::fault::Fault;

/// The table of an engine that looks no further than this is small: it is cleared before every
/// game, and short searches do not fill a large one.
const SHORT: u32 = 10;

/// A classic opponent or our engine at a table.
///
/// Before each game everything is forgotten and chance begins anew from the seed and the game's
/// number, so that a game comes out the same whatever was played before; with more than one thread
/// or a limit of time, the engine is not bound to repeat itself.
pub struct Inside {
    name: String,
    brain: Brain,
    seed: u64,
    number: usize,
    random: Random,
    stop: Arc<AtomicBool>,
}

/// Who decides.
enum Brain {
    Classic(Classic, Level),
    Engine(EngineOptions, Trained, Option<Engine>),
}

impl Inside {
    /// An entrant of this program, with weights that have been read or with those of the program;
    /// `None` when it is another program.
    pub(super) fn of(
        name: &str,
        entrant: &Entrant,
        weights: Option<Trained>,
        seed: u64,
    ) -> Option<Inside> {
        match entrant {
            Entrant::Classic(opponent, level) => {
                Some(Inside::classic(name, *opponent, *level, seed))
            }
            Entrant::Engine(options) => Some(Inside::engine(name, options.clone(), weights, seed)),
            Entrant::Program(..) => None,
        }
    }

    /// One of the reference opponents.
    #[must_use]
    pub fn classic(name: &str, opponent: Classic, level: Level, seed: u64) -> Inside {
        Inside::new(name, Brain::Classic(opponent, level), seed)
    }

    /// Our engine with weights that have been read, or with those of the program.
    #[must_use]
    pub fn engine(
        name: &str,
        options: EngineOptions,
        weights: Option<Trained>,
        seed: u64,
    ) -> Inside {
        let weights = weights.unwrap_or_else(|| Trained::Network(Network::embedded()));
        Inside::new(name, Brain::Engine(options, weights, None), seed)
    }

    fn new(name: &str, brain: Brain, seed: u64) -> Inside {
        Inside {
            name: name.to_string(),
            brain,
            seed,
            number: 0,
            random: Random::new(seed),
            stop: Arc::default(),
        }
    }

    /// The same; thinking ends when the flag is set.
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Inside {
        self.stop = stop;
        self
    }

    /// Its move; thinking ends when the flag is set.
    pub(super) fn decide(
        &mut self,
        game: &Game,
        clock: &Clock,
        stop: &AtomicBool,
    ) -> Result<Answer, Fault> {
        let diagram = game.diagram();
        let random = &mut self.random;
        let chosen = match &mut self.brain {
            Brain::Classic(opponent, level) => {
                let choice = opponent.consider(diagram, *level, Method::AlphaBeta);
                choice.and_then(|choice| Chosen::of_classic(&choice, random))
            }
            Brain::Engine(options, weights, engine) => {
                let limits = limits(options, diagram, clock);
                let engine = engine.get_or_insert_with(|| engine_of(options, weights));
                let chosen = engine.choose(diagram, &limits, random, stop, &mut |_| {});
                chosen.map(|(point, analysis)| Chosen::of_engine(point, &analysis))
            }
        };
        let chosen = chosen.ok_or_else(|| Fault::Protocol("there is no legal move".to_string()))?;
        Ok(Answer {
            point: Some(chosen.point),
            value: chosen.value,
            depth: Some(chosen.depth).filter(|depth| *depth > 0),
            at: Instant::now(),
        })
    }
}

impl Contestant for Inside {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self, number: usize) {
        self.number = number;
    }

    /// Whatever takes its time is made ready here, before the clock runs.
    fn begin(&mut self, game: &Game, color: Color, _: &Clock) -> Result<(), Fault> {
        let mut mixed = Random::new(self.seed ^ (self.number as u64).rotate_left(32));
        let chance = mixed.below(usize::MAX) as u64;
        self.random = Random::new(chance ^ color as u64);
        if let Brain::Engine(options, weights, engine) = &mut self.brain {
            let engine = engine.get_or_insert_with(|| engine_of(options, weights));
            engine.clear();
            engine.prepare(game.size());
        }
        Ok(())
    }

    fn choose(&mut self, game: &Game, clock: &Clock, _: Option<Instant>) -> Result<Answer, Fault> {
        let stop = Arc::clone(&self.stop);
        self.decide(game, clock, &stop)
    }

    fn end(&mut self, _: &Game) -> Result<(), Fault> {
        Ok(())
    }
}

/// A move and what is known of it.
struct Chosen {
    point: Point,
    value: Option<Value>,
    depth: u32,
}

impl Chosen {
    /// A choice of those whose judgement is not in discs.
    fn of_classic(choice: &Choice, random: &mut Random) -> Option<Chosen> {
        let best: Vec<Point> = choice.best.into_iter().collect();
        Some(Chosen {
            point: random.pick(&best)?,
            value: None,
            depth: choice.depth,
        })
    }

    fn of_engine(point: Point, analysis: &Analysis) -> Chosen {
        let best = analysis.best();
        let value = Value((100.0 * best.score.discs()).round() as i32);
        Chosen {
            point,
            value: best.kind.is_in_discs().then_some(value),
            depth: analysis.depth,
        }
    }
}

fn engine_of(options: &EngineOptions, weights: &Trained) -> Engine {
    let usual = Settings::default();
    let looks = options.level.map(Level::moves).or(options.depth);
    let small = looks.is_some_and(|moves| moves <= SHORT);
    let hash_mb = if small {
        usual.hash_mb / 8
    } else {
        usual.hash_mb
    };
    let settings = Settings {
        threads: options.threads.unwrap_or(usual.threads),
        hash_mb: options.hash.unwrap_or(hash_mb),
    };
    let mut engine = Engine::with_weights(settings, weights.clone());
    engine.set_book(options.book.then(Book::embedded));
    engine
}

/// The level to play at where nothing else says how far to look.
fn level(options: &EngineOptions) -> Level {
    let depth = options.depth.and_then(Level::new);
    options.level.or(depth).unwrap_or(Level::DEFAULT)
}

/// How far the engine may look for a move. Whatever it is told, it keeps to the clock.
fn limits(options: &EngineOptions, diagram: &Diagram, clock: &Clock) -> Limits {
    let allowed = clock.allowed().map(with_reserve);
    let unlimited = options.time.is_none()
        && options.depth.is_none()
        && options.nodes.is_none()
        && allowed.is_none();
    let mut limits = match options.level {
        None if !unlimited => Limits::default(),
        _ => level(options).limits(diagram.size(), diagram.board().empties()),
    };
    limits.book = options.book;
    limits.depth = options.depth.or(limits.depth);
    limits.nodes = options.nodes.or(limits.nodes);
    limits.time = match (options.time, allowed) {
        (Some(time), Some(allowed)) => Some(time.min(allowed)),
        (time, allowed) => time.or(allowed),
    };
    if options.time.is_none() {
        limits.clock = clock.left().map(|left| engine::Clock {
            left,
            increment: clock.control().increment,
        });
    }
    limits
}

/// A time less what it takes to notice that it is over.
fn with_reserve(time: Duration) -> Duration {
    time - (time / 10).min(Duration::from_millis(30))
}
