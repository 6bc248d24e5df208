//! The smaller boards in the middle of the large one.

use std::sync::atomic::AtomicBool;

use engine::{Analysis, Arena, Engine, Limits};
use rules::{Bitboard, Board, Point, PointSet, Size, Square, Start, WideBoard};

use crate::boards::{
    Dice, assert_perfect, engine, play_out, random_boards_on, squares, whole_discs,
};
use crate::plain::solve_on;

const SMALL: [Arena; 4] = [
    Arena::Four,
    Arena::FourBySix,
    Arena::FourByEight,
    Arena::Six,
];

fn analyse_on(
    engine: &mut Engine,
    arena: Arena,
    board: Board,
    limits: &Limits,
    lines: usize,
) -> Analysis {
    let stop = AtomicBool::new(false);
    engine.analyse_on(arena, board, limits, lines, &stop, &mut |_| {})
}

fn exact_on(engine: &mut Engine, arena: Arena, board: Board) -> i32 {
    let analysis = analyse_on(engine, arena, board, &Limits::exact(), 1);
    assert_perfect(board, analysis.best(), arena);
    whole_discs(analysis.best(), board)
}

#[test]
fn small_boards_are_solved_from_the_start() {
    for threads in [1, 2] {
        for (arena, score) in [
            (Arena::Four, -10),
            (Arena::FourBySix, 16),
            (Arena::FourByEight, 32),
        ] {
            assert_eq!(
                exact_on(&mut engine(threads, 16), arena, Board::START),
                score,
                "{arena:?}"
            );
        }
    }
    assert_eq!(solve_on(Board::START, squares(Arena::Four)), -10);
}

/// What holds on one board need not on another, and all begin with the same four discs.
#[test]
fn one_engine_plays_on_all_boards_in_turn() {
    let solved = [
        (Arena::FourByEight, 32),
        (Arena::FourBySix, 16),
        (Arena::Four, -10),
        (Arena::FourBySix, 16),
    ];
    let mut engine = engine(1, 16);
    for (arena, score) in solved {
        assert_eq!(
            exact_on(&mut engine, arena, Board::START),
            score,
            "{arena:?}"
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
    exact_on(&mut used, Arena::Four, Board::START);
    exact_on(&mut used, Arena::FourBySix, Board::START);
    let scores = |lines: &[engine::Line]| lines.iter().map(|line| line.score).collect::<Vec<_>>();
    assert_eq!(scores(&estimate(&mut used)), scores(&fresh));
}

#[test]
fn exact_scores_on_small_boards_are_those_of_the_plain_solver() {
    for (arena, empties, count) in [
        (Arena::Four, 4, 200),
        (Arena::Four, 7, 200),
        (Arena::Four, 10, 60),
        (Arena::FourBySix, 5, 200),
        (Arena::FourBySix, 9, 150),
        (Arena::FourBySix, 12, 40),
        (Arena::FourByEight, 6, 150),
        (Arena::FourByEight, 10, 60),
        (Arena::FourByEight, 13, 10),
        (Arena::Six, 3, 100),
        (Arena::Six, 8, 150),
        (Arena::Six, 11, 40),
        (Arena::Six, 13, 10),
    ] {
        let mut engine = engine(1, 4);
        for board in random_boards_on(arena, empties, count, 900) {
            let expected = solve_on(board, squares(arena));
            assert_eq!(
                exact_on(&mut engine, arena, board),
                expected,
                "{arena:?}\n{board}"
            );
        }
    }
}

#[test]
fn every_line_stays_on_the_board() {
    for arena in SMALL {
        for empties in [6, 10, 12] {
            for board in random_boards_on(arena, empties, 10, 901) {
                for limits in [
                    Limits::depth(1),
                    Limits::depth(5),
                    Limits::exact(),
                    Limits::win_loss_draw(),
                ] {
                    let analysis = analyse_on(&mut engine(2, 1), arena, board, &limits, 64);
                    let moves = Bitboard(board.legal_moves().0 & squares(arena));
                    assert_eq!(
                        analysis.lines.len() as u32,
                        moves.len(),
                        "{arena:?}\n{board}"
                    );
                    for line in &analysis.lines {
                        play_out(board, line, squares(arena));
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
fn arenas_are_the_boards_of_their_size() {
    let mut dice = Dice(902);
    for (side, arena, most) in [(4, Arena::Four, 8), (6, Arena::Six, 7)] {
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
            let score = exact_on(&mut engine, arena, in_the_middle(&board));
            assert_eq!(score, wide_minimax(&board), "{board:?}");
        }
    }
}

/// Discs beside the board are nonsense; an answer may be too, but there must be one.
#[test]
fn discs_beside_a_small_board_are_no_panic() {
    let mut dice = Dice(903);
    for round in 0..400 {
        let board = crate::boards::scattered(round % 65, &mut dice);
        for arena in SMALL {
            let limits = Limits {
                nodes: Some(2_000),
                ..Limits::exact()
            };
            let analysis = analyse_on(&mut engine(1, 0), arena, board, &limits, 2);
            assert!(!analysis.lines.is_empty(), "{arena:?}\n{board}");
        }
    }
}
