//! Bench: a fixed set of searches whose node count identifies the search and whose time measures it.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use reversi_rules::{Board, Diagram};

use crate::engine::{Engine, Settings};
use crate::limits::Limits;

/// The result of a bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchReport {
    /// Nodes visited: the same on every machine, and different after any change of the search.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// Midgame positions and search depths.
const AHEAD: [(&str, u32); 4] = [
    (
        "---------------------------OX------XO--------------------------- X",
        16,
    ),
    (
        "------------------XO-O----XXOO-----XOX-----OOX------O----------- X",
        16,
    ),
    (
        "-----------OOX------OO----XXXOO---XXOXX---XOOO------O----------- X",
        16,
    ),
    (
        "--OOOO----OOOO---XOXXXX-XOXXOXXXOOOOXOX---OOOOO----------------- X",
        14,
    ),
];

/// Positions to solve: FFO #40 to #44 and #20, and one with a pass at its root.
const SOLVED: [&str; 7] = [
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X",
    "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X",
    "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X",
    "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O",
    "--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O",
    "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X",
    "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-XXXXXXO- O",
];

/// Analyses fixed positions one by one, each with an empty transposition table. `on_position` is called
/// with the number of finished positions and of all positions.
///
/// # Panics
/// Never: the positions are constants, and the tests run it.
pub fn bench(on_position: &mut dyn FnMut(usize, usize)) -> BenchReport {
    let start = Instant::now();
    let ahead = AHEAD.map(|(text, depth)| (text, Limits::depth(depth)));
    let solved = SOLVED.map(|text| (text, Limits::exact()));
    let work: Vec<(&str, Limits)> = ahead.into_iter().chain(solved).collect();
    let mut nodes = 0;
    let mut engine = Engine::new(Settings::default());
    for (done, (text, limits)) in work.iter().enumerate() {
        on_position(done, work.len());
        engine.clear();
        let stop = AtomicBool::new(false);
        nodes += engine
            .analyse(board(text), limits, 1, &stop, &mut |_| {})
            .nodes;
    }
    on_position(work.len(), work.len());
    BenchReport {
        nodes,
        time: start.elapsed(),
    }
}

/// The search depth of the signature.
const SIGNATURE_DEPTH: u32 = 8;

/// A number that identifies how the engine behaves, found in a few hundredths of a second: nodes and
/// scores of short searches. It is the same on every machine. Programs with different signatures give
/// different answers; those with equal ones may still differ in longer searches.
///
/// # Panics
/// Never: the positions are constants, and the tests run it.
#[must_use]
pub fn signature() -> u64 {
    let ahead = AHEAD.map(|(text, _)| (text, Limits::depth(SIGNATURE_DEPTH)));
    // The last two have few empty squares.
    let solved = SOLVED
        .iter()
        .rev()
        .take(2)
        .map(|text| (*text, Limits::exact()));
    let mut engine = Engine::new(Settings {
        threads: 1,
        hash_mb: 1,
    });
    let mut signature = 0_u64;
    for (text, limits) in ahead.into_iter().chain(solved) {
        engine.clear();
        let stop = AtomicBool::new(false);
        let analysis = engine.analyse(board(text), &limits, 1, &stop, &mut |_| {});
        for part in [analysis.nodes, analysis.best().score.units() as u64] {
            // A polynomial in an odd number: every part counts.
            signature = signature
                .wrapping_mul(0x9e37_79b9_7f4a_7c15)
                .wrapping_add(part);
        }
    }
    signature
}

fn board(text: &str) -> Board {
    let diagram: Diagram = text.parse().expect("a board string");
    diagram.to_board().expect("8×8")
}

#[cfg(test)]
mod tests {
    use super::signature;

    /// Two programs that search alike have one signature, so it must not depend on chance or time.
    #[test]
    fn the_signature_is_the_same_every_time() {
        assert_eq!(signature(), signature());
        assert_ne!(signature(), 0);
    }
}
