//! Tests of the smaller geometries in the middle of the 8×8 board, 4×6 and 4×8 among them.

use std::sync::atomic::AtomicBool;

use reversi_rules::{Bitboard, Board, Point, PointSet, Size, Square, Start, WideBoard};

use self::boards::{
    Dice, assert_perfect, engine, play_out, random_boards_on, scattered, whole_discs,
};
use self::plain_solver::solve_on;
use super::SmallRoot;
use crate::geometry::GeometryKind;
use crate::{Analysis, Engine, Limits, Line};

#[allow(dead_code, reason = "the integration tests use the rest")]
#[path = "../../tests/engine/boards.rs"]
mod boards;
#[allow(dead_code, reason = "the integration tests use the rest")]
#[path = "../../tests/engine/plain_solver.rs"]
mod plain_solver;

const SMALL: [GeometryKind; 4] = [
    GeometryKind::Four,
    GeometryKind::FourBySix,
    GeometryKind::FourByEight,
    GeometryKind::Six,
];

fn analyse_on(
    engine: &mut Engine,
    geometry: GeometryKind,
    board: Board,
    limits: &Limits,
    lines: usize,
) -> Analysis {
    let stop = AtomicBool::new(false);
    let root = SmallRoot::new(geometry, board);
    engine.search(&root, limits, lines, &stop, &mut |_| {})
}

fn exact_on(engine: &mut Engine, geometry: GeometryKind, board: Board) -> i32 {
    let analysis = analyse_on(engine, geometry, board, &Limits::exact(), 1);
    assert_perfect(board, analysis.best(), geometry.squares().0);
    whole_discs(analysis.best(), board)
}

#[test]
fn small_boards_are_solved_from_the_start() {
    for threads in [1, 2] {
        for (geometry, score) in [
            (GeometryKind::Four, -10),
            (GeometryKind::FourBySix, 16),
            (GeometryKind::FourByEight, 32),
        ] {
            assert_eq!(
                exact_on(&mut engine(threads, 16), geometry, Board::START),
                score,
                "{geometry:?}"
            );
        }
    }
    assert_eq!(solve_on(Board::START, GeometryKind::Four.squares().0), -10);
}

/// Results of one board size are not valid for another, and all begin with the same four discs.
#[test]
fn one_engine_plays_on_all_boards_in_turn() {
    let solved = [
        (GeometryKind::FourByEight, 32),
        (GeometryKind::FourBySix, 16),
        (GeometryKind::Four, -10),
        (GeometryKind::FourBySix, 16),
    ];
    let mut engine = engine(1, 16);
    for (geometry, score) in solved {
        assert_eq!(
            exact_on(&mut engine, geometry, Board::START),
            score,
            "{geometry:?}"
        );
    }
}

#[test]
fn a_small_board_changes_no_estimate_of_the_large_one() {
    let estimate = |engine: &mut Engine| {
        let stop = AtomicBool::new(false);
        engine
            .analyse(Board::START, &Limits::depth(6), 4, &stop, &mut |_| {})
            .lines
    };
    let fresh = estimate(&mut engine(1, 16));
    let mut used = engine(1, 16);
    exact_on(&mut used, GeometryKind::Four, Board::START);
    exact_on(&mut used, GeometryKind::FourBySix, Board::START);
    let scores = |lines: &[Line]| lines.iter().map(|line| line.score).collect::<Vec<_>>();
    assert_eq!(scores(&estimate(&mut used)), scores(&fresh));
}

#[test]
fn exact_scores_on_small_boards_are_those_of_the_plain_solver() {
    for (geometry, empties, count) in [
        (GeometryKind::Four, 4, 200),
        (GeometryKind::Four, 7, 200),
        (GeometryKind::Four, 10, 60),
        (GeometryKind::FourBySix, 5, 200),
        (GeometryKind::FourBySix, 9, 150),
        (GeometryKind::FourBySix, 12, 40),
        (GeometryKind::FourByEight, 6, 150),
        (GeometryKind::FourByEight, 10, 60),
        (GeometryKind::FourByEight, 13, 10),
        (GeometryKind::Six, 3, 100),
        (GeometryKind::Six, 8, 150),
        (GeometryKind::Six, 11, 40),
        (GeometryKind::Six, 13, 10),
    ] {
        let mut engine = engine(1, 4);
        for board in random_boards_on(geometry.squares().0, empties, count, 900) {
            let expected = solve_on(board, geometry.squares().0);
            assert_eq!(
                exact_on(&mut engine, geometry, board),
                expected,
                "{geometry:?}\n{board}"
            );
        }
    }
}

#[test]
fn every_line_stays_on_the_board() {
    for geometry in SMALL {
        for empties in [6, 10, 12] {
            for board in random_boards_on(geometry.squares().0, empties, 10, 901) {
                for limits in [
                    Limits::depth(1),
                    Limits::depth(5),
                    Limits::exact(),
                    Limits::win_loss_draw(),
                ] {
                    let analysis = analyse_on(&mut engine(2, 1), geometry, board, &limits, 64);
                    let moves = Bitboard(board.legal_moves().0 & geometry.squares().0);
                    assert_eq!(
                        analysis.lines.len() as u32,
                        moves.len(),
                        "{geometry:?}\n{board}"
                    );
                    for line in &analysis.lines {
                        play_out(board, line, geometry.squares().0);
                    }
                }
            }
        }
    }
}

/// The n×n board in the middle of the 8×8 one.
fn in_the_middle(board: &WideBoard) -> Board {
    let offset = (8 - board.size().side()) / 2;
    let moved = |set: PointSet| -> Bitboard {
        let index = |point: Point| 8 * (point.row() + offset) + point.column() + offset;
        set.into_iter()
            .map(|point| Square::new(index(point)).expect("within 8×8"))
            .collect()
    };
    Board::new(moved(board.own()), moved(board.opponent())).expect("no square twice")
}

/// Minimax on the board that knows its own size: nothing shared with the fast boards.
fn wide_minimax(board: &WideBoard) -> i32 {
    let moves = board.legal_moves();
    if moves.is_empty() {
        if !board.pass().legal_moves().is_empty() {
            return -wide_minimax(&board.pass());
        }
        let difference = board.own().len() as i32 - board.opponent().len() as i32;
        return difference + difference.signum() * board.empties() as i32;
    }
    let replies = moves
        .into_iter()
        .map(|point| -wide_minimax(&board.play_unchecked(point)));
    replies.max().expect("there is a move")
}

#[test]
fn geometries_are_the_boards_of_their_size() {
    let mut dice = Dice(902);
    for (side, geometry, most) in [(4, GeometryKind::Four, 8), (6, GeometryKind::Six, 7)] {
        let size = Size::new(side).expect("an even size");
        assert_eq!(
            in_the_middle(&WideBoard::start(size, Start::Standard)),
            Board::START
        );
        let mut engine = engine(1, 1);
        let mut seen = 0;
        while seen < 150 {
            let start = if dice.below(2) == 0 {
                Start::Standard
            } else {
                Start::Mirrored
            };
            let mut board = WideBoard::start(size, start);
            let empties = dice.below(most + 1) as u32;
            while board.empties() > empties && !board.is_over() {
                let moves: Vec<Point> = board.legal_moves().into_iter().collect();
                board = match moves.len() as u64 {
                    0 => board.pass(),
                    count => board.play_unchecked(moves[dice.below(count) as usize]),
                };
            }
            if board.empties() > empties {
                continue;
            }
            seen += 1;
            let score = exact_on(&mut engine, geometry, in_the_middle(&board));
            assert_eq!(score, wide_minimax(&board), "{board:?}");
        }
    }
}

/// Discs beside the board are nonsense; an answer may be too, but there must be one.
#[test]
fn discs_beside_a_small_board_are_no_panic() {
    let mut dice = Dice(903);
    for round in 0..400 {
        let board = scattered(round % 65, &mut dice);
        for geometry in SMALL {
            let limits = Limits {
                nodes: Some(2_000),
                ..Limits::exact()
            };
            let analysis = analyse_on(&mut engine(1, 0), geometry, board, &limits, 2);
            assert!(!analysis.lines.is_empty(), "{geometry:?}\n{board}");
        }
    }
}
