//! Several lines: each begins with a different move, the best first.

use reversi_engine::{Analysis, Kind, Limits, Line};
use reversi_rules::Board;

use super::boards::{EIGHT, analyse, assert_perfect, engine, play_out, random_boards, whole_discs};
use super::plain_solver::solve;

fn assert_distinct_and_sorted(board: Board, analysis: &Analysis) {
    let mut squares: Vec<_> = analysis.lines.iter().map(Line::square).collect();
    let scores = analysis.lines.iter().map(|line| line.score);
    assert!(
        scores.is_sorted_by(|a, b| a >= b),
        "{:?} on\n{board}",
        analysis.lines
    );
    assert!(!squares.contains(&None), "{board}");
    squares.sort();
    squares.dedup();
    assert_eq!(
        squares.len(),
        analysis.lines.len(),
        "{:?} on\n{board}",
        analysis.lines
    );
    for line in &analysis.lines {
        play_out(board, line, !0);
    }
}

#[test]
fn every_line_has_its_exact_score() {
    let mut engine = engine(1, 4);
    for (empties, count) in [(2, 50), (5, 50), (8, 80), (10, 80), (12, 30), (13, 10)] {
        for board in random_boards(empties, count, 400) {
            let mut expected: Vec<i32> = board
                .legal_moves()
                .into_iter()
                .map(|square| -solve(board.play(square).expect("legal")))
                .collect();
            expected.sort_by_key(|score| std::cmp::Reverse(*score));
            for lines in [2, 3, 64, usize::MAX] {
                let analysis = analyse(&mut engine, board, &Limits::exact(), lines);
                assert_eq!(analysis.lines.len(), lines.min(expected.len()), "{board}");
                assert_distinct_and_sorted(board, &analysis);
                for (line, score) in analysis.lines.iter().zip(&expected) {
                    assert_eq!(whole_discs(line, board), *score, "{line:?} on\n{board}");
                    assert_perfect(board, line, EIGHT);
                    let after = board.play(line.square().expect("a move")).expect("legal");
                    assert_eq!(-solve(after), *score, "{line:?} on\n{board}");
                }
            }
        }
    }
}

#[test]
fn lines_of_estimates_are_sorted_and_distinct() {
    for empties in [20, 30, 40, 50, 58] {
        for board in random_boards(empties, 6, 401) {
            for (depth, lines) in [(1, 3), (4, 4), (7, 5), (8, 64)] {
                let analysis = analyse(&mut engine(1, 2), board, &Limits::depth(depth), lines);
                let moves = board.legal_moves().len() as usize;
                assert_eq!(analysis.lines.len(), lines.min(moves), "{board}");
                assert_distinct_and_sorted(board, &analysis);
                for line in &analysis.lines {
                    assert_eq!(line.kind, Kind::Estimate(depth), "{board}");
                }
            }
        }
    }
}

#[test]
fn no_lines_are_one_line() {
    for board in random_boards(10, 5, 402) {
        assert_eq!(
            analyse(&mut engine(1, 1), board, &Limits::exact(), 0)
                .lines
                .len(),
            1
        );
    }
}

#[test]
fn the_first_of_many_lines_is_the_only_one_of_one() {
    for board in random_boards(14, 10, 403) {
        let one = analyse(&mut engine(1, 2), board, &Limits::exact(), 1);
        let many = analyse(&mut engine(1, 2), board, &Limits::exact(), 4);
        assert_eq!(one.best().score, many.best().score, "{board}");
    }
}
