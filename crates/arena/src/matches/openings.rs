//! Openings of a match: random, balanced, or from a list.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::AtomicBool;

use engine::{Engine, Limits, Random, Score, Settings};
use rules::{Diagram, Game, Point, Size, Symmetry};

/// The openings of a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// Always the start position.
    Start,
    /// Positions after this number of random moves.
    Random(u32),
    /// Positions after a few random moves that the engine scores as even.
    Balanced,
    /// These games, in random order.
    List(Vec<Game>),
}

/// The default number of random moves.
const DEFAULT_MOVES: u32 = 8;

/// The largest advantage of a side in a balanced opening.
const MAX_ADVANTAGE: Score = Score::from_discs(2);

/// The search depth for balanced openings. A search takes a hundredth of a second.
const BALANCE_DEPTH: u32 = 8;

/// After this many rejected positions in a row, all openings are taken as used.
const MAX_ATTEMPTS: usize = 2000;

impl Openings {
    /// The default for a board size: balanced positions where the engine can score them, otherwise
    /// random ones.
    #[must_use]
    pub fn usual(size: Size) -> Openings {
        if balanced_moves(size).is_some() {
            Openings::Balanced
        } else {
            Openings::Random(random_moves(size))
        }
    }

    /// Random openings with the default number of moves for a board size.
    #[must_use]
    pub fn random(size: Size) -> Openings {
        Openings::Random(random_moves(size))
    }
}

/// The largest number of random moves: half of the game must remain.
fn most_moves(size: Size) -> u32 {
    (size.area() as u32 - 4) / 2
}

fn random_moves(size: Size) -> u32 {
    DEFAULT_MOVES.min(most_moves(size) / 2)
}

/// The number of random moves before a balanced position. `None` where the engine cannot score
/// them, or where there are too few.
fn balanced_moves(size: Size) -> Option<u32> {
    match size.side() {
        6 => Some(6),
        8 => Some(DEFAULT_MOVES),
        _ => None,
    }
}

/// The reason why openings cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsError {
    /// Too many random moves; the number asked for and the largest one.
    TooLong(u32, u32),
    /// There are no balanced openings for this board size.
    NoBalance(Size),
    /// The list is empty.
    Empty,
    /// An opening is for another board size: its place in the list, and its size.
    Size(usize, Size),
    /// An opening is a finished game: its place in the list.
    Over(usize),
}

impl fmt::Display for OpeningsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpeningsError::TooLong(moves, most) => write!(
                f,
                "an opening of {moves} random moves leaves too little to play; {most} are the most"
            ),
            OpeningsError::NoBalance(size) => write!(
                f,
                "balanced openings are found on 6×6 and 8×8 only, not on {size}×{size}"
            ),
            OpeningsError::Empty => f.write_str("there is no opening"),
            OpeningsError::Size(place, size) => {
                write!(f, "opening {place} is for {size}×{size}")
            }
            OpeningsError::Over(place) => write!(
                f,
                "opening {place} is a game that is over: take only the first moves of each"
            ),
        }
    }
}

impl std::error::Error for OpeningsError {}

/// An endless sequence of openings, the same for the same seed. An opening is not repeated, also not
/// rotated or reflected, until all were used.
pub struct OpeningSupply {
    size: Size,
    random: Random,
    source: Source,
}

enum Source {
    Start,
    Random {
        moves: u32,
        seen: HashSet<Vec<u8>>,
        engine: Option<Box<Engine>>,
    },
    List {
        games: Vec<Game>,
        /// The indices that were not used yet; the next one is last.
        order: Vec<usize>,
    },
}

impl OpeningSupply {
    /// Openings for a board size.
    ///
    /// # Errors
    /// When such openings cannot be made.
    pub fn new(openings: Openings, size: Size, seed: u64) -> Result<OpeningSupply, OpeningsError> {
        let random = |moves, engine| Source::Random {
            moves,
            seen: HashSet::new(),
            engine,
        };
        let source = match openings {
            Openings::Start => Source::Start,
            Openings::Random(0) => Source::Start,
            Openings::Random(moves) if moves > most_moves(size) => {
                return Err(OpeningsError::TooLong(moves, most_moves(size)));
            }
            Openings::Random(moves) => random(moves, None),
            Openings::Balanced => {
                let moves = balanced_moves(size).ok_or(OpeningsError::NoBalance(size))?;
                let settings = Settings {
                    hash_mb: 4,
                    ..Settings::default()
                };
                random(moves, Some(Box::new(Engine::new(settings))))
            }
            Openings::List(games) => {
                check(&games, size)?;
                let order = Vec::new();
                Source::List { games, order }
            }
        };
        Ok(OpeningSupply {
            size,
            random: Random::new(seed),
            source,
        })
    }

    /// The next opening.
    pub fn draw(&mut self) -> Game {
        let (size, random) = (self.size, &mut self.random);
        match &mut self.source {
            Source::Start => Game::new(size),
            Source::Random {
                moves,
                seen,
                engine,
            } => {
                let mut last = None;
                for _ in 0..MAX_ATTEMPTS {
                    let Some(game) = random_game(size, *moves, random) else {
                        continue;
                    };
                    if !seen.insert(key(game.diagram())) {
                        continue;
                    }
                    if engine
                        .as_mut()
                        .is_none_or(|engine| is_balanced(engine, &game))
                    {
                        return game;
                    }
                    last = Some(game);
                }
                // All were used: they are repeated from here on.
                seen.clear();
                let any = std::iter::repeat_with(|| random_game(size, *moves, random));
                last.unwrap_or_else(|| any.flatten().next().expect("there is always another"))
            }
            Source::List { games, order } => {
                if order.is_empty() {
                    *order = shuffled(games.len(), random);
                }
                let next = order.pop().expect("there is an opening, as was checked");
                games[next].clone()
            }
        }
    }
}

fn check(games: &[Game], size: Size) -> Result<(), OpeningsError> {
    if games.is_empty() {
        return Err(OpeningsError::Empty);
    }
    for (place, game) in games.iter().enumerate() {
        if game.size() != size {
            return Err(OpeningsError::Size(place + 1, game.size()));
        }
        if game.is_over() {
            return Err(OpeningsError::Over(place + 1));
        }
    }
    Ok(())
}

fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for place in (1..count).rev() {
        order.swap(place, random.below(place + 1));
    }
    order
}

/// A game of random moves; `None` when it ended too early.
fn random_game(size: Size, moves: u32, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(size);
    for _ in 0..moves {
        let legal: Vec<Point> = game.legal_moves().into_iter().collect();
        game.play(random.pick(&legal)?).ok()?;
    }
    (!game.is_over()).then_some(game)
}

/// A key of a position, the same for all eight symmetries of the board.
fn key(diagram: &Diagram) -> Vec<u8> {
    let size = diagram.size();
    let side = size.side();
    let view = |symmetry: Symmetry| -> Vec<u8> {
        let mut squares = vec![b'-'; size.area() + 1];
        for (color, letter) in [(rules::Color::Black, b'X'), (rules::Color::White, b'O')] {
            for point in diagram.discs(color) {
                let point = symmetry.point(point, size);
                squares[point.row() * side + point.column()] = letter;
            }
        }
        squares[size.area()] = diagram.to_move() as u8;
        squares
    };
    let views = Symmetry::ALL.into_iter().map(view);
    views.min().expect("there are eight")
}

fn is_balanced(engine: &mut Engine, game: &Game) -> bool {
    if game.size() > Size::EIGHT {
        return false;
    }
    // Cleared, so that an opening does not depend on those before it.
    engine.clear();
    let stop = AtomicBool::new(false);
    let analysis = engine.analyse(game, &Limits::depth(BALANCE_DEPTH), 1, &stop, &mut |_| {});
    analysis.best().score.units().abs() <= MAX_ADVANTAGE.units()
}
