//! A search within a window proves correct bounds of the score.

use reversi_engine::{Kind, Limits, Score};
use reversi_rules::Board;

use super::boards::{Dice, analyse, engine, exact, random_boards, scattered};

/// The bounds of the score that a search within a window proves, in discs.
fn proven(board: Board, low: i32, high: i32, hash_mb: usize) -> (i32, i32) {
    let limits = Limits::window(Score::from_discs(low), Score::from_discs(high));
    let analysis = analyse(&mut engine(1, hash_mb), board, &limits, 1);
    let line = analysis.best();
    let discs = |score: Score| {
        assert_eq!(score.units() % Score::DISC, 0, "{score} on\n{board}");
        score.rounded()
    };
    match line.kind {
        Kind::Exact => (discs(line.score), discs(line.score)),
        Kind::Bounds(lower, upper) => (discs(lower), discs(upper)),
        other => panic!("{other:?} on\n{board}"),
    }
}

#[track_caller]
fn check(board: Board, low: i32, high: i32) {
    let score = exact(&mut engine(1, 1), board);
    let (lower, upper) = proven(board, low, high, 1);
    let what = format!("{score:+} is proven {lower}..{upper} in {low}..{high} on\n{board}");
    assert!((lower..=upper).contains(&score), "{what}");
    assert!(
        lower == upper || lower >= high || upper <= low,
        "not what was asked: {what}"
    );
}

#[test]
fn windows_around_the_score_tell_on_which_side_it_is() {
    for empties in [4, 11, 13, 15] {
        for board in random_boards(empties, 4, 900) {
            let score = exact(&mut engine(1, 1), board);
            for low in [score - 3, score - 2, score - 1, score, score + 1, -64, 63] {
                if (-64..64).contains(&low) {
                    check(board, low, low + 1);
                }
            }
            for (low, high) in [(score - 1, score + 1), (score - 2, score + 7), (-64, 64)] {
                check(board, low.max(-64), high.min(64));
            }
        }
    }
}

#[test]
fn a_side_that_must_pass_is_asked_from_its_own_side() {
    let mut dice = Dice(901);
    let mut seen = 0;
    while seen < 40 {
        let board = scattered(8, &mut dice);
        if board.legal_moves().is_empty() {
            seen += 1;
            let score = exact(&mut engine(1, 1), board);
            for (low, high) in [(score - 1, score), (score, score + 1), (-5, 5)] {
                check(board, low.max(-64), high.min(64).max(low + 1));
            }
        }
    }
}

#[test]
fn a_window_with_a_limit_on_nodes_proves_nothing_or_the_truth() {
    let mut unfinished = 0;
    for board in random_boards(16, 6, 902) {
        let score = exact(&mut engine(1, 1), board);
        for nodes in [1, 1_000, 30_000, 10_000_000] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::window(Score::from_discs(score), Score::from_discs(score + 1))
            };
            match analyse(&mut engine(1, 1), board, &limits, 1).best().kind {
                Kind::Exact => {}
                Kind::Bounds(lower, upper) => {
                    let whole = Score::from_discs(score);
                    assert!(lower <= whole && whole <= upper, "{board}");
                }
                _ => unfinished += 1,
            }
        }
    }
    assert!((6..24).contains(&unfinished), "{unfinished}");
}
