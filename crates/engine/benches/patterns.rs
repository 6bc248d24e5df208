//! Speed of the pattern evaluation and of the network, in one run.
//!
//! `taskset -c 1 cargo bench -p reversi-engine --bench patterns`

use std::hint::black_box;
use std::time::Instant;

use reversi_engine::pattern::weight_count;
use reversi_engine::{Evaluator, Network, PatternState, Patterns, Random, Weights};
use reversi_rules::{Bitboard, Board, Square};

/// A position of a game and the move played there.
struct Step {
    board: Board,
    state: PatternState,
    square: Square,
    flips: Bitboard,
}

fn main() {
    // Without `--bench`, as in `cargo test`, one short run only shows that the bench works.
    let measure = std::env::args().any(|arg| arg == "--bench");
    let (games, repeats) = if measure { (200, 200) } else { (1, 1) };

    let start = Instant::now();
    let network = Network::embedded();
    println!("loading: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let patterns = Patterns::new(&made_up());

    println!("\npositions of a search, two moves ahead of {SEARCHES} positions");
    measure_both(&patterns, &network, &searched(&patterns), repeats);
    println!("\npositions of {games} random games, which find nothing in the cache");
    measure_both(&patterns, &network, &steps(&patterns, games), repeats);
}

/// Random weights: the speed does not depend on their values.
fn made_up() -> Weights {
    let mut random = Random::new(2);
    let mut phase = || -> Vec<i16> {
        let weight = |_| random.below(301) as i16 - 150;
        (0..weight_count()).map(weight).collect()
    };
    let phases = (0..31).map(|_| phase()).collect();
    Weights::new("made up", 2, phases).expect("the right numbers")
}

fn measure_both(patterns: &Patterns, network: &Network, steps: &[Step], repeats: usize) {
    println!("patterns:");
    measure_all(patterns, steps, repeats);
    println!("network:");
    measure_all(network, steps, repeats);
}

fn measure_all<E>(evaluator: &E, steps: &[Step], repeats: usize)
where
    E: Evaluator<State = PatternState>,
{
    let time = |name: &str, mut work: Box<dyn FnMut(&Step) -> i32 + '_>| {
        // The fastest of many rounds is the least disturbed one.
        let round = |_| {
            let start = Instant::now();
            for step in steps {
                black_box(work(step));
            }
            start.elapsed().as_secs_f64()
        };
        let fastest = (0..repeats).map(round).fold(f64::INFINITY, f64::min);
        println!("  {name}: {:.1} ns", fastest * 1e9 / steps.len() as f64);
    };
    time(
        "flips alone",
        Box::new(|step| step.board.flips_unchecked(step.square).len() as i32),
    );
    time(
        "play",
        Box::new(|step| {
            black_box(evaluator.play(&step.state, step.square, step.flips));
            0
        }),
    );
    time(
        "evaluate",
        Box::new(|step| evaluator.evaluate(&step.state, step.board)),
    );
    time(
        "play and evaluate",
        Box::new(|step| {
            let state = evaluator.play(&step.state, step.square, step.flips);
            evaluator.evaluate(&state, step.board.after(step.square, step.flips))
        }),
    );
    time(
        "evaluate a move",
        Box::new(|step| {
            let next = step.board.after(step.square, step.flips);
            evaluator.evaluate_move(&step.state, step.square, step.flips, next)
        }),
    );
    time(
        "from nothing and evaluate",
        Box::new(|step| evaluator.evaluate(&evaluator.state(step.board), step.board)),
    );
}

/// The number of games that root positions are taken from.
const SEARCHES: usize = 3;

/// Every second move below some positions with 16 empty squares.
fn searched(patterns: &Patterns) -> Vec<Step> {
    let roots = steps(patterns, SEARCHES)
        .into_iter()
        .filter(|step| step.board.empties() == 16);
    let mut steps = Vec::new();
    for root in roots {
        for first in root.board.legal_moves() {
            let board = root.board.play_unchecked(first);
            steps.extend(board.legal_moves().into_iter().map(|square| Step {
                board,
                state: patterns.state(board),
                square,
                flips: board.flips(square),
            }));
        }
    }
    steps
}

/// Every move of some random games, between 4 and 44 empty squares.
fn steps(patterns: &Patterns, games: usize) -> Vec<Step> {
    let mut random = Random::new(1);
    let mut steps = Vec::new();
    for _ in 0..games {
        let mut board = Board::START;
        while !board.is_over() {
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            let Some(square) = random.pick(&moves) else {
                board = board.pass();
                continue;
            };
            if (4..=44).contains(&board.empties()) {
                steps.push(Step {
                    board,
                    state: patterns.state(board),
                    square,
                    flips: board.flips(square),
                });
            }
            board = board.play_unchecked(square);
        }
    }
    steps
}
