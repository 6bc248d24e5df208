//! Solves the positions of an OBF file, one per line:
//! `cargo run --release --example solve -- PROBLEMS.obf`.

use std::sync::atomic::AtomicBool;

use reversi_engine::{Engine, Limits, Settings};
use reversi_rules::formats::obf;

/// Two endgames, for a run without a file.
const PROBLEMS: &str = "\
XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X; H8:+6;
XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-XXXXXXO- O;
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => PROBLEMS.to_string(),
    };
    let threads = std::thread::available_parallelism()?.get();
    let mut engine = Engine::new(Settings {
        threads,
        hash_mb: 256,
    });
    let stop = AtomicBool::new(false);
    for (number, problem) in obf::read_all(&text) {
        let problem = problem?;
        let analysis = engine.analyse(&problem.diagram, &Limits::exact(), 1, &stop, &mut |_| {});
        let best = analysis.best();
        let name = best
            .point()
            .map_or("--".to_string(), |point| point.to_string());
        println!(
            "line {number}: {name} {} in {:.2?}, {} nodes",
            best.score, analysis.time, analysis.nodes
        );
    }
    Ok(())
}
