//! The change from estimates to exact scores: no move is blamed for an error of the engine.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::{Engine, Kind, Limits, Score, Settings};
use play::review::{Effort, Judged, Label, Review};

use super::games::random_games;
use super::{effort, review};

/// How deep a position is searched, as docs/review.md says: deeper in the late middle of the game, but not where
/// a side is far ahead after the move.
fn depth(level: u32, judged: &Judged, review: &Review) -> u32 {
    let next = review.standings()[judged.number].as_ref();
    let score = next.expect("a judged position").score;
    let steps = 44 - judged.empties.clamp(28, 44);
    match score.discs().abs() > 24.0 {
        true => level.max(3),
        false => (level + level * steps / 16).min(20).max(level).max(3),
    }
}

#[test]
fn no_move_is_better_than_the_best() {
    let mut raised = 0;
    for game in random_games(8, 10..18) {
        let review = review(&game, effort(6, 8));
        let positions = game.turns().iter().zip(review.moves());
        for (turn, judged) in positions {
            let judged = judged.as_ref().expect("it was judged");
            assert_eq!((judged.color, judged.point), (turn.color(), turn.point()));
            assert_eq!(judged.empties, turn.before().board().empties());
            assert!(judged.lost() >= Score::DRAW, "{judged:?}");
            assert_eq!(judged.label(), Label::of(judged.lost()));
            assert_eq!(judged.forced, turn.before().legal_moves().len() == 1);
            assert!(turn.before().legal_moves().contains(judged.best()));
            if judged.best() == judged.point {
                assert_eq!(judged.lost(), Score::DRAW, "{judged:?}");
                raised += 1;
            } else {
                assert!(judged.lost() > Score::DRAW, "{judged:?}");
            }
        }
    }
    assert!(raised > 50, "{raised} best moves among random ones");
}

/// The first exact score may be far from the estimate before it. A move that was best in its own
/// position has still lost nothing.
#[test]
fn the_first_exact_score_blames_no_move() {
    let mut steps = 0;
    for game in random_games(8, 20..120) {
        let review = review(&game, effort(3, 10));
        let standings = review.standings();
        for judged in review.judged() {
            let (Some(before), Some(after)) =
                (&standings[judged.number - 1], &standings[judged.number])
            else {
                panic!("a position was not judged")
            };
            let at_the_edge = before.kind != Kind::Exact && after.kind == Kind::Exact;
            let jump = (before.score.discs() - after.score.discs()).abs();
            if at_the_edge && judged.best() == judged.point && jump >= 4.0 {
                assert_eq!(judged.lost(), Score::DRAW);
                assert_eq!(judged.label(), Label::Best);
                assert!(!judged.is_turning_point());
                steps += 1;
            }
        }
    }
    assert!(steps >= 3, "{steps} steps to look at");
}

/// Both scores of a move have the same kind.
#[test]
fn a_move_is_compared_by_the_standards_of_its_position() {
    for game in random_games(8, 60..63) {
        let review = review(&game, effort(4, 10));
        let standings = review.standings().iter().flatten();
        for (judged, standing) in review.judged().zip(standings) {
            assert_eq!(judged.kind, standing.kind);
            let expected = match judged.empties {
                0..=10 => Kind::Exact,
                _ => Kind::Estimate(depth(4, judged, &review)),
            };
            assert_eq!(judged.kind, expected);
        }
    }
}

/// Scores of the engine alternate with the parity of its depth; a graph of them would zigzag with
/// every move. So estimates are means over two depths.
#[test]
fn an_estimate_is_the_mean_of_the_last_two_depths() {
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(Settings::default());
    let (mut equal, mut raised) = (0, 0);
    for game in random_games(8, 70..73) {
        let review = review(&game, effort(6, 12));
        for judged in review.judged().filter(|judged| judged.empties > 12) {
            let position = game.turns()[judged.number - 1].before();
            let board = position.to_board().expect("an 8×8 board");
            let mut passes = Vec::new();
            engine.clear();
            let depth = depth(6, judged, &review);
            engine.analyse(board, &Limits::depth(depth), 1, &stop, &mut |analysis| {
                passes.push(analysis.best().score.units());
            });
            let [.., before, last] = passes[..] else {
                panic!("two depths")
            };
            let mean = Score::from_units((before + last) / 2);
            // It differs only where the played move turned out better.
            if judged.before == mean {
                equal += 1;
            } else {
                assert!(judged.before > mean && judged.best() == judged.point);
                raised += 1;
            }
        }
    }
    assert!(equal > 20 * raised, "{equal} equal, {raised} raised");
}

#[test]
fn the_smallest_levels_and_times_can_be_compared_too() {
    let game = random_games(8, 5..6).next().expect("a game");
    let hasty = Effort {
        exact: 6,
        ..Effort::time(Duration::from_nanos(1), game.size())
    };
    for (level, effort) in [(1, effort(1, 2)), (2, effort(2, 0)), (1, hasty)] {
        let review = review(&game, effort);
        for judged in review.judged() {
            assert!(judged.lost() >= Score::DRAW, "{judged:?}");
            match judged.kind {
                Kind::Estimate(found) => assert_eq!(found, depth(level, judged, &review)),
                kind => assert!(judged.empties <= 6, "{kind:?} for {}", judged.empties),
            }
        }
    }
}

/// A level whose depth reaches the end of the game searches there without a proof, and the kind
/// says so.
#[test]
fn the_end_in_sight_is_probable_until_it_is_proven() {
    let game = random_games(8, 6..7).next().expect("a game");
    let review = review(&game, effort(7, 6));
    for judged in review.judged() {
        let depth = depth(7, judged, &review);
        let expected = match judged.empties {
            0..=6 => Kind::Exact,
            empties if empties <= depth => Kind::Probable(95),
            _ => Kind::Estimate(depth),
        };
        assert_eq!(judged.kind, expected, "{judged:?}");
    }
}

/// The 6×6 opening is solved in advance, but the position after the move may not be. A proof of one
/// could not be compared with an estimate of the other.
#[test]
fn a_solved_position_is_not_compared_with_an_estimate() {
    let game = super::games::by_chance(first_position(6), 1, 3);
    let review = review(&game, effort(10, 8));
    for judged in review.judged() {
        assert_eq!(judged.kind, Kind::Probable(95));
    }
}

fn first_position(side: usize) -> rules::Diagram {
    let size = rules::Size::new(side).expect("an even size");
    rules::Diagram::start(size, rules::Start::Standard)
}
