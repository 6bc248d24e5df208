//! A match between two sets of weights, both used by the engine itself.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Result;
use arena::rating::{Pentanomial, Spread};
use clap::Args;
use engine::{Engine, Limits, Random, Settings, Trained};
use rules::{Board, Square};

use crate::heuristic::Heuristic;
use crate::weights::read_weights;

/// Options of a match.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Weights of the first player; without this, those of the program
    weights: Option<PathBuf>,
    /// Weights of the second player; without this, those of the program
    #[arg(long)]
    against: Option<PathBuf>,
    /// The second player uses the hand-made evaluation instead
    #[arg(long, conflicts_with = "against")]
    against_handmade: bool,
    /// Openings; each is played with both colours
    #[arg(long, default_value_t = 200)]
    openings: usize,
    /// Random moves in an opening
    #[arg(long, default_value_t = 10)]
    random: usize,
    /// Search depth
    #[arg(long, default_value_t = 6)]
    depth: u32,
    /// Time per move in milliseconds, instead of a depth
    #[arg(long)]
    milliseconds: Option<u64>,
    /// Solve the rest of the game from this many empty squares on
    #[arg(long, default_value_t = 16)]
    solve: u32,
    /// The same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of parallel games
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// The move of an engine.
fn choose(engine: &mut Engine, board: Board, limits: &Limits) -> Option<Square> {
    let stop = AtomicBool::new(false);
    let analysis = engine.analyse(board, limits, 1, &stop, &mut |_| {});
    analysis.best().square()
}

/// Plays a match and prints its result.
///
/// # Errors
/// When weights cannot be read.
pub fn run(options: &Options) -> Result<()> {
    let first = read_weights(options.weights.as_deref())?;
    let second = read_weights(options.against.as_deref())?;
    let next = AtomicUsize::new(0);
    let pairs: Mutex<Vec<[i32; 2]>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            scope.spawn(|| {
                let mut table = Match::new(options, first.clone(), second.clone());
                while let number = next.fetch_add(1, Ordering::Relaxed)
                    && number < options.openings
                {
                    let pair = table.pair(number as u64);
                    pairs.lock().expect("no game panics").push(pair);
                }
            });
        }
    });
    let pairs = pairs.into_inner().expect("no game panics");
    println!("{}", verdict(&pairs));
    Ok(())
}

/// The score of the first player over pairs of games, in points, Elo and discs.
fn verdict(pairs: &[[i32; 2]]) -> String {
    let share = |result: &i32| f64::from(result.signum() + 1) / 2.0;
    let mut results = Pentanomial::default();
    for pair in pairs {
        results.add(pair.iter().map(share).sum::<f64>() / 2.0);
    }
    let games: Vec<i32> = pairs.iter().flatten().copied().collect();
    let count = |sign: i32| games.iter().filter(|game| game.signum() == sign).count();
    let Some(estimate) = results.estimate() else {
        return "no games".to_string();
    };
    let discs = pairs.iter().map(|pair| f64::from(pair[0] + pair[1]) / 2.0);
    let discs: Spread = discs.collect();
    format!(
        "{} games: {} won, {} drawn, {} lost: {:.1} %, Elo {:+.0} ± {:.0}, \
         {:+.2} ± {:.2} discs a game (95 %)",
        games.len(),
        count(1),
        count(0),
        count(-1),
        100.0 * estimate.share,
        estimate.elo,
        estimate.error,
        discs.mean(),
        discs.error(),
    )
}

/// Two players, and an engine that solves the end of each game.
struct Match {
    players: [Engine; 2],
    referee: Engine,
    limits: Limits,
    options: Options,
}

impl Match {
    fn new(options: &Options, first: Trained, second: Trained) -> Match {
        let settings = Settings::default();
        let second = if options.against_handmade {
            Engine::with_evaluator(settings, Heuristic)
        } else {
            Engine::with_weights(settings, second)
        };
        let time = options.milliseconds.map(Duration::from_millis);
        Match {
            players: [Engine::with_weights(settings, first), second],
            referee: Engine::new(settings),
            limits: time.map_or(Limits::depth(options.depth), Limits::time),
            options: options.clone(),
        }
    }

    /// Two games from the same opening, for the first player.
    fn pair(&mut self, number: u64) -> [i32; 2] {
        let mut random =
            Random::new(self.options.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let board = opening(self.options.random, &mut random);
        [0, 1].map(|mover| self.play(board, mover))
    }

    /// The result of a game for the first player.
    fn play(&mut self, mut board: Board, mut mover: usize) -> i32 {
        while !board.is_over() && board.empties() > self.options.solve {
            board = match choose(&mut self.players[mover], board, &self.limits) {
                Some(square) => board.play_unchecked(square),
                None => board.pass(),
            };
            mover = 1 - mover;
        }
        let stop = AtomicBool::new(false);
        let end = self
            .referee
            .analyse(board, &Limits::exact(), 1, &stop, &mut |_| {});
        let result = end.best().score.rounded();
        if mover == 0 { result } else { -result }
    }
}

/// A position after some random moves whose side to move has a legal move.
fn opening(moves: usize, random: &mut Random) -> Board {
    loop {
        let mut board = Board::START;
        for _ in 0..moves {
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            let next = random
                .pick(&moves)
                .map(|square| board.play_unchecked(square));
            board = next.unwrap_or(board.pass());
        }
        if !board.legal_moves().is_empty() {
            return board;
        }
    }
}
