//! Our engine as protocols ask it: any position on any board, and nothing else.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::book::MARGIN;
use engine::{
    Analysis, Arena, Clock, Engine, Kind, Level, Limits, Method, Opponent, Random, Score, Settings,
};
use rules::{Diagram, Point};

use play::Repertoire;

/// What somebody wants to know about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The position; its side to move may have to pass.
    pub diagram: Diagram,
    /// How far to go, on the boards that the engine plays on.
    pub limits: Limits,
    /// How far to look ahead on larger ones.
    pub level: Level,
    /// How many of the best moves are asked for.
    pub lines: usize,
    /// Whether a move from the book will do.
    pub from_book: bool,
}

/// What is known about a position: the best moves, best first, and the work it took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Insight {
    /// The best moves, best first; when the game is over, one without moves.
    pub lines: Vec<Idea>,
    /// Moves looked ahead.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
    /// Whether it is from the book.
    pub from_book: bool,
}

/// A move and what comes of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Idea {
    /// What it leads to, for the side to move; on boards larger than 8×8 nobody knows.
    pub score: Option<Score>,
    /// What the score means.
    pub kind: Kind,
    /// The moves, both sides'; `None` is a pass. Empty when the game is over.
    pub moves: Vec<Option<Point>>,
}

impl Insight {
    /// The best move; `None` is a pass, also when the game is over.
    #[must_use]
    pub fn best(&self) -> Option<Point> {
        self.lines.first()?.moves.first().copied().flatten()
    }

    /// What the position is worth to the side to move.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        self.lines.first()?.score
    }

    fn of(arena: Arena, analysis: &Analysis) -> Insight {
        let analysis = arena.relabelled(analysis.clone());
        let idea = |line: engine::Line| Idea {
            score: Some(line.score),
            kind: line.kind,
            moves: line
                .moves
                .into_iter()
                .map(|at| at.map(Point::from))
                .collect(),
        };
        Insight {
            lines: analysis.lines.into_iter().map(idea).collect(),
            depth: analysis.depth,
            nodes: analysis.nodes,
            time: analysis.time,
            from_book: false,
        }
    }
}

/// Our engine with its memory and its book.
#[derive(Debug)]
pub struct Thinker {
    settings: Settings,
    repertoire: Repertoire,
    random: Random,
    /// Made when it is first needed: its table takes time to lay out.
    engine: Option<Engine>,
}

impl Thinker {
    /// A thinker that knows nothing yet. The seed settles what is played among good book moves.
    #[must_use]
    pub fn new(settings: Settings, repertoire: Repertoire, seed: u64) -> Thinker {
        Thinker {
            settings,
            repertoire,
            random: Random::new(seed),
            engine: None,
        }
    }

    /// Makes ready, so that the first answer does not take longer than others.
    pub fn wake(&mut self) -> &mut Engine {
        let settings = self.settings;
        self.engine.get_or_insert_with(|| Engine::new(settings))
    }

    /// Forgets every position.
    pub fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// Answers a question. `on_progress` hears what is known so far; raising `stop` ends it with
    /// that, except on boards larger than 8×8, where a move takes two or three seconds at most.
    pub fn think(
        &mut self,
        question: &Question,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(&Insight),
    ) -> Insight {
        if question.from_book
            && let Some(insight) = self.look_up(&question.diagram)
        {
            return insight;
        }
        let Some(arena) = Arena::of(question.diagram.size()) else {
            return consider(question);
        };
        let engine = self.wake();
        let analysis = engine.analyse_on(
            arena,
            arena.board(&question.diagram),
            &question.limits,
            question.lines,
            stop,
            &mut |analysis| on_progress(&Insight::of(arena, analysis)),
        );
        Insight::of(arena, &analysis)
    }

    /// A move from the book, if the position is there.
    fn look_up(&mut self, diagram: &Diagram) -> Option<Insight> {
        let board = diagram.to_board()?;
        let book = self.repertoire.book()?;
        let chosen = book.choose(board, MARGIN, &mut self.random)?;
        Some(Insight {
            lines: vec![Idea {
                score: Some(chosen.score),
                kind: Kind::Estimate(chosen.depth),
                moves: vec![Some(chosen.square.into())],
            }],
            depth: chosen.depth,
            from_book: true,
            ..Insight::default()
        })
    }
}

/// The house player's move on a board that is too large for the engine.
fn consider(question: &Question) -> Insight {
    let start = Instant::now();
    let Question {
        diagram,
        limits,
        level,
        ..
    } = question;
    let level = affordable(*level, limits, diagram.board().empties());
    let choice = Opponent::Engine.consider(diagram, level, Method::AlphaBeta);
    let moves = match &choice {
        Some(choice) => vec![choice.best.into_iter().next()],
        None if diagram.pass().legal_moves().is_empty() => Vec::new(),
        None => vec![None],
    };
    let depth = choice.as_ref().map_or(0, |choice| choice.depth);
    Insight {
        lines: vec![Idea {
            score: None,
            kind: Kind::Estimate(depth),
            moves,
        }],
        depth,
        nodes: choice.map_or(0, |choice| choice.nodes),
        time: start.elapsed(),
        from_book: false,
    }
}

/// How far the house player may look in the time there is. Nothing stops it, but it never takes more
/// than two or three seconds, and looks four moves ahead in less than one, two in no time.
fn affordable(level: Level, limits: &Limits, empties: u32) -> Level {
    let share = |clock: Clock| clock.left / (empties / 2).max(2) + clock.increment;
    let times = limits.time.into_iter().chain(limits.clock.map(share));
    let most = match times.min() {
        None => return level,
        Some(time) if time >= Duration::from_secs(6) => return level,
        Some(time) if time >= Duration::from_secs(1) => 4,
        Some(_) => 2,
    };
    level.min(Level::new(most).unwrap_or(Level::LOWEST))
}
