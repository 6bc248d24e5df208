//! Players of the ladder's round robin.

use std::fmt;

use engine::{Classic, Engine, Level, Random, Settings};
use play::rival::Strength;
use play::{Clock, Computer, Computers, Player, TimeControl, Watch};
use rules::{Color, Game, Point, Size};

/// A player of the round robin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Contestant {
    /// A player of the program.
    Computer(Computer),
    /// A strength that may become a rung; 8×8 only.
    Strength(Strength),
}

/// Megabytes for the table of each engine.
const HASH_MB: usize = 4;

/// From this depth on, a game of a rival takes 0.15 to 0.7 s; below, 0.005 to 0.1 s (AMD EPYC).
const SLOW_DEPTH: u32 = 8;

impl Contestant {
    /// The opponents that the rungs are rated with on a board of this size.
    #[must_use]
    pub fn others(size: Size) -> Vec<Contestant> {
        let level = |number| Level::new(number).expect("not 0");
        // On large boards deep searches take long.
        let is_large = size > Size::EIGHT;
        let depth = level(if is_large { 2 } else { 4 });
        let classics = [
            Classic::Random,
            Classic::Greedy,
            Classic::Discs,
            Classic::CornersEdges,
            Classic::Positional,
            Classic::Roxanne,
            Classic::Walle,
        ];
        let engines: &[u32] = if is_large { &[1, 2] } else { &[1, 2, 4, 6, 8] };
        let classics = classics.map(|classic| Computer::Classic(classic, depth));
        let engines = engines.iter().map(|depth| Computer::Engine(level(*depth)));
        let all = classics.into_iter().chain(engines);
        all.map(Contestant::Computer).collect()
    }

    /// How many games it plays against one other player, of `games` that are asked for: half if it searches
    /// so deep that a game takes long. An even number, so that both colours play equally often.
    #[must_use]
    pub fn games(self, size: Size, games: usize) -> usize {
        let strength = match self {
            Contestant::Computer(Computer::Rival(rung)) if size == Size::EIGHT => {
                Some(rung.strength())
            }
            Contestant::Strength(strength) => Some(strength),
            Contestant::Computer(_) => None,
        };
        let is_slow = strength.is_some_and(|strength| strength.depth >= SLOW_DEPTH);
        let games = if is_slow { games.div_ceil(2) } else { games };
        games.next_multiple_of(2)
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Computer(computer) => computer.fmt(f),
            Contestant::Strength(strength) => f.pad(&format!(
                "rating {} human {:.2} greed {:.2} depth {} trust {:.2}",
                strength.rating, strength.human, strength.greed, strength.depth, strength.trust
            )),
        }
    }
}

/// A contestant at the board.
struct Seat {
    contestant: Contestant,
    computers: Computers,
    engine: Engine,
    random: Random,
}

impl Seat {
    fn new(contestant: Contestant, seed: u64) -> Seat {
        let settings = Settings {
            threads: 1,
            hash_mb: HASH_MB,
        };
        Seat {
            contestant,
            computers: Computers::new(seed).with_settings(settings),
            engine: Engine::new(settings),
            random: Random::new(seed),
        }
    }

    fn choose(&mut self, game: &Game) -> Option<Point> {
        Watch::unwatched(|watch| match self.contestant {
            Contestant::Computer(computer) => {
                let clock = Clock::new(TimeControl::default());
                let chosen = self.computers.player(computer).choose(game, &clock, watch);
                chosen.ok()?.point
            }
            Contestant::Strength(strength) => {
                let board = game.diagram().to_board()?;
                let chosen = strength.choose(board, &mut self.engine, &mut self.random, watch);
                chosen.map(Point::from)
            }
        })
    }
}

/// Plays a game from the start; the points of the first player, Black: 1 for a win, ½ for a draw.
#[must_use]
pub fn play(size: Size, players: [Contestant; 2], seed: u64) -> f64 {
    let [black, white] = players;
    let mut seats = [Seat::new(black, seed), Seat::new(white, !seed)];
    let mut game = Game::new(size);
    while let Some(color) = game.to_move() {
        let chosen = seats[color as usize].choose(&game);
        let point = chosen.expect("there is a legal move");
        game.play(point).expect("players make legal moves");
    }
    let outcome = game.outcome().expect("the game is over");
    match outcome.winner() {
        Some(Color::Black) => 1.0,
        Some(Color::White) => 0.0,
        None => 0.5,
    }
}
