//! Win, loss or draw without the exact score.

use reversi_engine::{Kind, Limits};

use super::boards::{analyse, engine, play_out, random_boards};
use super::plain_solver::solve;

#[test]
fn the_outcome_is_the_sign_of_the_exact_score() {
    let mut engine = engine(1, 4);
    let mut seen = [0; 3];
    for (empties, count) in [(1, 50), (4, 50), (8, 200), (10, 200), (12, 100), (13, 40)] {
        for board in random_boards(empties, count, 300) {
            let analysis = analyse(&mut engine, board, &Limits::win_loss_draw(), 1);
            let best = analysis.best();
            let sign = solve(board).signum();
            assert_eq!(best.kind, Kind::WinLossDraw, "{board}");
            assert_eq!(best.score.units(), 128 * sign, "{best:?} on\n{board}");
            play_out(board, best, !0);
            let after = board.play(best.square().expect("a move")).expect("legal");
            assert_eq!(-solve(after).signum(), sign, "{best:?} on\n{board}");
            seen[(sign + 1) as usize] += 1;
        }
    }
    assert!(seen.iter().all(|count| *count >= 10), "{seen:?}");
}

#[test]
fn every_line_has_its_outcome() {
    let mut engine = engine(1, 4);
    for (empties, count) in [(6, 60), (10, 60), (12, 20)] {
        for board in random_boards(empties, count, 301) {
            let analysis = analyse(&mut engine, board, &Limits::win_loss_draw(), 64);
            assert_eq!(
                analysis.lines.len() as u32,
                board.legal_moves().len(),
                "{board}"
            );
            for line in &analysis.lines {
                let after = board.play(line.square().expect("a move")).expect("legal");
                let sign = -solve(after).signum();
                assert_eq!(line.kind, Kind::WinLossDraw, "{board}");
                assert_eq!(line.score.units(), 128 * sign, "{line:?} on\n{board}");
            }
        }
    }
}

#[test]
fn the_outcome_after_an_exact_score_and_the_other_way_round() {
    let mut engine = engine(1, 4);
    for board in random_boards(13, 30, 302) {
        let wins = |engine: &mut _| {
            let limits = Limits::win_loss_draw();
            analyse(engine, board, &limits, 1)
                .best()
                .score
                .units()
                .signum()
        };
        let before = wins(&mut engine);
        let score = super::boards::exact(&mut engine, board);
        assert_eq!(
            (before, wins(&mut engine)),
            (score.signum(), score.signum()),
            "{board}"
        );
        assert_eq!(score, solve(board), "{board}");
    }
}
