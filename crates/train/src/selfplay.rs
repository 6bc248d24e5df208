//! Games that the program plays against itself.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use engine::{Evaluator, Random};
use rules::{Board, Square};

use crate::blocks::Run;
use crate::judge::{Judge, Reach};
use crate::records::{MAGIC, Record, Thought};

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
    /// Weights or network to judge with; without this, that of the program
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Judge by hand-made rules instead, as when there are no weights yet
    #[arg(long, conflicts_with = "weights")]
    pub handmade: bool,
    /// How far the players look
    #[command(flatten)]
    pub reach: Reach,
    /// Random moves at the start, at least
    #[arg(long, default_value_t = 0)]
    pub random_from: usize,
    /// Random moves at the start, at most
    #[arg(long, default_value_t = 20)]
    pub random_to: usize,
    /// The random moves of every other game are drawn anew until neither side is further ahead
    /// than this many discs
    #[arg(long, default_value_t = 8.0)]
    pub balance: f64,
    /// Other moves to judge at each turn
    #[arg(long, default_value_t = 2)]
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
pub fn run<E: Evaluator + Clone>(options: &Options, evaluator: &E) -> Result<()> {
    let run = Run {
        path: &options.out,
        magic: MAGIC,
        seed: options.seed,
        blocks: options.games.div_ceil(BLOCK),
        threads: options.threads,
        seconds: options.seconds,
    };
    run.make(|| {
        let mut player = Player::new(options, evaluator);
        move |number| {
            let mut games = Vec::new();
            for game in 0..BLOCK {
                let game = u64::from(number) * u64::from(BLOCK) + u64::from(game);
                player.play(game, &mut games);
            }
            games
        }
    })
}

/// Openings drawn for a balanced game before the last one is taken as it is.
const DRAWS: usize = 20;

/// One thread's player.
struct Player<'a, E: Evaluator> {
    options: &'a Options,
    judge: Judge<E>,
}

impl<'a, E: Evaluator + Clone> Player<'a, E> {
    fn new(options: &'a Options, evaluator: &E) -> Player<'a, E> {
        Player {
            options,
            judge: Judge::new(evaluator.clone(), options.reach),
        }
    }

    /// Plays a game with a random start, then once more from somewhere in it, after one or two
    /// random moves: good players do not see the positions that follow a mistake, a search does.
    fn play(&mut self, number: u64, block: &mut Vec<u8>) {
        self.judge.forget();
        let mut random =
            Random::new(self.options.seed ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
        let mut game = self.opening(number.is_multiple_of(2), &mut random);
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

    /// The beginning of a game: random moves.
    fn opening(&mut self, balanced: bool, random: &mut Random) -> Record {
        let options = self.options;
        let spread = options.random_to.saturating_sub(options.random_from) + 1;
        // Most games shall be like those that people play, and some like nothing ever seen.
        let length = options.random_from + random.below(spread).min(random.below(spread));
        let mut game = Record::default();
        for _ in 0..DRAWS {
            game.moves.clear();
            random_moves(&mut game, length, random);
            if !balanced || self.judge.after(replay(&game.moves)).abs() <= options.balance {
                break;
            }
        }
        game
    }

    /// Plays a game on to its end as well as it can.
    fn finish(&mut self, game: &mut Record, random: &mut Random) {
        let mut board = replay(&game.moves);
        game.known_from = game.moves.len();
        game.thoughts.clear();
        while !board.is_over() {
            if board.legal_moves().is_empty() {
                board = board.pass();
            }
            let (Some(square), score) = self.judge.best(board) else {
                return;
            };
            game.moves.push(square);
            game.thoughts.push(Thought {
                score: score.round() as i8,
                asides: self.asides(board, square, random),
            });
            board = board.play_unchecked(square);
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
            let score = -self.judge.after(board.play_unchecked(square));
            asides.push((square, score.round() as i8));
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
