//! Middle-game puzzles: one move is clearly best, and the shares are those of the human-move model.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use engine::{Engine, Limits, Settings};
use play::people::HumanModel;
use play::puzzle::middle::{self, MARGIN, Puzzle, PuzzleError};
use rules::Point;

/// With at most this many empty squares the scores are exact.
const SOLVED: u32 = 24;

fn search(puzzle: &Puzzle, limits: &Limits, lines: usize) -> Vec<(Point, i32)> {
    let mut engine = Engine::new(Settings {
        threads: 1,
        hash_mb: 16,
    });
    let board = puzzle.diagram().to_board().expect("8×8");
    let analysis = engine.analyse(board, limits, lines, &AtomicBool::new(false), &mut |_| {});
    let lines = analysis.lines.iter();
    lines
        .map(|line| (line.point().expect("a move"), line.score.rounded()))
        .collect()
}

#[test]
fn every_line_has_one_clearly_best_move() {
    let all = middle::all();
    assert!(all.len() >= 200, "{}", all.len());
    for puzzle in all {
        let scores = &puzzle.problem.scores;
        assert!((20..=44).contains(&puzzle.empties()), "{puzzle}");
        assert!(scores.len() >= 5, "{puzzle}");
        assert!(scores[0].1 - scores[1].1 >= MARGIN, "{puzzle}");
        assert_eq!(puzzle.attempt(puzzle.best()).expect("legal").0, 0);
        let board = puzzle.diagram().to_board().expect("8×8");
        assert!(!board.symmetries()[1..].contains(&board), "{puzzle}");
    }
}

#[test]
fn they_are_spread_over_shares_and_empty_squares_and_no_two_are_alike() {
    let all = middle::all();
    for (least, most) in [(0, 19), (20, 39), (40, 59), (60, 79), (80, 100)] {
        let those = all
            .iter()
            .filter(|puzzle| (least..=most).contains(&puzzle.share()));
        assert!(those.count() * 20 >= all.len(), "{least} to {most} %");
    }
    for least in [20, 25, 30, 35] {
        let those = all
            .iter()
            .filter(|puzzle| (least..least + 5).contains(&puzzle.empties()));
        assert!(
            those.count() * 20 >= all.len(),
            "from {least} empty squares"
        );
    }
    let boards: Vec<_> = all
        .iter()
        .map(|puzzle| puzzle.diagram().to_board().expect("8×8"))
        .collect();
    for (index, one) in boards.iter().enumerate() {
        for other in &boards[..index] {
            let differing = |image: &rules::Board| {
                (image.own().0 ^ one.own().0 | image.opponent().0 ^ one.opponent().0).count_ones()
            };
            assert!(other.symmetries().iter().map(differing).min() >= Some(10));
        }
    }
    let ids: HashSet<String> = all.iter().map(Puzzle::id).collect();
    assert_eq!(ids.len(), all.len());
}

/// `make shares` computes them again after the model has changed.
#[test]
fn the_shares_are_those_of_the_model() {
    let model = HumanModel::embedded();
    let mut before = 100;
    for puzzle in middle::all() {
        let mut again = puzzle.clone();
        again.refit(&model);
        for (stored, fitted) in puzzle.tries.iter().zip(&again.tries) {
            // Rounding may differ between processors.
            assert!(stored.share.abs_diff(fitted.share) <= 1, "{puzzle}");
        }
        assert!(puzzle.share() <= before, "sorted: {puzzle}");
        before = puzzle.share();
    }
}

/// A few are searched again, to the depth that the file names.
#[test]
fn a_search_agrees_with_a_sample() {
    let estimated = middle::all()
        .iter()
        .filter(|puzzle| puzzle.empties() > SOLVED);
    for puzzle in estimated.skip(3).step_by(40) {
        let found = search(puzzle, &Limits::depth(20), 2);
        assert_eq!(found[0].0, puzzle.best(), "{puzzle}");
        // Not exactly the search that made the file: its table was not empty.
        assert!(
            found[0].1 - found[1].1 >= MARGIN - 1,
            "{found:?} in {puzzle}"
        );
    }
}

#[test]
fn the_smallest_are_solved_to_the_end() {
    let smallest = middle::all().iter().filter(|puzzle| puzzle.empties() == 20);
    for puzzle in smallest.take(3) {
        let found = search(puzzle, &Limits::exact(), 2);
        let scores = &puzzle.problem.scores;
        assert_eq!(found[0], scores[0], "{puzzle}");
        assert_eq!(found[1].1, scores[1].1, "{puzzle}");
    }
}

#[test]
fn a_puzzle_is_read_as_it_was_written() {
    for puzzle in middle::all() {
        let again = middle::read(&puzzle.to_string()).expect("a line of its own");
        assert_eq!(again.as_slice(), std::slice::from_ref(puzzle));
    }
}

#[test]
fn invalid_lines_are_reported_with_their_number_and_reason() {
    let first = middle::all()[0].to_string();
    let wrong = |line: &str| middle::read(&format!("% first\n\n{line}\n")).unwrap_err();
    let (number, error) = wrong("nonsense");
    assert_eq!(number, 3);
    assert!(matches!(error, PuzzleError::Problem(_)));
    let (problem, comment) = first.split_once('%').expect("a comment");
    // A move is missing; no comment; another order; a share above 100; an illegal reply.
    let fewer = problem.rsplitn(3, ';').last().expect("moves").to_string();
    assert_eq!(wrong(&format!("{fewer};")).1, PuzzleError::NotClear);
    let no_try = |error: &PuzzleError| matches!(error, PuzzleError::Try(..));
    assert!(no_try(&wrong(problem).1));
    let turned: Vec<&str> = comment.split(',').rev().collect();
    assert!(no_try(&wrong(&format!("{problem}%{}", turned.join(","))).1));
    let (before, after) = comment
        .split_once(' ')
        .map_or(("", comment), |(_, rest)| ("", rest));
    let beyond = after.replacen('%', "00%", 1);
    assert!(no_try(&wrong(&format!("{problem}%{before} {beyond}")).1));
    let illegal = after.replacen("% ", "% d4 ", 1);
    let message = wrong(&format!("{problem}%{before} {illegal}"))
        .1
        .to_string();
    assert!(message.contains("as in"), "{message}");
}
