//! Speed of the classic opponents: whole games, in one run.
//!
//! `taskset -c 1 cargo bench -p reversi-engine`
//!
//! The Java program that the `walle` opponent reproduces was timed on the same machine, pinned to
//! one core: 2.1 s for a whole game against itself at depth 5, and 27, 30, 48 and 57 s at depth 7,
//! where games differ because it too picks among equal moves by chance.

use std::time::Instant;

use reversi_engine::{Classic, Level, Random};
use reversi_rules::{Game, Size};

/// Seconds per game of the Java original at a depth, the median of four games.
const ORIGINAL: [(u32, f64); 2] = [(5, 2.1), (7, 39.0)];

fn main() {
    // Without `--bench`, as in `cargo test`, one short run only shows that the bench works.
    let measure = std::env::args().any(|arg| arg == "--bench");
    let repeats = if measure { 5 } else { 1 };

    for (plies, original) in ORIGINAL {
        let plies = if measure { plies } else { 2 };
        let seconds = median(repeats, |seed| play(Classic::Walle, 8, plies, seed));
        print!("walle depth {plies}, 8×8: {seconds:.3} s a game");
        if measure {
            print!(", {:.0} times as fast as the original", original / seconds);
        }
        println!();
    }
    let size = if measure { 26 } else { 6 };
    let seconds = median(repeats, |seed| play(Classic::Positional, size, 3, seed));
    println!("positional depth 3, {size}×{size}: {seconds:.3} s a game");
}

/// Plays an opponent against itself to the end.
fn play(opponent: Classic, side: usize, plies: u32, seed: u64) {
    let mut game = Game::new(Size::new(side).expect("an even size"));
    let level = Level::new(plies).expect("not 0");
    let mut random = Random::new(seed);
    while let Some(decision) = opponent.choose(game.diagram(), level, &mut random) {
        game.play(decision.point).expect("a legal move");
    }
}

fn median(repeats: u64, mut work: impl FnMut(u64)) -> f64 {
    let mut seconds: Vec<f64> = (0..repeats)
        .map(|seed| {
            let start = Instant::now();
            work(seed);
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}
