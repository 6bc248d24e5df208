//! How many players find the best move.

use play::people::Rating;
use play::review::why::Finders;

use crate::review::games::{SAMPLE, of_moves};
use crate::review::{effort, review};

/// The first moves are mirror images of each other: everybody finds the best one. The model knows no players rated
/// less than 1500, and so names these.
#[test]
fn mirror_images_are_found_as_one_move() {
    let game = of_moves("f5d6c3", 8);
    let review = review(&game, effort(4, 4));
    let mut shares = review.judged().map(|judged| {
        let before = review.game().turns()[judged.number - 1].before();
        Finders::of(before, judged, Rating::new(800)).expect("a choice")
    });
    let first = shares.next().expect("a move");
    assert!(first.share > 0.999, "{first:?}");
    assert_eq!(
        first.english(),
        format!("Nearly every player rated about 1500 finds {}.", first.best)
    );
    let second = shares.next().expect("a move");
    assert!((0.0..0.999).contains(&second.share), "{second:?}");
}

#[test]
fn small_boards_have_no_finders() {
    let game = of_moves(SAMPLE, 4);
    let review = review(&game, effort(4, 8));
    for judged in review.judged() {
        let before = review.game().turns()[judged.number - 1].before();
        assert_eq!(Finders::of(before, judged, Rating::new(1200)), None);
    }
}

#[test]
fn finders_are_told_in_tens() {
    let finders = |share| Finders {
        best: "c4".parse().expect("a square"),
        share,
        rating: Rating::new(1700),
    };
    for (share, english, greek) in [
        (
            0.01,
            "Fewer than 1 in 20 players rated about 1700 find c4.",
            "λιγότεροι από 1 στους 20",
        ),
        (
            0.11,
            "1 of 10 players rated about 1700 finds c4.",
            "1 στους 10 παίκτες",
        ),
        (
            0.24,
            "2 of 10 players rated about 1700 find c4.",
            "2 στους 10 παίκτες",
        ),
        (
            0.94,
            "9 of 10 players rated about 1700 find c4.",
            "9 στους 10 παίκτες",
        ),
        (
            1.0,
            "Nearly every player rated about 1700 finds c4.",
            "σχεδόν όλοι",
        ),
    ] {
        assert_eq!(finders(share).english(), english);
        let text = finders(share).greek();
        assert!(
            text.contains(greek) && text.contains("γύρω στο 1700"),
            "{text}"
        );
    }
}
