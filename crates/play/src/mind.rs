//! How computers choose their moves.

use engine::book::{Book, MARGIN};
use engine::{
    Analysis, Arena, Choice, Decision, Engine, Evaluator, Level, Limits, Method, Opponent, Random,
    Score, Settings,
};
use rules::{Diagram, Point, PointSet};

use crate::player::Watch;
use crate::repertoire::Repertoire;

/// Where computers choose their moves: chance among equal ones, the book they open from, and engines
/// once they are needed. What the one that gives advice remembers does not change how the other
/// plays.
///
/// A session has one. Who has many games needs not as many: any mind can choose for any game, and
/// [`Session::reply`](crate::Session::reply) makes the move.
///
/// ```
/// use engine::{Level, Opponent};
/// use play::{Mind, Watch};
/// use rules::{Game, Size};
///
/// let mut mind = Mind::new(1);
/// let game = Game::new(Size::EIGHT);
/// let computer = (Opponent::Walle, Level::LOWEST);
/// let decision = Watch::unwatched(|watch| mind.choose(game.diagram(), computer, watch)).unwrap();
/// assert!(game.legal_moves().contains(decision.point));
/// ```
#[derive(Debug)]
pub struct Mind {
    random: Random,
    repertoire: Repertoire,
    settings: Settings,
    player: Option<Engine>,
    adviser: Option<Engine>,
}

/// What somebody who asks for advice is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best moves, all of them equally good.
    pub best: PointSet,
    /// What they are worth to the side to move; only the engine can say that in discs.
    pub score: Option<Score>,
    /// Whether the score is proven.
    pub is_exact: bool,
}

impl Mind {
    /// A mind that knows nothing yet. The seed settles what it chooses among equal moves.
    #[must_use]
    pub fn new(seed: u64) -> Mind {
        Mind {
            random: Random::new(seed),
            repertoire: Repertoire::None,
            settings: Settings::default(),
            player: None,
            adviser: None,
        }
    }

    /// The same, with engines that may use so much.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Mind {
        Mind { settings, ..self }
    }

    /// Lets the engine open from a book, at level 10 and above, or from none. Advice never comes from
    /// a book.
    pub fn open_from(&mut self, repertoire: Repertoire) {
        self.repertoire = repertoire;
    }

    /// The move of an opponent; `None` when there is no legal move.
    pub fn choose(
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
        let choice = match engine_for(&mut self.player, self.settings, opponent, diagram) {
            Some((engine, arena)) => think(engine, diagram, arena, level, watch)?.into(),
            None => opponent.consider(diagram, level, Method::AlphaBeta)?,
        };
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

    /// The moves an opponent would like best; `None` when there is no legal move.
    pub fn advise(
        &mut self,
        diagram: &Diagram,
        (opponent, level): (Opponent, Level),
        watch: &mut Watch<'_>,
    ) -> Option<Advice> {
        match engine_for(&mut self.adviser, self.settings, opponent, diagram) {
            Some((engine, arena)) => {
                let thought = think(engine, diagram, arena, level, watch)?;
                Some(Advice {
                    best: thought.best,
                    score: Some(thought.score),
                    is_exact: thought.is_exact,
                })
            }
            None => {
                let choice = opponent.consider(diagram, level, Method::AlphaBeta)?;
                Some(Advice {
                    best: choice.best,
                    score: None,
                    is_exact: false,
                })
            }
        }
    }
}

/// The engine, for the opponent that is one, on a board it plays on.
fn engine_for<'e>(
    engine: &'e mut Option<Engine>,
    settings: Settings,
    opponent: Opponent,
    diagram: &Diagram,
) -> Option<(&'e mut Engine, Arena)> {
    let arena = Arena::of(diagram.size()).filter(|_| opponent == Opponent::Engine)?;
    Some((engine.get_or_insert_with(|| Engine::new(settings)), arena))
}

/// What the engine thinks at a level.
fn think(
    engine: &mut Engine,
    diagram: &Diagram,
    arena: Arena,
    level: Level,
    watch: &mut Watch<'_>,
) -> Option<Thought> {
    let limits = level.limits(arena, diagram.board().empties());
    analyse(engine, diagram, arena, &limits, watch)
}

/// What the engine, or its book, thinks of a position.
pub struct Thought {
    /// The best moves, mirror images of each other.
    pub best: PointSet,
    /// What they are worth.
    pub score: Score,
    /// Whether that is proven.
    pub is_exact: bool,
    /// How many moves it looked ahead.
    pub depth: u32,
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
pub fn open(book: &Book, diagram: &Diagram, random: &mut Random) -> Option<(Point, Thought)> {
    let board = diagram.to_board()?;
    let chosen = book.choose(board, MARGIN, random)?;
    let same = board.mirror_images(chosen.square);
    let thought = Thought {
        best: same.into_iter().map(Point::from).collect(),
        score: chosen.score,
        is_exact: false,
        depth: chosen.depth,
        nodes: 0,
    };
    Some((chosen.square.into(), thought))
}

/// What an engine thinks within limits; `None` when there is no legal move.
pub fn analyse<E: Evaluator>(
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
        is_exact: analysis.best().kind.is_exact(),
        depth: analysis.depth,
        nodes: analysis.nodes,
    })
}
