//! Solves the 6×6 opening, for the solved table of the engine.
//!
//! For perfect play by the engine against any opponent: a best move in every position where the
//! engine is to move, with either colour, and every reply to it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, Result};
use clap::Args;
use engine::{Engine, Limits, Settings};
use rules::formats::obf::Problem;
use rules::{Board, Color, Inset, Size, Square};

/// Options of `solved`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Positions after up to this many moves
    #[arg(long, default_value_t = 9)]
    moves: u32,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Megabytes for the transposition table of each thread
    #[arg(long, default_value_t = 256)]
    hash: usize,
    /// File for the positions
    #[arg(long)]
    out: PathBuf,
}

/// The score of perfect play, in discs, and a best move.
type Answer = (i32, Option<Square>);

/// By position; symmetric positions are solved once.
type Solved = BTreeMap<(u64, u64), (Board, Answer)>;

/// Writes the positions in which the engine may have to move, one of each set of symmetric ones.
///
/// # Errors
/// When the file cannot be written.
pub fn run(options: &Options) -> Result<()> {
    let mut solved = Solved::new();
    // First with the engine as Black, then as White.
    for first in 0..2 {
        let start = vec![Board::START.canonical()];
        let mut layer = if first == 0 { start } else { answers(&start) };
        for moves in (first..=options.moves).step_by(2) {
            eprintln!("{} positions after {moves} moves", layer.len());
            let found = solve_all(&layer, options);
            let after = found
                .values()
                .filter_map(|(board, (_, best))| board.play((*best)?));
            let after: Vec<Board> = after.map(Board::canonical).collect();
            solved.extend(found);
            layer = answers(&after);
        }
    }
    let mut text = String::from("% Solved positions of 6×6 Reversi, by reversi-train solved.\n");
    let mut rows: Vec<_> = solved.into_values().collect();
    rows.sort_by_key(|(board, _)| (std::cmp::Reverse(board.empties()), key(board)));
    for (board, (score, square)) in rows {
        if let Some(square) = square {
            text += &format!("{}\n", problem(board, square, score)?);
        }
    }
    std::fs::write(&options.out, text)
        .with_context(|| format!("cannot write {}", options.out.display()))
}

/// The 6×6 board in the middle of the 8×8 one.
fn six() -> Inset {
    let size = Size::new(6).expect("an even size");
    Inset::of(size).expect("no larger than 8×8")
}

fn key(board: &Board) -> (u64, u64) {
    (board.own().0, board.opponent().0)
}

/// The positions after every move in each of these. No side has to pass so early.
fn answers(boards: &[Board]) -> Vec<Board> {
    let play = |board: &Board| {
        let board = *board;
        let moves = board.legal_moves() & six().squares();
        let next = moves.into_iter();
        next.map(move |square| board.play_unchecked(square).canonical())
    };
    let mut after: Vec<Board> = boards.iter().flat_map(play).collect();
    after.sort_by_key(key);
    after.dedup();
    after
}

fn solve_all(boards: &[Board], options: &Options) -> Solved {
    let next = AtomicUsize::new(0);
    let solved = Mutex::new(BTreeMap::new());
    std::thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            scope.spawn(|| {
                let mut engine = Engine::new(Settings {
                    threads: 1,
                    hash_mb: options.hash,
                });
                let stop = AtomicBool::new(false);
                while let Some(board) = boards.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let diagram = six().diagram(*board, Color::Black);
                    let limits = Limits::exact();
                    let analysis = engine.analyse(&diagram, &limits, 1, &stop, &mut |_| {});
                    let best = analysis.best();
                    let square = best.point().and_then(|point| six().square(point));
                    let answer = (best.score.rounded(), square);
                    let mut solved = solved.lock().expect("no thread panics with it");
                    solved.insert(key(board), (*board, answer));
                    if solved.len() % 100 == 0 {
                        eprintln!("{} solved", solved.len());
                    }
                }
            });
        }
    });
    solved.into_inner().expect("no thread panics with it")
}

fn problem(board: Board, square: Square, score: i32) -> Result<Problem> {
    let point = six().point(square).context("a square of the 6×6 board")?;
    Ok(Problem {
        scores: vec![(point, score)],
        ..Problem::unknown(six().diagram(board, Color::Black))
    })
}
