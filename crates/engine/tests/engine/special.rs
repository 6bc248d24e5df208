//! Unusual positions: no moves, no discs, full boards, impossible boards.

use reversi_engine::{Goal, Kind, Limits};
use reversi_rules::{Bitboard, Board, Square};

use super::boards::{
    Dice, EIGHT, analyse, assert_perfect, engine, exact, play_out, random_boards, result, scattered,
};
use super::plain_solver::solve;

fn board(own: u64, opponent: u64) -> Board {
    Board::new(Bitboard(own), Bitboard(opponent)).expect("no square twice")
}

const GOALS: [Goal; 3] = [Goal::Best, Goal::Exact, Goal::WinLossDraw];

fn goal(goal: Goal) -> Limits {
    Limits {
        goal,
        ..Limits::default()
    }
}

#[test]
fn a_game_that_is_over_has_its_result_and_no_move() {
    let over = [
        board(0, 0),
        board(!0, 0),
        board(0, !0),
        board(0xffff_ffff, !0xffff_ffff),
        board(1, 0),
        board(0, 1 << 63),
        board(0xff, 0),
        board(1, 1 << 63),
        board(0x0f, 0xf0 << 56),
        board(0xffff_ffff_ffff_fff0, 0x0f),
    ];
    for board in over {
        assert!(board.is_over(), "{board}");
        for (goal, lines) in GOALS
            .map(goal)
            .iter()
            .flat_map(|goal| [(goal, 1), (goal, 5)])
        {
            let analysis = analyse(&mut engine(1, 0), board, goal, lines);
            assert_eq!(analysis.lines.len(), 1, "{board}");
            let line = analysis.best();
            assert_eq!((line.moves.len(), line.square()), (0, None), "{board}");
            assert_eq!(line.score.units(), 128 * result(board, !0), "{board}");
            assert_eq!(line.kind, Kind::Exact, "{board}");
        }
    }
}

#[test]
fn a_side_that_must_pass_passes() {
    let mut dice = Dice(800);
    let mut engine = engine(1, 1);
    let mut seen = 0;
    while seen < 300 {
        let empties = 1 + dice.below(9) as u32;
        let board = scattered(empties, &mut dice);
        if !board.legal_moves().is_empty() || board.is_over() {
            continue;
        }
        seen += 1;
        for lines in [1, 3] {
            let analysis = analyse(&mut engine, board, &Limits::exact(), lines);
            let line = analysis.best();
            assert_eq!(analysis.lines.len(), 1, "{board}");
            assert_eq!((line.moves[0], line.square()), (None, None), "{board}");
            assert_eq!(line.score.units(), 128 * solve(board), "{board}");
            assert_perfect(board, line, EIGHT);
        }
        let outcome = analyse(&mut engine, board, &Limits::win_loss_draw(), 2);
        assert_eq!(
            outcome.best().score.units(),
            128 * solve(board).signum(),
            "{board}"
        );
        let shallow = analyse(&mut engine, board, &Limits::depth(2), 1);
        assert_eq!(shallow.best().moves[0], None, "{board}");
        play_out(board, shallow.best(), !0);
    }
}

#[test]
fn passes_within_the_lines_are_written_down() {
    let mut engine = engine(1, 4);
    let mut passes = 0;
    for board in random_boards(9, 300, 801) {
        let analysis = analyse(&mut engine, board, &Limits::exact(), 1);
        assert_perfect(board, analysis.best(), EIGHT);
        passes += analysis
            .best()
            .moves
            .iter()
            .filter(|step| step.is_none())
            .count();
    }
    assert!(passes > 30, "{passes} passes");
}

#[test]
fn a_single_move_is_played() {
    let mut engine = engine(2, 1);
    let mut seen = 0;
    for empties in [4, 10, 20, 30] {
        for board in random_boards(empties, 150, 802) {
            if board.legal_moves().len() != 1 {
                continue;
            }
            seen += 1;
            let limits = if empties > 10 {
                Limits::depth(4)
            } else {
                Limits::exact()
            };
            let analysis = analyse(&mut engine, board, &limits, 3);
            assert_eq!(analysis.lines.len(), 1);
            assert_eq!(
                analysis.best().square(),
                board.legal_moves().into_iter().next()
            );
        }
    }
    assert!(seen > 10, "{seen}");
}

#[test]
fn taking_every_disc_is_a_win_by_64() {
    // X O - : after one move the opponent has no discs.
    let few = board(1 << Square::A1.index(), 1 << Square::B1.index());
    assert_eq!(exact(&mut engine(1, 1), few), 64);
    let limited = analyse(&mut engine(1, 1), few, &Limits::depth(4), 1);
    assert_eq!(limited.best().score.units(), 64 * 128);
    // The other side to move cannot flip anything and passes.
    assert_eq!(exact(&mut engine(1, 1), few.pass()), -64);
    // The shortest game: nine moves and no white disc.
    let moves = ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"];
    let before_last = moves.iter().fold(Board::START, |board, name| {
        let square = name.parse().expect("a square");
        board.play(square).expect("a legal move")
    });
    let last: Square = "c5".parse().expect("a square");
    let end = before_last.play(last).expect("a legal move");
    assert!(end.own().is_empty(), "{end}");
    let analysis = analyse(&mut engine(1, 1), before_last, &Limits::depth(3), 1);
    assert_eq!(
        (analysis.best().square(), analysis.best().score.units()),
        (Some(last), 64 * 128)
    );
    // It has many legal moves, and all but one of them continue the game.
    for threads in [1, 2] {
        let limits = Limits {
            nodes: Some(100_000),
            ..Limits::exact()
        };
        let analysis = analyse(&mut engine(threads, 1), before_last, &limits, 1);
        assert_eq!(
            (analysis.best().square(), analysis.best().score.units()),
            (Some(last), 64 * 128)
        );
    }
}

#[test]
fn draws_are_draws() {
    let mut engine = engine(1, 1);
    let mut draws = 0;
    for board in random_boards(7, 600, 803) {
        if solve(board) == 0 {
            draws += 1;
            assert_eq!(exact(&mut engine, board), 0, "{board}");
        }
    }
    assert!(draws >= 10, "{draws}");
}

#[test]
fn positions_no_game_leads_to_have_exact_scores() {
    let mut dice = Dice(804);
    let mut engine = engine(1, 1);
    for round in 0..1_200 {
        let board = scattered(round % 11, &mut dice);
        let analysis = analyse(&mut engine, board, &Limits::exact(), 1);
        assert_eq!(analysis.best().score.units(), 128 * solve(board), "{board}");
        assert_perfect(board, analysis.best(), EIGHT);
    }
}

#[test]
fn scattered_discs_never_upset_it() {
    let mut dice = Dice(805);
    let mut one = engine(1, 1);
    let mut two = engine(2, 0);
    for round in 0..1_300 {
        let board = scattered(round % 65, &mut dice);
        for goal in GOALS {
            let limits = Limits {
                nodes: Some(dice.below(3_000)),
                depth: Some(dice.below(5) as u32),
                goal,
                ..Limits::default()
            };
            let lines = dice.below(4) as usize;
            for engine in [&mut one, &mut two] {
                let analysis = analyse(engine, board, &limits, lines);
                assert!(!analysis.lines.is_empty() && analysis.lines.len() <= lines.max(1));
                for line in &analysis.lines {
                    play_out(board, line, !0);
                    assert!(line.score.units().abs() <= 64 * 128, "{line:?} on\n{board}");
                    assert_eq!(
                        line.square().is_some(),
                        !board.legal_moves().is_empty(),
                        "{board}"
                    );
                }
            }
        }
        let analysis = analyse(&mut one, board, &Limits::depth(3), 2);
        play_out(board, analysis.best(), !0);
    }
}
