//! The summary of a reviewed game.

use engine::Score;
use play::review::{Label, MeanLoss};
use rules::Color;

use super::games::random_games;
use super::{effort, review};

#[test]
fn labels_follow_the_loss() {
    let names = |tenths: i32| Label::of(Score::from_units(tenths * Score::DISC / 10)).name();
    for (tenths, name) in [
        (0, "best"),
        (4, "best"),
        (5, "good"),
        (20, "good"),
        (29, "good"),
        (30, "inaccuracy"),
        (40, "inaccuracy"),
        (49, "inaccuracy"),
        (50, "mistake"),
        (80, "mistake"),
        (99, "mistake"),
        (100, "blunder"),
        (1280, "blunder"),
    ] {
        assert_eq!(names(tenths), name, "{tenths} tenths of a disc");
    }
}

#[test]
fn the_sums_are_those_of_the_moves() {
    for game in random_games(8, 200..206) {
        let review = review(&game, effort(4, 10));
        for color in Color::ALL {
            let moves = review.judged().filter(|judged| judged.color == color);
            let moves: Vec<_> = moves.collect();
            let lost: f64 = moves.iter().map(|judged| judged.lost().discs()).sum();
            assert_eq!(review.lost()[color], lost);
            let chosen: Vec<_> = moves.iter().filter(|judged| !judged.forced).collect();
            let counts = Label::ALL.map(|label| review.count(color, label));
            assert_eq!(counts.into_iter().sum::<usize>(), chosen.len());
            let mut loss = MeanLoss::default();
            for judged in chosen {
                loss.add_move(judged.before, judged.after, judged.empties, 64);
            }
            assert_eq!(review.mean_loss()[color], loss);
            let found = review.accuracy()[color].expect("moves with a choice");
            assert_eq!(Some(found), loss.accuracy());
            assert!(found < 60.0, "random moves are not that good: {found}");
        }
    }
}

/// In the exact part, a turning point is a move that changes the winner or makes a draw.
#[test]
fn turning_points_change_the_winner() {
    let mut turns = 0;
    for game in random_games(8, 210..222) {
        let review = review(&game, effort(4, 12));
        let turning: Vec<usize> = review
            .turning_points()
            .iter()
            .map(|judged| judged.number)
            .collect();
        for judged in review.judged().filter(|judged| judged.kind.is_exact()) {
            let standing = |after: usize| {
                let standing = review.standings()[after].as_ref().expect("judged");
                standing.score.rounded().signum()
            };
            let changed = standing(judged.number - 1) != standing(judged.number);
            assert_eq!(changed, turning.contains(&judged.number), "{judged:?}");
            turns += usize::from(changed);
        }
    }
    assert!(turns > 10, "{turns} turning points");
}
