//! How computers choose their moves.

use std::sync::atomic::AtomicBool;

use engine::book::{Book, MARGIN};
use engine::{
    Analysis, Arena, Choice, Decision, Engine, Evaluator, Level, Limits, Method, Opponent, Random,
    Score, Settings,
};
use rules::{Diagram, Point, PointSet};

use crate::repertoire::Repertoire;

/// How a door follows a computer that thinks.
pub struct Watch<'a> {
    /// Raise it to have the best move so far at once.
    pub stop: &'a AtomicBool,
    /// Hears what the engine thinks so far.
    pub on_progress: &'a mut dyn FnMut(&Analysis),
}

impl Watch<'_> {
    /// Lets a computer think undisturbed.
    pub fn unwatched<T>(think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        think(&mut Watch {
            stop: &AtomicBool::new(false),
            on_progress: &mut |_| {},
        })
    }
}

/// The computers of a session: chance among equal moves, the book they open from, and engines once
/// they are needed. What the one that gives advice remembers does not change how the other plays.
#[derive(Debug)]
pub(crate) struct Mind {
    random: Random,
    repertoire: Repertoire,
    player: Option<Engine>,
    adviser: Option<Engine>,
}

impl Mind {
    pub(crate) fn new(seed: u64) -> Mind {
        Mind {
            random: Random::new(seed),
            repertoire: Repertoire::None,
            player: None,
            adviser: None,
        }
    }

    /// Lets the engine open from a book, or from none.
    pub(crate) fn open_from(&mut self, repertoire: Repertoire) {
        self.repertoire = repertoire;
    }

    /// The move of an opponent; `None` when there is no legal move.
    pub(crate) fn choose(
        &mut self,
        diagram: &Diagram,
        (opponent, level): (Opponent, Level),
        watch: &mut Watch<'_>,
    ) -> Option<Decision> {
        if opponent == Opponent::Engine
            && level >= Level::BOOK
            && let Some(decision) = self.look_up(diagram)
        {
            return Some(decision);
        }
        let choice = consider(&mut self.player, diagram, (opponent, level), watch)?;
        let best: Vec<Point> = choice.best.into_iter().collect();
        let point = self.random.pick(&best)?;
        Some(Decision { point, choice })
    }

    /// A move from the book, if the position is there.
    fn look_up(&mut self, diagram: &Diagram) -> Option<Decision> {
        let book = self.repertoire.book()?;
        let (point, thought) = open(&book, diagram, &mut self.random)?;
        let choice = thought.into();
        Some(Decision { point, choice })
    }

    /// The moves an opponent would like best, all of them equally; `None` when there is no legal
    /// move.
    pub(crate) fn advise(
        &mut self,
        diagram: &Diagram,
        computer: (Opponent, Level),
        watch: &mut Watch<'_>,
    ) -> Option<Choice> {
        consider(&mut self.adviser, diagram, computer, watch)
    }
}

fn consider(
    engine: &mut Option<Engine>,
    diagram: &Diagram,
    (opponent, level): (Opponent, Level),
    watch: &mut Watch<'_>,
) -> Option<Choice> {
    match (opponent, Arena::of(diagram.size())) {
        (Opponent::Engine, Some(arena)) => {
            let engine = engine.get_or_insert_with(|| Engine::new(Settings::default()));
            let limits = level.limits(arena, diagram.board().empties());
            let thought = analyse(engine, diagram, arena, &limits, watch)?;
            Some(thought.into())
        }
        _ => opponent.consider(diagram, level, Method::AlphaBeta),
    }
}

/// What the engine, or its book, thinks of a position.
pub(crate) struct Thought {
    /// The best moves, mirror images of each other.
    pub(crate) best: PointSet,
    /// What they are worth.
    pub(crate) score: Score,
    /// How many moves it looked ahead.
    pub(crate) depth: u32,
    nodes: u64,
}

impl From<Thought> for Choice {
    fn from(thought: Thought) -> Choice {
        Choice {
            best: thought.best,
            value: thought.score.rounded(),
            depth: thought.depth,
            nodes: thought.nodes,
        }
    }
}

/// A move from a book by chance, if the position is there.
pub(crate) fn open(
    book: &Book,
    diagram: &Diagram,
    random: &mut Random,
) -> Option<(Point, Thought)> {
    let board = diagram.to_board()?;
    let chosen = book.choose(board, MARGIN, random)?;
    let same = board.mirror_images(chosen.square);
    let thought = Thought {
        best: same.into_iter().map(Point::from).collect(),
        score: chosen.score,
        depth: chosen.depth,
        nodes: 0,
    };
    Some((chosen.square.into(), thought))
}

/// What an engine thinks within limits; `None` when there is no legal move.
pub(crate) fn analyse<E: Evaluator>(
    engine: &mut Engine<E>,
    diagram: &Diagram,
    arena: Arena,
    limits: &Limits,
    watch: &mut Watch<'_>,
) -> Option<Thought> {
    let board = arena.board(diagram);
    let on_progress = &mut *watch.on_progress;
    let mut relabel = |analysis: &Analysis| on_progress(&arena.relabelled(analysis.clone()));
    let analysis = engine.analyse_on(arena, board, limits, 1, watch.stop, &mut relabel);
    let square = analysis.best().square()?;
    Some(Thought {
        best: board
            .mirror_images(square)
            .into_iter()
            .map(|square| arena.point(square))
            .collect::<PointSet>(),
        score: analysis.best().score,
        depth: analysis.depth,
        nodes: analysis.nodes,
    })
}
