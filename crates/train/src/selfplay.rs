//! Games that the program plays against itself.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use clap::Args;
use engine::{Evaluator, Random, Score};
use rules::{Board, Square};

use crate::records::{Record, Thought, Writer};
use crate::search::Search;
use crate::solver::Solver;

/// Games in a block: what a thread plays before it writes.
const BLOCK: u32 = 128;

/// How to play training games.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// How many games the file shall hold
    #[arg(long, default_value_t = 100_000)]
    pub games: u32,
    /// Where they go; an unfinished file is continued
    #[arg(long)]
    pub out: PathBuf,
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Weights to judge with; without them the judgement made by hand
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Moves to look ahead
    #[arg(long, default_value_t = 3)]
    pub depth: u32,
    /// Solve exactly from this many empty squares
    #[arg(long, default_value_t = 11)]
    pub solve: u32,
    /// Random moves at the start, at least
    #[arg(long, default_value_t = 1)]
    pub random_from: usize,
    /// Random moves at the start, at most
    #[arg(long, default_value_t = 26)]
    pub random_to: usize,
    /// Other moves to judge at each turn
    #[arg(long, default_value_t = 3)]
    pub asides: usize,
    /// Threads that play
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Begin no more games after this many seconds
    #[arg(long)]
    pub seconds: Option<u64>,
}

/// Plays games until there are enough or the time is over.
///
/// # Errors
/// When the file cannot be used.
pub fn run(options: &Options, evaluator: &impl Evaluator) -> Result<()> {
    let writer = Writer::open(&options.out, options.seed)?;
    let blocks = options.games.div_ceil(BLOCK);
    let missing: Vec<u32> = (0..blocks)
        .filter(|number| !writer.done.contains(number))
        .collect();
    let writer = Mutex::new(writer);
    let next = AtomicU32::new(0);
    let start = Instant::now();
    let over = || {
        options
            .seconds
            .is_some_and(|limit| start.elapsed() >= Duration::from_secs(limit))
    };
    std::thread::scope(|scope| {
        let work = || -> Result<()> {
            let mut player = Player::new(options, evaluator);
            while !over() {
                let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize)
                else {
                    break;
                };
                let mut games = Vec::new();
                for game in 0..BLOCK {
                    let game = u64::from(number) * u64::from(BLOCK) + u64::from(game);
                    player.play(game, &mut games);
                }
                let mut writer = writer.lock().expect("no writer panics");
                writer.add(number, &games)?;
                if writer.done.len().is_multiple_of(100) {
                    let seconds = start.elapsed().as_secs_f64();
                    eprintln!("{} games, {seconds:.0} s", writer.done.len() as u32 * BLOCK);
                }
            }
            Ok(())
        };
        let threads: Vec<_> = (0..options.threads.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().expect("no game panics"))
    })
}

/// One thread's player.
struct Player<'a, E: Evaluator> {
    options: &'a Options,
    search: Search<'a, E>,
    solver: Solver,
}

impl<'a, E: Evaluator> Player<'a, E> {
    fn new(options: &'a Options, evaluator: &'a E) -> Player<'a, E> {
        Player {
            options,
            search: Search::new(evaluator),
            solver: Solver::new(),
        }
    }

    /// Plays a game with a random start, then once more from somewhere in it, after one or two
    /// random moves: good players do not see the positions that follow a mistake, a search does.
    fn play(&mut self, number: u64, block: &mut Vec<u8>) {
        let mut random =
            Random::new(self.options.seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
        let spread = self
            .options
            .random_to
            .saturating_sub(self.options.random_from)
            + 1;
        let opening = self.options.random_from + random.below(spread);
        let mut game = Record::default();
        random_moves(&mut game, opening, &mut random);
        self.finish(&mut game, &mut random);
        game.write(block);

        let left = game.moves.len().saturating_sub(game.known_from + 2);
        let mut branch = game;
        branch
            .moves
            .truncate(branch.known_from + random.below(left));
        let random_count = 1 + random.below(2);
        random_moves(&mut branch, random_count, &mut random);
        self.finish(&mut branch, &mut random);
        branch.write(block);
    }

    /// Plays a game on to its end as well as it can.
    fn finish(&mut self, game: &mut Record, random: &mut Random) {
        let mut board = replay(&game.moves);
        game.known_from = game.moves.len();
        game.thoughts.clear();
        let mut guess = None;
        loop {
            let found = if board.empties() <= self.options.solve {
                let found = self.solver.best(board, guess);
                guess = found.map(|(_, score)| score);
                found
            } else {
                let found = self.search.best(board, self.options.depth);
                found.map(|(square, score)| (square, Score::from_units(score).rounded()))
            };
            match found {
                Some((square, score)) => {
                    game.moves.push(square);
                    game.thoughts.push(Thought {
                        score: score as i8,
                        asides: self.asides(board, square, random),
                    });
                    board = board.play_unchecked(square);
                }
                None if board.pass().legal_moves().is_empty() => return,
                None => board = board.pass(),
            }
            guess = guess.map(|score: i32| -score);
        }
    }

    /// Random moves other than `best` and what to expect of them. Most of what a search judges are
    /// positions after a poor move; without these, weights would take poor moves for better than
    /// they are.
    fn asides(&mut self, board: Board, best: Square, random: &mut Random) -> Vec<(Square, i8)> {
        let mut others: Vec<Square> = board.legal_moves().into_iter().collect();
        others.retain(|&square| square != best);
        let mut asides = Vec::new();
        while asides.len() < self.options.asides && !others.is_empty() {
            let square = others.swap_remove(random.below(others.len()));
            let child = board.play_unchecked(square);
            let score = if child.empties() <= self.options.solve {
                self.solver.solve(child, -64, 64)
            } else {
                let units = self.search.estimate(child, self.options.depth);
                Score::from_units(units).rounded()
            };
            asides.push((square, -score as i8));
        }
        asides
    }
}

/// Adds up to `count` random moves.
fn random_moves(game: &mut Record, count: usize, random: &mut Random) {
    let mut board = replay(&game.moves);
    for _ in 0..count {
        if board.legal_moves().is_empty() {
            board = board.pass();
        }
        let moves: Vec<Square> = board.legal_moves().into_iter().collect();
        let Some(square) = random.pick(&moves) else {
            return;
        };
        game.moves.push(square);
        board = board.play_unchecked(square);
    }
}

/// The position after `moves`, which are legal; passes are found.
fn replay(moves: &[Square]) -> Board {
    moves.iter().fold(Board::START, |board, &square| {
        let board = if board.legal_moves().is_empty() {
            board.pass()
        } else {
            board
        };
        board.play_unchecked(square)
    })
}
