//! `EnginePlayer`: our engine as a [`Player`].

use std::time::Duration;

use engine::{Analysis, Engine, Level, Limits, RootPosition, Settings, Trained};
use rules::{Color, Game, Size};

use crate::clock::Clock;
use crate::engine_options::EngineOptions;
use crate::fault::Fault;
use crate::game_random::GameRandom;
use crate::player::{ChosenMove, Player, Watch};
use crate::repertoire::Repertoire;

/// An engine that searches no deeper than this gets a small transposition table: the table is
/// cleared before every game, and shallow searches do not fill a large one.
const SMALL_TABLE_MAX_DEPTH: u32 = 10;

/// Our engine with its options, on boards of every size.
///
/// Before each game its transposition table is cleared and its random numbers start over, so that a
/// game does not depend on earlier games. With more than one thread or a time limit, games are not
/// reproducible.
///
/// ```
/// use play::{Clock, EngineOptions, EnginePlayer, Player, TimeControl, Watch};
/// use rules::{Game, Size};
///
/// let options: EngineOptions = "depth=4".parse().unwrap();
/// let mut player = EnginePlayer::new(options, None, 1);
/// let (game, clock) = (Game::new(Size::EIGHT), Clock::new(TimeControl::default()));
/// let chosen = Watch::unwatched(|watch| player.choose(&game, &clock, watch)).unwrap();
/// assert!(game.legal_moves().contains(chosen.point.unwrap()));
/// assert_eq!(chosen.analysis.unwrap().depth, 4);
/// ```
#[derive(Debug)]
pub struct EnginePlayer {
    name: String,
    options: EngineOptions,
    engine: Engine,
    random: GameRandom,
}

impl EnginePlayer {
    /// The engine with weights that have been read, or with those of the program. `seed` breaks
    /// ties between equal moves.
    #[must_use]
    pub fn new(options: EngineOptions, weights: Option<Trained>, seed: u64) -> EnginePlayer {
        let settings = settings(&options);
        let mut engine = match weights {
            Some(weights) => Engine::with_weights(settings, weights),
            None => Engine::new(settings),
        };
        if options.book {
            engine.set_book(Repertoire::Default.book());
        }
        EnginePlayer {
            name: options.to_string(),
            options,
            engine,
            random: GameRandom::new(seed),
        }
    }

    /// The same player under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> EnginePlayer {
        self.name = name.to_string();
        self
    }

    /// The same player with another book, which answers where limits allow a book.
    #[must_use]
    pub fn with_repertoire(mut self, repertoire: &Repertoire) -> EnginePlayer {
        self.engine.set_book(repertoire.book());
        self
    }

    /// Allocates the transposition table and unpacks the weights, so that the first answer takes no
    /// longer than the others.
    pub fn wake(&mut self, size: Size) {
        self.engine.prepare(size);
    }

    /// Clears the transposition table.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// The best `lines` moves within limits; the options are ignored. For one line, limits that
    /// allow a book give a random good book move.
    pub fn analyse(
        &mut self,
        position: impl Into<RootPosition>,
        limits: &Limits,
        lines: usize,
        watch: &mut Watch<'_>,
    ) -> Analysis {
        let position = position.into();
        if limits.book
            && lines <= 1
            && let Some(analysis) = self.engine.book_move(position, self.random.get())
        {
            return analysis;
        }
        let limits = Limits {
            book: false,
            ..limits.clone()
        };
        self.engine
            .analyse(position, &limits, lines, watch.stop, watch.on_progress)
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self, number: usize) {
        self.random.prepare(number);
    }

    fn begin(&mut self, game: &Game, color: Color, _: &Clock) -> Result<(), Fault> {
        self.random.begin(color);
        self.engine.clear();
        // Before the clock runs.
        self.engine.prepare(game.size());
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: &Clock,
        watch: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault> {
        let limits = limits(&self.options, game, clock);
        let random = self.random.get();
        let chosen = self
            .engine
            .choose(game, &limits, random, watch.stop, watch.on_progress);
        let (point, analysis) = chosen.ok_or_else(Fault::no_legal_move)?;
        Ok(ChosenMove::of(point).with(analysis))
    }
}

fn settings(options: &EngineOptions) -> Settings {
    let usual = Settings::default();
    let depth = options.level.map(Level::moves).or(options.depth);
    let hash_mb = match depth {
        Some(depth) if depth <= SMALL_TABLE_MAX_DEPTH => usual.hash_mb / 8,
        _ => usual.hash_mb,
    };
    Settings {
        threads: options.threads.unwrap_or(usual.threads),
        hash_mb: options.hash.unwrap_or(hash_mb),
    }
}

/// The limits of a search for a move. Whatever the options are, the search keeps to the clock.
fn limits(options: &EngineOptions, game: &Game, clock: &Clock) -> Limits {
    let allowed = clock.allowed().map(with_reserve);
    let unlimited = options.time.is_none()
        && options.depth.is_none()
        && options.nodes.is_none()
        && allowed.is_none();
    let depth = options.depth.and_then(Level::new);
    let level = options.level.or(depth).unwrap_or(Level::DEFAULT);
    let mut limits = match options.level {
        None if !unlimited => Limits::default(),
        _ => level.limits(game.size(), game.empties()),
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
    limits.book = options.book;
    limits
}

/// A time limit minus the delay of noticing it.
fn with_reserve(time: Duration) -> Duration {
    time - (time / 10).min(Duration::from_millis(30))
}
