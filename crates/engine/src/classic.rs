//! Classic opponents: textbook alpha-beta or minimax on a handmade evaluation.

use std::fmt;

use reversi_rules::{Diagram, Point, PointSet, Position, Size};

use crate::eval::Evaluation;
use crate::level::Level;
use crate::random::Random;
use crate::search::{Choice, Method, Textbook};

/// A reference opponent with a textbook search, on boards of every size.
///
/// ```
/// use reversi_engine::{Classic, Level, Random};
/// use reversi_rules::{Game, Size};
///
/// let game = Game::new(Size::EIGHT);
/// let level = Level::new(3).unwrap();
/// let mut random = Random::new(1);
/// let decision = Classic::Walle.choose(game.diagram(), level, &mut random).unwrap();
/// // All four first moves are equal; chance picked one of them.
/// assert_eq!(decision.choice.best, game.legal_moves());
/// assert!(decision.choice.best.contains(decision.point));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Classic {
    /// Counts discs.
    Discs,
    /// Counts discs, with more for borders and corners (*aueb18*).
    CornersEdges,
    /// Weighs squares by attack and safety (*menu20*).
    Positional,
    /// Square priorities and mobility (*modes20*).
    Roxanne,
    /// Corners, then borders, then discs (*wall-e*).
    Walle,
    /// Flips as many discs as it can, now.
    Greedy,
    /// Any legal move.
    Random,
}

impl Classic {
    /// All of them, in the order they are listed to people.
    pub const ALL: [Classic; 7] = [
        Classic::Discs,
        Classic::CornersEdges,
        Classic::Positional,
        Classic::Roxanne,
        Classic::Walle,
        Classic::Greedy,
        Classic::Random,
    ];

    /// The name it is asked for by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Classic::Discs => "discs",
            Classic::CornersEdges => "corners-edges",
            Classic::Positional => "positional",
            Classic::Roxanne => "roxanne",
            Classic::Walle => "walle",
            Classic::Greedy => "greedy",
            Classic::Random => "random",
        }
    }

    /// Whether it searches, so that a level means something to it.
    #[must_use]
    pub const fn has_level(self) -> bool {
        !matches!(self, Classic::Greedy | Classic::Random)
    }

    /// Its evaluation on a board of a size; `None` for the one that evaluates nothing.
    #[must_use]
    pub fn evaluation<P: Position>(self, size: Size) -> Option<Evaluation<P>> {
        match self {
            Classic::Discs | Classic::Greedy => Some(Evaluation::discs(size)),
            Classic::CornersEdges => Some(Evaluation::corners_edges(size)),
            Classic::Positional => Some(Evaluation::positional(size)),
            Classic::Roxanne => Some(Evaluation::roxanne(size)),
            Classic::Walle => Some(Evaluation::walle(size)),
            Classic::Random => None,
        }
    }

    /// Its search depth at a level.
    #[must_use]
    pub fn depth(self, level: Level) -> Level {
        match self {
            Classic::Greedy => Level::LOWEST,
            _ => level,
        }
    }

    /// The best moves, all of equal value; `None` when there is no legal move.
    #[must_use]
    pub fn consider(self, diagram: &Diagram, level: Level, method: Method) -> Option<Choice> {
        match diagram.to_board() {
            Some(board) => self.consider_position(&board, level, method),
            None => self.consider_position(diagram.board(), level, method),
        }
    }

    fn consider_position<P: Position>(
        self,
        position: &P,
        level: Level,
        method: Method,
    ) -> Option<Choice> {
        let Some(evaluation) = self.evaluation::<P>(position.size()) else {
            return any_move(position);
        };
        let search = Textbook::new(&evaluation, method, position);
        search.choose(position, self.depth(level))
    }

    /// Its move: a random one of the best moves; `None` when there is no legal move.
    pub fn choose(self, diagram: &Diagram, level: Level, random: &mut Random) -> Option<Decision> {
        let choice = self.consider(diagram, level, Method::AlphaBeta)?;
        let best: Vec<Point> = choice.best.into_iter().collect();
        let point = random.pick(&best)?;
        Some(Decision { point, choice })
    }
}

impl fmt::Display for Classic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A move, and the search result it was chosen from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The move.
    pub point: Point,
    /// The search result.
    pub choice: Choice,
}

fn any_move<P: Position>(position: &P) -> Option<Choice> {
    let moves = position.legal_moves().into_iter();
    let best: PointSet = moves.map(Into::<Point>::into).collect();
    (!best.is_empty()).then_some(Choice {
        best,
        value: 0,
        depth: 0,
        nodes: 0,
    })
}
