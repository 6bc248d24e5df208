//! How computers choose their moves.

use std::sync::atomic::AtomicBool;

use engine::{
    Analysis, Choice, Decision, Engine, Level, Limits, Method, Opponent, Random, Score, Settings,
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

/// Where computers choose their moves: chance among equal ones, the book they open from, and engines
/// once they are needed. What the one that gives advice remembers does not change how the other
/// plays.
///
/// A session has one. Who has many games needs not as many: any mind can choose for any game, and
/// [`Session::reply`](crate::Session::reply) makes the move.
///
/// ```
/// use engine::{Classic, Level};
/// use play::{Mind, Watch};
/// use rules::{Game, Size};
///
/// let mut mind = Mind::new(1);
/// let game = Game::new(Size::EIGHT);
/// let computer = (Classic::Walle.into(), Level::LOWEST);
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
        let choice = match opponent {
            Opponent::Engine => {
                if let Some(decision) = self.look_up(diagram, level) {
                    return Some(decision);
                }
                let player = &mut self.player;
                as_choice(&think(player, self.settings, diagram, level, watch)?)
            }
            Opponent::Classic(classic) => classic.consider(diagram, level, Method::AlphaBeta)?,
        };
        let best: Vec<Point> = choice.best.into_iter().collect();
        let point = self.random.pick(&best)?;
        Some(Decision { point, choice })
    }

    /// A move from the book, if the position is there.
    fn look_up(&mut self, diagram: &Diagram, level: Level) -> Option<Decision> {
        let book = self.repertoire.book().filter(|_| level >= Level::BOOK)?;
        let settings = self.settings;
        let player = self.player.get_or_insert_with(|| Engine::new(settings));
        player.set_book(Some(book));
        let analysis = player.book_move(diagram, &mut self.random)?;
        let point = analysis.best().point()?;
        let choice = as_choice(&analysis);
        Some(Decision { point, choice })
    }

    /// The moves an opponent would like best; `None` when there is no legal move.
    pub fn advise(
        &mut self,
        diagram: &Diagram,
        (opponent, level): (Opponent, Level),
        watch: &mut Watch<'_>,
    ) -> Option<Advice> {
        match opponent {
            Opponent::Engine => {
                let adviser = &mut self.adviser;
                let analysis = think(adviser, self.settings, diagram, level, watch)?;
                let best = analysis.best();
                Some(Advice {
                    best: analysis.best_moves,
                    score: best.kind.is_in_discs().then_some(best.score),
                    is_exact: best.kind.is_exact(),
                })
            }
            Opponent::Classic(classic) => {
                let choice = classic.consider(diagram, level, Method::AlphaBeta)?;
                Some(Advice {
                    best: choice.best,
                    score: None,
                    is_exact: false,
                })
            }
        }
    }
}

/// What the engine thinks at a level, without a book; `None` when there is no legal move.
fn think(
    engine: &mut Option<Engine>,
    settings: Settings,
    diagram: &Diagram,
    level: Level,
    watch: &mut Watch<'_>,
) -> Option<Analysis> {
    let engine = engine.get_or_insert_with(|| Engine::new(settings));
    let limits = level.limits(diagram.size(), diagram.board().empties());
    let limits = Limits {
        book: false,
        ..limits
    };
    let analysis = engine.analyse(diagram, &limits, 1, watch.stop, watch.on_progress);
    (!analysis.best_moves.is_empty()).then_some(analysis)
}

/// An analysis as the classic opponents tell it.
fn as_choice(analysis: &Analysis) -> Choice {
    let best = analysis.best();
    Choice {
        best: analysis.best_moves,
        value: match best.kind.is_in_discs() {
            true => best.score.rounded(),
            false => best.score.units(),
        },
        depth: analysis.depth,
        nodes: analysis.nodes,
    }
}
