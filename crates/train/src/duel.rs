//! Two sets of weights against each other.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use engine::{Patterns, Random};
use rules::{Board, Square};

use crate::search::Search;
use crate::solver::{Solver, final_score};

/// Which weights play, and how.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// The weights to try
    weights: PathBuf,
    /// The weights to beat; without this, those of the program
    #[arg(long)]
    against: Option<PathBuf>,
    /// Openings; each is played with both colours
    #[arg(long, default_value_t = 500)]
    openings: usize,
    /// Random moves in an opening
    #[arg(long, default_value_t = 10)]
    random: usize,
    /// Moves to look ahead
    #[arg(long, default_value_t = 3)]
    depth: u32,
    /// Solve exactly from this many empty squares
    #[arg(long, default_value_t = 10)]
    solve: u32,
    /// The same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Plays a match and prints how it went.
///
/// # Errors
/// When weights cannot be read.
pub fn run(options: &Options) -> Result<()> {
    let first = read(&options.weights)?;
    let second = match &options.against {
        Some(path) => read(path)?,
        None => Patterns::embedded(),
    };
    let (first, second) = (Search::new(&first), Search::new(&second));
    let mut solver = Solver::new();
    let mut random = Random::new(options.seed);
    let mut differences = Vec::new();
    let (mut points, mut games) = (0.0, 0);
    for _ in 0..options.openings {
        let board = opening(options.random, &mut random);
        // Both results are for the first weights.
        let moving_first = play(board, [&first, &second], &mut solver, options);
        let moving_second = -play(board, [&second, &first], &mut solver, options);
        for result in [moving_first, moving_second] {
            points += (f64::from(result.signum()) + 1.0) / 2.0;
            games += 1;
        }
        differences.push(f64::from(moving_first + moving_second) / 2.0);
    }
    let count = differences.len().max(1) as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / count;
    println!(
        "{games} games: {:.1} % of the points, {mean:+.2} discs a game (± {:.2})",
        100.0 * points / f64::from(games.max(1)),
        (variance / count).sqrt()
    );
    Ok(())
}

fn read(path: &Path) -> Result<Patterns> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Patterns::from_bytes(&bytes)?)
}

/// A position after some random moves where the side to move can move.
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

/// The result of a game for the player to move.
fn play(
    mut board: Board,
    players: [&Search<'_, Patterns>; 2],
    solver: &mut Solver,
    options: &Options,
) -> i32 {
    let mut mover = 0;
    let sign = |mover: usize| if mover == 0 { 1 } else { -1 };
    loop {
        if board.empties() <= options.solve {
            return sign(mover) * solver.solve(board, -64, 64);
        }
        board = match players[mover].best(board, options.depth) {
            Some((square, _)) => board.play_unchecked(square),
            None if board.is_over() => return sign(mover) * final_score(board),
            None => board.pass(),
        };
        mover = 1 - mover;
    }
}
