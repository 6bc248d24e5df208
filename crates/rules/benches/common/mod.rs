//! Shared parts of the benches.

#[path = "../../tests/common/random.rs"]
pub mod random;

use std::time::Instant;

use random::SplitMix64;
use reversi_rules::Board;

/// The times that a piece of work took, in seconds.
pub struct Times {
    pub best: f64,
    pub median: f64,
}

impl Times {
    pub fn of(rounds: usize, mut work: impl FnMut()) -> Times {
        let mut seconds: Vec<f64> = (0..rounds)
            .map(|_| {
                let start = Instant::now();
                work();
                start.elapsed().as_secs_f64()
            })
            .collect();
        seconds.sort_by(f64::total_cmp);
        Times {
            best: seconds[0],
            median: seconds[rounds / 2],
        }
    }
}

/// All positions with a legal move from some random games, the same in every run.
pub fn random_positions(games: usize) -> Vec<Board> {
    let mut random = SplitMix64::new(60);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut board = Board::START;
        while !board.is_over() {
            let moves = board.legal_moves();
            if moves.is_empty() {
                board = board.pass();
                continue;
            }
            positions.push(board);
            let choice = random.below(moves.len() as usize);
            let square = moves.into_iter().nth(choice).expect("one of the moves");
            board = board.play_unchecked(square);
        }
    }
    positions
}
