//! The computers of this program as contestants.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::book::Book;
use engine::{
    Arena, Choice, Engine, Evaluator, Level, Limits, Method, Network, Opponent, Random, Settings,
    Trained,
};
use rules::{Color, Diagram, Game, Point, Value};

use super::entrant::{EngineOptions, Entrant};
use play::Clock;
use play::Fault;
use play::Watch;
use play::mind::{self, Thought};
use play::{ChosenMove, Player};

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
}

/// Who decides.
enum Brain {
    Classic(Opponent, Level),
    Engine(EngineOptions, Trained, Option<Box<dyn Thinker>>),
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
    pub fn classic(name: &str, opponent: Opponent, level: Level, seed: u64) -> Inside {
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
        }
    }

    /// Its move; thinking ends when the flag is set.
    fn decide(
        &mut self,
        game: &Game,
        clock: &Clock,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, Fault> {
        let diagram = game.diagram();
        let random = &mut self.random;
        let chosen = match &mut self.brain {
            Brain::Classic(opponent, level) => {
                let choice = opponent.consider(diagram, *level, Method::AlphaBeta);
                choice.and_then(|choice| Chosen::of_house(&choice, random))
            }
            Brain::Engine(options, weights, thinker) => match Arena::of(diagram.size()) {
                Some(arena) => {
                    let opened = options.book.then(|| from_book(diagram, random)).flatten();
                    opened.or_else(|| {
                        let limits = limits(options, arena, diagram.board().empties(), clock);
                        let thinker = thinker.get_or_insert_with(|| thinker_of(options, weights));
                        let thought = thinker.think(diagram, arena, &limits, stop)?;
                        let best: Vec<Point> = thought.best.into_iter().collect();
                        Some(Chosen::of_engine(random.pick(&best)?, &thought))
                    })
                }
                None => {
                    let choice = deepen(options, diagram, clock);
                    choice.and_then(|choice| Chosen::of_house(&choice, random))
                }
            },
        };
        let chosen = chosen.ok_or_else(|| Fault::Protocol("there is no legal move".to_string()))?;
        Ok(ChosenMove {
            point: Some(chosen.point),
            value: chosen.value,
            depth: Some(chosen.depth).filter(|depth| *depth > 0),
            at: Instant::now(),
        })
    }
}

impl Player for Inside {
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
        if let Brain::Engine(options, weights, thinker) = &mut self.brain
            && Arena::of(game.size()).is_some()
        {
            if options.book {
                let _unpacked = Book::embedded();
            }
            match thinker {
                Some(thinker) => thinker.forget(),
                None => *thinker = Some(thinker_of(options, weights)),
            }
        }
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: &Clock,
        watch: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault> {
        self.decide(game, clock, watch.stop)
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
    fn of_house(choice: &Choice, random: &mut Random) -> Option<Chosen> {
        let best: Vec<Point> = choice.best.into_iter().collect();
        Some(Chosen {
            point: random.pick(&best)?,
            value: None,
            depth: choice.depth,
        })
    }

    fn of_engine(point: Point, thought: &Thought) -> Chosen {
        Chosen {
            point,
            value: Some(Value((100.0 * thought.score.discs()).round() as i32)),
            depth: thought.depth,
        }
    }
}

fn from_book(diagram: &Diagram, random: &mut Random) -> Option<Chosen> {
    let (point, thought) = mind::open(&Book::embedded(), diagram, random)?;
    Some(Chosen::of_engine(point, &thought))
}

/// An engine, whatever it judges with.
trait Thinker: Send {
    fn forget(&mut self);

    fn think(
        &mut self,
        diagram: &Diagram,
        arena: Arena,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Thought>;
}

impl<E: Evaluator> Thinker for Engine<E> {
    fn forget(&mut self) {
        self.clear();
    }

    fn think(
        &mut self,
        diagram: &Diagram,
        arena: Arena,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Thought> {
        let on_progress = &mut |_: &_| {};
        let mut watch = Watch { stop, on_progress };
        mind::analyse(self, diagram, arena, limits, &mut watch)
    }
}

fn thinker_of(options: &EngineOptions, weights: &Trained) -> Box<dyn Thinker> {
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
    // An engine for each kind, so that none pays for the choice at every position.
    match weights {
        Trained::Sum(patterns) => Box::new(Engine::with_evaluator(settings, patterns.clone())),
        Trained::Network(network) => Box::new(Engine::with_evaluator(settings, network.clone())),
    }
}

/// The level to play at where nothing else says how far to look.
fn level(options: &EngineOptions) -> Level {
    let depth = options.depth.and_then(Level::new);
    options.level.or(depth).unwrap_or(Level::DEFAULT)
}

/// How far the engine may look for a move. Whatever it is told, it keeps to the clock.
fn limits(options: &EngineOptions, arena: Arena, empties: u32, clock: &Clock) -> Limits {
    let allowed = clock.allowed().map(with_reserve);
    let unlimited = options.time.is_none()
        && options.depth.is_none()
        && options.nodes.is_none()
        && allowed.is_none();
    let mut limits = match options.level {
        None if !unlimited => Limits::default(),
        _ => level(options).limits(arena, empties),
    };
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

/// What the house player thinks, on boards that the engine does not play on: as far as its level,
/// and under a clock no further than it will have time for.
fn deepen(options: &EngineOptions, diagram: &Diagram, clock: &Clock) -> Option<Choice> {
    let consider = |level| Opponent::Engine.consider(diagram, level, Method::AlphaBeta);
    let share = clock.left().map(|left| {
        let moves = (diagram.board().empties() / 2).max(2);
        left / moves + clock.control().increment
    });
    let limits = [options.time, share, clock.allowed().map(with_reserve)];
    let Some(time) = limits.into_iter().flatten().min() else {
        return consider(level(options));
    };
    let most = options.level.or(options.depth.and_then(Level::new));
    let most = most.map_or(diagram.board().empties(), Level::moves);
    let start = Instant::now();
    let mut choice = consider(Level::LOWEST)?;
    for moves in 2..=most {
        // One move further takes as long as all before, many times over.
        if start.elapsed() * 12 > time {
            break;
        }
        choice = consider(Level::new(moves)?)?;
        // The search gave up before: its budget is spent, or the game ends there.
        if choice.depth < moves {
            break;
        }
    }
    Some(choice)
}
