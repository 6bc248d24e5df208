//! Our engine as protocols ask it: any position on any board, and nothing else.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Analysis, Engine, Kind, Level, Limits, Random, Score, Settings};
use rules::{Diagram, Inset, Point, Size};

use crate::repertoire::Repertoire;

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

    fn of(size: Size, analysis: &Analysis) -> Insight {
        let idea = |line: &engine::Line| Idea {
            score: Inset::of(size).map(|_| line.score),
            kind: line.kind,
            moves: line.moves.clone(),
        };
        Insight {
            lines: analysis.lines.iter().map(idea).collect(),
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
    /// that.
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
        let size = question.diagram.size();
        let is_large = Inset::of(size).is_none();
        let limits = Limits {
            depth: match is_large {
                true => Some(question.level.moves()),
                false => question.limits.depth,
            },
            book: false,
            ..question.limits.clone()
        };
        let lines = if is_large { 1 } else { question.lines };
        let diagram = &question.diagram;
        let analysis = self
            .wake()
            .analyse(diagram, &limits, lines, stop, &mut |analysis| {
                on_progress(&Insight::of(size, analysis));
            });
        Insight::of(size, &analysis)
    }

    /// A move from the book, if the position is there.
    fn look_up(&mut self, diagram: &Diagram) -> Option<Insight> {
        let book = self.repertoire.book()?;
        let settings = self.settings;
        let engine = self.engine.get_or_insert_with(|| Engine::new(settings));
        engine.set_book(Some(book));
        let analysis = engine.book_move(diagram, &mut self.random)?;
        let mut insight = Insight::of(diagram.size(), &analysis);
        insight.from_book = true;
        for idea in &mut insight.lines {
            idea.kind = Kind::Estimate(insight.depth);
        }
        Some(insight)
    }
}
