//! Where the games of a match begin.

use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::AtomicBool;

use engine::{Engine, Limits, Random, Score, Settings};
use rules::{Diagram, Game, Point, Size, Symmetry};

/// From which positions a match is played.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// Always from the usual start.
    Start,
    /// After so many random moves.
    Random(u32),
    /// After a few random moves, where the engine finds neither side ahead.
    Balanced,
    /// From these, in an order left to chance.
    List(Vec<Game>),
}

/// Random moves of an opening when nobody says how many.
const USUAL: u32 = 8;

/// Neither side is ahead by more than this in a balanced opening.
const BALANCE: Score = Score::from_discs(2);

/// How far the engine looks ahead to find that out: a hundredth of a second.
const LOOK: u32 = 8;

/// So many positions in a row that were there before, or are no openings, and there are no more to
/// be found.
const PATIENCE: usize = 2000;

impl Openings {
    /// What is played from when nobody says, on a board of a size: balanced positions where the
    /// engine can tell, otherwise random ones.
    #[must_use]
    pub fn usual(size: Size) -> Openings {
        if balanced_moves(size).is_some() {
            Openings::Balanced
        } else {
            Openings::Random(random_moves(size))
        }
    }

    /// Random moves, as many as is usual on a board of a size.
    #[must_use]
    pub fn random(size: Size) -> Openings {
        Openings::Random(random_moves(size))
    }
}

/// The most random moves that leave half the game to be played.
fn most_moves(size: Size) -> u32 {
    (size.area() as u32 - 4) / 2
}

fn random_moves(size: Size) -> u32 {
    USUAL.min(most_moves(size) / 2)
}

/// Random moves before a balanced position; `None` where the engine does not play, or where there
/// are too few such positions.
fn balanced_moves(size: Size) -> Option<u32> {
    match size.side() {
        6 => Some(6),
        8 => Some(USUAL),
        _ => None,
    }
}

/// Why there are no such openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsError {
    /// So many random moves are too many; the most there may be.
    TooLong(u32, u32),
    /// Nobody can tell which positions are balanced on a board of this size.
    NoBalance(Size),
    /// The list is empty.
    Empty,
    /// An opening is for a board of another size: its place in the list, and the size.
    Size(usize, Size),
    /// Nothing is left to be played in an opening: its place in the list.
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

/// Openings one after the other, as many as are wanted, the same for the same seed. None comes twice,
/// turned or mirrored, until all have come.
pub struct Supply {
    size: Size,
    random: Random,
    source: Source,
}

enum Source {
    Start,
    Random {
        moves: u32,
        seen: HashSet<Vec<u8>>,
        judge: Option<Box<Engine>>,
    },
    List {
        games: Vec<Game>,
        /// Those that have not come yet, the next one last.
        order: Vec<usize>,
    },
}

impl Supply {
    /// Openings on a board of a size.
    ///
    /// # Errors
    /// When there are no such openings.
    pub fn new(openings: Openings, size: Size, seed: u64) -> Result<Supply, OpeningsError> {
        let random = |moves, judge| Source::Random {
            moves,
            seen: HashSet::new(),
            judge,
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
        Ok(Supply {
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
            Source::Random { moves, seen, judge } => {
                let mut last = None;
                for _ in 0..PATIENCE {
                    let Some(game) = random_game(size, *moves, random) else {
                        continue;
                    };
                    if !seen.insert(key(game.diagram())) {
                        continue;
                    }
                    if judge.as_mut().is_none_or(|judge| is_balanced(judge, &game)) {
                        return game;
                    }
                    last = Some(game);
                }
                // All have come: from here on they come again.
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

/// A game of random moves; `None` when it ended before.
fn random_game(size: Size, moves: u32, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(size);
    for _ in 0..moves {
        let legal: Vec<Point> = game.legal_moves().into_iter().collect();
        game.play(random.pick(&legal)?).ok()?;
    }
    (!game.is_over()).then_some(game)
}

/// A position as text, the same for all eight ways to lay down the board.
fn key(diagram: &Diagram) -> Vec<u8> {
    let size = diagram.size();
    let side = size.side();
    let look = |symmetry: Symmetry| -> Vec<u8> {
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
    let looks = Symmetry::ALL.into_iter().map(look);
    looks.min().expect("there are eight")
}

fn is_balanced(judge: &mut Engine, game: &Game) -> bool {
    if game.size() > Size::EIGHT {
        return false;
    }
    // Begun anew, so that an opening does not depend on those before it.
    judge.clear();
    let stop = AtomicBool::new(false);
    let analysis = judge.analyse(game, &Limits::depth(LOOK), 1, &stop, &mut |_| {});
    analysis.best().score.units().abs() <= BALANCE.units()
}
