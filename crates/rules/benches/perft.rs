//! Speed of the two boards. Pin the bench to one idle core:
//!
//! ```text
//! taskset -c 1 cargo bench -p reversi-rules
//! ```
//!
//! Every line gives the best and the median of five rounds. `perft` times the boards in their
//! natural use, moves and replies in turn; the lines below it time one method each, over the same
//! positions from random games.
//!
//! Without `--bench`, as in `cargo test`, one short round shows that it works.

mod common;

use std::hint::black_box;

use common::{Times, random_positions};
use reversi_rules::{Board, Convention, Position, WideBoard, perft};

/// How much work to do.
struct Load {
    rounds: usize,
    board_depth: u32,
    wide_depth: u32,
    games: usize,
    /// How often a round repeats each set of positions.
    repeats: usize,
}

const MEASURE: Load = Load {
    rounds: 5,
    board_depth: 11,
    wide_depth: 8,
    games: 100,
    repeats: 200,
};

const TRY: Load = Load {
    rounds: 1,
    board_depth: 5,
    wide_depth: 3,
    games: 1,
    repeats: 1,
};

fn main() {
    let load = if std::env::args().any(|argument| argument == "--bench") {
        MEASURE
    } else {
        TRY
    };
    let board = report_perft("Board", Board::START, load.board_depth, &load);
    let wide = report_perft(
        "WideBoard",
        WideBoard::from(Board::START),
        load.wide_depth,
        &load,
    );
    println!(
        "a leaf costs WideBoard {:.1} times what it costs Board",
        wide / board
    );

    let boards = random_positions(load.games);
    let wide_boards: Vec<WideBoard> = boards.iter().copied().map(WideBoard::from).collect();
    report_methods("Board", &boards, &load);
    report_methods("WideBoard", &wide_boards, &load);
}

/// Prints the seconds and the speed of one count. Returns the nanoseconds per leaf of the best
/// round.
fn report_perft<P: Position>(name: &str, start: P, depth: u32, load: &Load) -> f64 {
    let mut leaves = 0;
    let times = Times::of(load.rounds, || {
        leaves = perft(black_box(start), depth, Convention::A);
    });
    let nanoseconds = times.best * 1e9 / leaves as f64;
    println!(
        "{name:9} perft({depth}) = {leaves}: best {:.3} s, median {:.3} s; \
         {:.0} million leaves/s, {nanoseconds:.2} ns a leaf",
        times.best,
        times.median,
        leaves as f64 / times.best / 1e6,
    );
    nanoseconds
}

/// Prints the nanoseconds per call of the two methods that a search uses most.
fn report_methods<P: Position>(name: &str, positions: &[P], load: &Load) {
    let moves: Vec<(P, P::Square)> = positions
        .iter()
        .flat_map(|&position| {
            position
                .legal_moves()
                .into_iter()
                .map(move |square| (position, square))
        })
        .collect();
    let report = |method: &str, calls: usize, over: &str, times: Times| {
        let nanoseconds = |seconds: f64| seconds * 1e9 / (load.repeats * calls) as f64;
        println!(
            "{name:9} {method}: best {:.2} ns, median {:.2} ns a call, over {calls} {over}",
            nanoseconds(times.best),
            nanoseconds(times.median),
        );
    };
    let times = Times::of(load.rounds, || {
        for position in (0..load.repeats).flat_map(|_| positions) {
            black_box(black_box(position).legal_moves());
        }
    });
    report("legal_moves", positions.len(), "positions", times);
    let times = Times::of(load.rounds, || {
        for (position, square) in (0..load.repeats).flat_map(|_| &moves) {
            black_box(black_box(position).play_unchecked(*square));
        }
    });
    report("play_unchecked", moves.len(), "moves", times);
}
