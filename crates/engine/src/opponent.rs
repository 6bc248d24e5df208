//! Opponents by name: the engine and the classic opponents.

use std::fmt;
use std::str::FromStr;

use rules::{Diagram, Point, PointSet, Position, Size};

use crate::eval::Evaluation;
use crate::level::Level;
use crate::random::Random;
use crate::search::{Choice, Method, Textbook};

/// A computer opponent. All of them play on boards of every size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// The house player.
    Engine,
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
    /// Turns as many discs as it can, now.
    Greedy,
    /// Any legal move.
    Random,
}

impl Opponent {
    /// All of them, in the order they are listed to people.
    pub const ALL: [Opponent; 8] = [
        Opponent::Engine,
        Opponent::Discs,
        Opponent::CornersEdges,
        Opponent::Positional,
        Opponent::Roxanne,
        Opponent::Walle,
        Opponent::Greedy,
        Opponent::Random,
    ];

    /// The name it is asked for by.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Opponent::Engine => "engine",
            Opponent::Discs => "discs",
            Opponent::CornersEdges => "corners-edges",
            Opponent::Positional => "positional",
            Opponent::Roxanne => "roxanne",
            Opponent::Walle => "walle",
            Opponent::Greedy => "greedy",
            Opponent::Random => "random",
        }
    }

    /// Whether it looks ahead at all, so that a level means something to it.
    #[must_use]
    pub const fn has_level(self) -> bool {
        !matches!(self, Opponent::Greedy | Opponent::Random)
    }

    /// How it judges positions on a board of a size; `None` for the one that does not.
    #[must_use]
    pub fn evaluation<P: Position>(self, size: Size) -> Option<Evaluation<P>> {
        match self {
            Opponent::Engine => Some(Evaluation::house(size)),
            Opponent::Discs | Opponent::Greedy => Some(Evaluation::discs(size)),
            Opponent::CornersEdges => Some(Evaluation::corners_edges(size)),
            Opponent::Positional => Some(Evaluation::positional(size)),
            Opponent::Roxanne => Some(Evaluation::roxanne(size)),
            Opponent::Walle => Some(Evaluation::walle(size)),
            Opponent::Random => None,
        }
    }

    /// How far it looks ahead at a level, with so many squares empty, if its search has the time.
    ///
    /// The house player looks to the end of the game once it is near: within twice its level, and
    /// never from further than 12 empty squares, which takes a moment at most.
    #[must_use]
    pub fn depth(self, level: Level, empties: u32) -> Level {
        let near = level.moves().saturating_mul(2).min(12);
        match (self, Level::new(empties)) {
            (Opponent::Greedy, _) => Level::LOWEST,
            (Opponent::Engine, Some(end)) if empties <= near => level.max(end),
            _ => level,
        }
    }

    /// The moves it likes best, all of them equally; `None` when there is no legal move.
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
        search.choose(position, self.depth(level, position.empties()))
    }

    /// Its move: one of those it likes best, by chance; `None` when there is no legal move.
    pub fn choose(self, diagram: &Diagram, level: Level, random: &mut Random) -> Option<Decision> {
        let choice = self.consider(diagram, level, Method::AlphaBeta)?;
        let best: Vec<Point> = choice.best.into_iter().collect();
        let point = random.pick(&best)?;
        Some(Decision { point, choice })
    }
}

/// A move, and what it was chosen from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The move.
    pub point: Point,
    /// What the search found.
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

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text was not the name of an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOpponentError(pub String);

impl fmt::Display for ParseOpponentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not an opponent; there are", self.0)?;
        for (number, opponent) in Opponent::ALL.into_iter().enumerate() {
            let separator = if number == 0 { " " } else { ", " };
            write!(f, "{separator}{opponent}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ParseOpponentError {}

impl FromStr for Opponent {
    type Err = ParseOpponentError;

    fn from_str(text: &str) -> Result<Opponent, ParseOpponentError> {
        Opponent::ALL
            .into_iter()
            .find(|opponent| opponent.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseOpponentError(text.to_string()))
    }
}
