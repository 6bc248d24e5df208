//! `reversi perft`: counts the leaves of the game tree for each depth.

use std::io::{self, IsTerminal, Write};
use std::time::Instant;

use anyhow::Result;
use rules::{Board, Size, Start, WideBoard, perft};

use crate::cli::PerftArgs;

/// Prints depth, leaves, seconds and leaves per second for each depth; at a terminal with a
/// heading.
pub fn run(args: &PerftArgs, mut out: Box<dyn Write>) -> Result<()> {
    if io::stdout().is_terminal() {
        let [depth, leaves, seconds, rate] = ["depth", "leaves", "seconds", "leaves/s"];
        writeln!(out, "{depth:>5} {leaves:>20} {seconds:>10} {rate:>14}")?;
    }
    let size = args.size.get();
    for depth in 1..=args.depth {
        let start = Instant::now();
        let leaves = if size == Size::EIGHT {
            perft(Board::START, depth, args.convention)
        } else {
            let board = WideBoard::start(size, Start::Standard);
            perft(board, depth, args.convention)
        };
        let seconds = start.elapsed().as_secs_f64();
        let rate = leaves as f64 / seconds.max(1e-9);
        writeln!(out, "{depth:>5} {leaves:>20} {seconds:>10.3} {rate:>14.0}")?;
        out.flush()?;
    }
    Ok(())
}
