//! Speed of the human-move model: a whole prediction, and the part of it that is our evaluation of each move.
//!
//! `taskset -c 1 cargo bench -p play --bench people`

use std::hint::black_box;
use std::time::Instant;

use engine::{Evaluator, Network, Random};
use play::people::{HumanModel, Rating};
use rules::Board;

fn main() {
    // Without `--bench`, as in `cargo test`, one short run only shows that the bench works.
    let measure = std::env::args().any(|arg| arg == "--bench");
    let (games, rounds) = if measure { (50, 7) } else { (1, 1) };
    let start = Instant::now();
    let model = HumanModel::embedded();
    println!("loading: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let boards = boards(games);
    let rating = Rating::new(1800);
    let chances = fastest(&boards, rounds, |board| {
        black_box(model.chances(board, rating));
    });
    let network = Network::embedded();
    let evaluation = fastest(&boards, rounds, |board| {
        let state = network.state(board);
        for square in board.legal_moves() {
            let flips = board.flips_unchecked(square);
            let next = network.play(&state, square, flips);
            black_box(network.evaluate(&next, board.after(square, flips)));
        }
    });
    println!(
        "{} positions of random games, in microseconds for one:",
        boards.len()
    );
    println!("all chances                    {chances:6.1}");
    println!("our evaluation of each move    {evaluation:6.1}");
    println!(
        "all but our evaluation         {:6.1}",
        chances - evaluation
    );
}

/// The microseconds for a board in the fastest of some rounds.
fn fastest(boards: &[Board], rounds: usize, mut work: impl FnMut(Board)) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for board in boards {
            work(*board);
        }
        start.elapsed().as_secs_f64() * 1e6 / boards.len() as f64
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

fn boards(games: usize) -> Vec<Board> {
    let (mut boards, mut random) = (Vec::new(), Random::new(1));
    for _ in 0..games {
        let mut board = Board::START;
        while !board.is_over() {
            if board.legal_moves().is_empty() {
                board = board.pass();
            }
            boards.push(board);
            let moves: Vec<_> = board.legal_moves().into_iter().collect();
            board = board.play_unchecked(random.pick(&moves).expect("there is a move"));
        }
    }
    boards
}
