//! Problems with published exact scores: FFO #1–39.
//!
//! The files are in `../shared/data`, beside the project. Without them the test prints a note and
//! compares nothing.

use std::path::Path;

use reversi_engine::Limits;
use reversi_rules::{Bitboard, Board, Square};

use super::boards::{EIGHT, analyse, assert_perfect, engine};

/// A position and the scores of its moves, best first.
struct Problem {
    board: Board,
    moves: Vec<(Square, i32)>,
}

/// Reads a line such as `--XO… X; G8:+18; H1:+12;`.
fn parse(line: &str) -> Problem {
    let mut fields = line.split(';').map(str::trim);
    let position = fields.next().expect("a position");
    let (discs, side) = position
        .split_once(' ')
        .expect("discs and the side to move");
    let of = |disc: char| -> Bitboard {
        let squares = discs.chars().zip(Square::all());
        squares
            .filter(|(found, _)| *found == disc)
            .map(|(_, square)| square)
            .collect()
    };
    let (own, opponent) = if side == "X" { ('X', 'O') } else { ('O', 'X') };
    let moves = fields.filter(|field| !field.is_empty()).map(|field| {
        let (square, score) = field.split_once(':').expect("a square and a score");
        let square = square.to_lowercase().parse().expect("a square");
        (square, score.parse().expect("a score"))
    });
    Problem {
        board: Board::new(of(own), of(opponent)).expect("no square twice"),
        moves: moves.collect(),
    }
}

#[test]
fn ffo_problems_1_to_39_are_solved() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/problems");
    let mut solved = 0;
    for name in ["fforum-1-19.obf", "fforum-20-39.obf"] {
        let Ok(text) = std::fs::read_to_string(folder.join(name)) else {
            println!(
                "{} is absent: nothing compared",
                folder.join(name).display()
            );
            continue;
        };
        let mut engine = engine(2, 64);
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let problem = parse(line);
            let analysis = analyse(&mut engine, problem.board, &Limits::exact(), 1);
            let best = analysis.best();
            let (_, score) = problem.moves[0];
            assert_eq!(
                best.score.units(),
                128 * score,
                "{best:?}\n{}",
                problem.board
            );
            let square = best.square().expect("a move");
            let listed = problem.moves.iter().find(|(found, _)| *found == square);
            assert_eq!(listed, Some(&(square, score)), "{line}");
            assert_perfect(problem.board, best, EIGHT);
            solved += 1;
        }
    }
    assert!(solved == 0 || solved == 39, "{solved}");
}
