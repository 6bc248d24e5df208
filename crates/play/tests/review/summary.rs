//! The summary of a reviewed game.

use engine::Score;
use play::review::{Label, accuracy, win_probability};
use rules::Color;

use super::games::random_games;
use super::{effort, review};

#[test]
fn chances_are_fair() {
    for empties in 0..=60 {
        let mut last = 0.0;
        for discs in -64..=64 {
            let score = Score::from_discs(discs);
            let won = win_probability(score, empties);
            assert!(won >= last && won <= 1.0, "{discs} with {empties} left");
            assert!(
                won > last || discs.abs() > 16,
                "{discs} with {empties} left"
            );
            let both = won + win_probability(-score, empties);
            assert!((both - 1.0).abs() < 1e-12, "{discs} with {empties} left");
            last = won;
        }
        if empties > 0 {
            let lead = Score::from_discs(4);
            assert!(win_probability(lead, empties) < win_probability(lead, empties - 1));
        }
    }
}

#[test]
fn accuracy_falls_with_the_loss() {
    for empties in [4, 20, 50] {
        let before = Score::from_discs(10);
        assert!((accuracy(before, before, empties) - 100.0).abs() < 0.01);
        let mut last = 101.0;
        for discs in (-40..=10).rev() {
            let found = accuracy(before, Score::from_discs(discs), empties);
            assert!((0.0..=100.0).contains(&found) && found <= last);
            last = found;
        }
        // A move that gives away a complete win has an accuracy near 0.
        let worst = accuracy(Score::MAX, -Score::MAX, empties);
        assert!(worst < 1.0, "{worst}");
    }
}

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
        (60, "mistake"),
        (100, "mistake"),
        (120, "blunder"),
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
            let mean = chosen.iter().map(|judged| judged.accuracy()).sum::<f64>();
            let mean = mean / chosen.len() as f64;
            let found = review.accuracy()[color].expect("moves with a choice");
            assert!((found - mean).abs() < 1e-9);
            assert!(found < 99.0, "random moves are not that good: {found}");
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
