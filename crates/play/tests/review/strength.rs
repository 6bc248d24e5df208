//! Strength: the rating that moves show.

use engine::Score;
use play::people::Rating;
use play::review::{MeanLoss, Strength};
use rules::Color;

use super::games::{SAMPLE, by_chance, of_moves};
use super::{effort, review};

/// A game where every move loses a number of tenths of a disc.
fn game(tenths: i32, moves: usize) -> MeanLoss {
    let mut loss = MeanLoss::default();
    for _ in 0..moves {
        let after = Score::from_units(-tenths * Score::DISC / 10);
        loss.add_move(Score::DRAW, after, 30, 64);
    }
    loss
}

fn strength(games: &[MeanLoss]) -> Strength {
    Strength::of_games(games.iter().copied()).expect("games that are long enough")
}

#[test]
fn less_loss_is_more_strength() {
    let ratings: Vec<Rating> = (0..60)
        .map(|tenths| strength(&[game(tenths, 25)]).rating())
        .collect();
    assert!(
        ratings.is_sorted_by(|one, other| one > other),
        "{ratings:?}"
    );
    for tenths in [0, 5, 20, 100, 640] {
        let strength = strength(&[game(tenths, 25)]);
        assert!(strength.low() <= strength.rating() && strength.rating() <= strength.high());
        assert!(Rating::MIN <= strength.low() && strength.high() <= Rating::MAX);
    }
}

#[test]
fn more_games_have_less_error() {
    let errors = [1, 2, 5, 20, 1000].map(|games| strength(&vec![game(20, 25); games]).error());
    assert!(errors.is_sorted_by(|one, other| one > other), "{errors:?}");
    // It never falls to nothing: players of one rating differ.
    assert!(errors[4] > 20, "{errors:?}");
    // A short game tells less than a long one, and a very short one nothing.
    assert!(strength(&[game(20, 12)]).error() > errors[0]);
    assert_eq!(Strength::of_games([game(20, 3)]), None);
    assert_eq!(Strength::of_games([]), None);
}

#[test]
fn the_order_of_games_does_not_matter() {
    let games = [game(5, 20), game(30, 28), game(12, 9)];
    let backwards: Vec<MeanLoss> = games.iter().rev().copied().collect();
    assert_eq!(strength(&games).rating(), strength(&backwards).rating());
    let between = strength(&games).rating();
    assert!(strength(&games[1..2]).rating() < between && between < strength(&games[..1]).rating());
}

#[test]
fn a_range_is_read_at_a_glance() {
    let text = strength(&[game(20, 25)]).to_string();
    let (low, high) = text.split_once('-').expect("two ratings");
    let [low, high]: [i32; 2] = [low, high].map(|rating| rating.parse().expect("a number"));
    assert!(low < high && low % 50 == 0 && high % 50 == 0, "{text}");
}

/// Ratings are those of 8×8; a side needs some moves with a choice.
#[test]
fn other_boards_and_short_games_have_no_rating() {
    assert!(
        review(&of_moves(SAMPLE, 4), effort(4, 16))
            .strength()
            .black
            .is_none()
    );
    let start = of_moves("", 8);
    let short = by_chance(*start.diagram(), 1, 10);
    let long = by_chance(*start.diagram(), 1, 40);
    for color in Color::ALL {
        assert!(review(&short, effort(3, 0)).strength()[color].is_none());
        assert!(review(&long, effort(3, 0)).strength()[color].is_some());
    }
}
