//! The three best moves of a position, as the search deepens:
//! `cargo run --release --example analyse -- "BOARD STRING" [SECONDS]`.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use reversi_engine::{Analysis, Engine, Kind, Limits, Line, Settings};
use reversi_rules::Diagram;

const START: &str = "---------------------------OX------XO--------------------------- X";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let position: Diagram = arguments.next().as_deref().unwrap_or(START).parse()?;
    let seconds: f64 = arguments.next().as_deref().unwrap_or("1").parse()?;

    let mut engine = Engine::new(Settings::default());
    let limits = Limits::time(Duration::try_from_secs_f64(seconds)?);
    let stop = AtomicBool::new(false);
    let analysis = engine.analyse(&position, &limits, 3, &stop, &mut |analysis| {
        println!("depth {:2}  {}", analysis.depth, text(analysis.best()));
    });

    println!("\n{position:?}\n");
    report(&analysis);
    Ok(())
}

fn report(analysis: &Analysis) {
    for line in &analysis.lines {
        println!("{}", text(line));
    }
    let Analysis { nodes, time, .. } = analysis;
    println!("{nodes} nodes in {time:.1?}");
}

fn text(line: &Line) -> String {
    let moves = line.moves.iter().map(|at| match at {
        Some(point) => point.to_string(),
        None => "--".to_string(),
    });
    let moves: Vec<String> = moves.collect();
    let score = match line.kind {
        Kind::Exact => format!("{} exactly", line.score),
        Kind::Heuristic(_) => format!("value {}", line.score.units()),
        _ => format!("{} expected", line.score),
    };
    format!("{score:16} {}", moves.join(" "))
}
