//! Textbook searches: all methods agree, and every answer is legal.

use crate::common::{Judge, random_positions, whole_game};
use reversi_engine::{Choice, Classic, Evaluation, Level, Method, Opponent};
use reversi_rules::{ByColor, Color, Diagram, Game, Point, PointSet, Size, WideBoard};

fn level(plies: u32) -> Level {
    Level::new(plies).expect("not 0")
}

fn size(side: usize) -> Size {
    Size::new(side).expect("an even size")
}

#[test]
fn minimax_and_alpha_beta_agree() {
    for (side, count) in [(4, 20), (6, 12), (8, 8), (10, 4)] {
        for diagram in random_positions(size(side), count, 1) {
            for judge in Judge::all() {
                for plies in 1..=4 {
                    let consider = |method| {
                        let choice = judge.consider(&diagram, level(plies), method);
                        choice.expect("there is a move")
                    };
                    let slow = consider(Method::Minimax);
                    let fast = consider(Method::AlphaBeta);
                    let answer = |choice: &Choice| (choice.value, choice.best, choice.depth);
                    assert_eq!(
                        answer(&slow),
                        answer(&fast),
                        "{judge:?}, {plies} moves ahead on\n{diagram:?}"
                    );
                    assert!(fast.nodes <= slow.nodes, "{judge:?} on\n{diagram:?}");
                }
            }
        }
    }
}

#[test]
fn alpha_beta_visits_a_small_part_of_what_minimax_does() {
    let start = Game::new(Size::EIGHT);
    for judge in Judge::with_level() {
        let nodes = |method| {
            let choice = judge.consider(start.diagram(), level(7), method);
            choice.expect("there is a move").nodes
        };
        let (slow, fast) = (nodes(Method::Minimax), nodes(Method::AlphaBeta));
        assert!(fast < slow / 5, "{judge:?}: {fast} of {slow}");
    }
}

#[test]
fn a_search_that_maximises_for_black_and_minimises_for_white_agrees() {
    for (side, count) in [(4, 20), (6, 8), (8, 4), (10, 2)] {
        for diagram in random_positions(size(side), count, 2) {
            for judge in Judge::all() {
                for plies in 1..=3 {
                    let choice = judge
                        .consider(&diagram, level(plies), Method::AlphaBeta)
                        .expect("there is a move");
                    let evaluation = judge.evaluation(size(side));
                    let (best, value) = naive_choice(&diagram, choice.depth, &evaluation);
                    assert_eq!(
                        (choice.best, choice.value),
                        (best, black_view(&diagram, value)),
                        "{judge:?}, {plies} moves ahead on\n{diagram:?}"
                    );
                }
            }
        }
    }
}

/// The best moves and their value for Black.
fn naive_choice(diagram: &Diagram, plies: u32, judge: &Evaluation<WideBoard>) -> (PointSet, i32) {
    let moves = diagram.legal_moves().into_iter();
    let valued: Vec<(Point, i32)> = moves
        .map(|point| {
            let next = diagram.play(point).expect("a legal move");
            (point, naive_value(&next, plies - 1, judge))
        })
        .collect();
    let values = valued.iter().map(|&(_, value)| value);
    let best = best_for(diagram.to_move(), values).expect("there is a move");
    let equal = valued.into_iter().filter(|&(_, value)| value == best);
    (equal.map(|(point, _)| point).collect(), best)
}

/// The value of a position for Black, with either side to move.
fn naive_value(diagram: &Diagram, plies: u32, judge: &Evaluation<WideBoard>) -> i32 {
    let passed = diagram.pass();
    let is_stuck = diagram.legal_moves().is_empty();
    if plies == 0 || is_stuck && passed.legal_moves().is_empty() {
        return black_view(diagram, judge.value(diagram.board()));
    }
    if is_stuck {
        return naive_value(&passed, plies, judge);
    }
    let moves = diagram.legal_moves().into_iter();
    let values = moves.map(|point| {
        let next = diagram.play(point).expect("a legal move");
        naive_value(&next, plies - 1, judge)
    });
    best_for(diagram.to_move(), values).expect("there is a move")
}

fn best_for(color: Color, values: impl Iterator<Item = i32>) -> Option<i32> {
    match color {
        Color::Black => values.max(),
        Color::White => values.min(),
    }
}

/// Converts a value between the side to move and Black.
fn black_view(diagram: &Diagram, value: i32) -> i32 {
    match diagram.to_move() {
        Color::Black => value,
        Color::White => -value,
    }
}

#[test]
fn a_level_beyond_the_end_of_the_game_looks_to_the_end() {
    for diagram in random_positions(Size::MIN, 30, 3) {
        for judge in Judge::with_level() {
            let consider = |level| judge.consider(&diagram, level, Method::AlphaBeta);
            let exact = consider(level(diagram.board().empties())).expect("there is a move");
            assert_eq!(exact.depth, diagram.board().empties());
            for beyond in [exact.depth + 1, 1_000_000_000, u32::MAX] {
                let choice = consider(level(beyond));
                assert_eq!(choice.as_ref(), Some(&exact), "{judge:?} on\n{diagram:?}");
            }
        }
    }
}

#[test]
fn the_engine_solves_4x4_where_black_loses_by_3_to_11() {
    let solved = ByColor {
        black: 3,
        white: 11,
    };
    for (seed, plies) in [(1, 100), (2, 100), (3, u32::MAX)] {
        let game = whole_game(Opponent::Engine, Size::MIN, level(plies), seed);
        assert_eq!(game.counts(), solved, "{:?}", game.diagram());
    }
    let start = Game::new(Size::MIN);
    let choice = Classic::Discs
        .consider(start.diagram(), level(100), Method::AlphaBeta)
        .expect("there is a move");
    assert_eq!((choice.value, choice.best), (3 - 11, start.legal_moves()));
}

#[test]
fn a_level_of_a_billion_answers_on_8x8() {
    let start = Game::new(Size::EIGHT);
    let choice = Classic::Discs
        .consider(start.diagram(), level(1_000_000_000), Method::AlphaBeta)
        .expect("there is a move");
    // All first moves are equal by symmetry.
    assert_eq!(choice.best, start.legal_moves());
    assert!(
        (10..60).contains(&choice.depth),
        "{} moves ahead",
        choice.depth
    );
}
