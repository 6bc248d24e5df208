//! The schedule: each opening is played with both colours, and pairs are counted in order.

use std::time::Duration;

use arena::contest::{Ending, MoveMade, Pairing, Played, Schedule};
use arena::matches::{HeadToHead, OpeningSupply, Openings};
use arena::rating::{Sprt, Verdict};
use jobs::Next;
use rules::Size;

fn head_to_head(pairs: usize, sprt: Option<&str>) -> HeadToHead {
    let supply = OpeningSupply::new(Openings::Random(4), Size::EIGHT, 1).unwrap();
    let sprt = sprt.map(|bounds| bounds.parse::<Sprt>().unwrap());
    HeadToHead::new(supply, pairs, sprt)
}

fn next(head_to_head: &mut HeadToHead) -> Pairing {
    match head_to_head.next() {
        Next::Job(_, pairing) => pairing,
        other => panic!("{other:?}"),
    }
}

/// A game that `loser` lost at once, by a fault.
fn lost_by(pairing: &Pairing, loser: usize, reason: &str) -> Played {
    Played {
        game: pairing.opening.clone(),
        opening: pairing.opening.turns().len(),
        moves: Vec::new(),
        ending: Ending::Fault {
            black: pairing.seats.black == loser,
            reason: reason.to_string(),
        },
        stderr: Default::default(),
    }
}

/// Plays the first legal move until the game is over.
fn played_out(pairing: &Pairing) -> Played {
    let mut game = pairing.opening.clone();
    let mut moves = Vec::new();
    while let Some(color) = game.to_move() {
        let point = game.legal_moves().into_iter().next().unwrap();
        game.play(point).unwrap();
        let slow = pairing.seats[color] == 1;
        moves.push(MoveMade {
            spent: Duration::from_millis(if slow { 30 } else { 10 }),
            ..MoveMade::default()
        });
    }
    Played {
        game,
        opening: pairing.opening.turns().len(),
        moves,
        ending: Ending::Board,
        stderr: Default::default(),
    }
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let mut head_to_head = head_to_head(3, None);
    let games: Vec<Pairing> = (0..6).map(|_| next(&mut head_to_head)).collect();
    assert_eq!(head_to_head.next(), Next::Done);
    for (number, pair) in games.chunks(2).enumerate() {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((pair[0].seats.black, pair[0].seats.white), (0, 1));
        assert_eq!((pair[1].seats.black, pair[1].seats.white), (1, 0));
        assert_eq!(
            [pair[0].number, pair[1].number],
            [2 * number + 1, 2 * number + 2]
        );
    }
    assert_ne!(games[0].opening, games[2].opening);
    assert_ne!(games[2].opening, games[4].opening);
}

#[test]
fn games_are_counted_for_the_first_player_whatever_its_colour() {
    let mut head_to_head = head_to_head(2, None);
    let games: Vec<Pairing> = (0..4).map(|_| next(&mut head_to_head)).collect();
    // The first player wins both games of a pair; then each player wins one.
    head_to_head.ended(
        &games[0],
        lost_by(&games[0], 1, "answered `zz: top 9`, which is not a move"),
    );
    head_to_head.ended(
        &games[1],
        lost_by(&games[1], 1, "took 1.234 s for a move, and had 1.000 s"),
    );
    head_to_head.ended(
        &games[2],
        lost_by(&games[2], 0, "took 0.2 s for a move, and had 0.1 s"),
    );
    head_to_head.ended(
        &games[3],
        lost_by(&games[3], 1, "took 99.2 s for a move, and had 0.1 s"),
    );
    let tally = head_to_head.tally();
    assert_eq!(tally.games().counts(), [1, 0, 3]);
    assert_eq!(tally.pairs().counts(), [0, 0, 1, 0, 1]);
    assert_eq!(tally.discs().mean(), 32.0);
    let faults: Vec<_> = tally.faults().iter().collect();
    assert_eq!(
        faults,
        [
            (&(0, "took … s for a move, and had … s".to_string()), &1),
            (&(1, "answered …, which is not a move".to_string()), &1),
            (&(1, "took … s for a move, and had … s".to_string()), &2),
        ]
    );
}

#[test]
fn a_pair_with_both_colours_is_even_between_equals() {
    let mut head_to_head = head_to_head(5, None);
    for _ in 0..10 {
        let pairing = next(&mut head_to_head);
        let played = played_out(&pairing);
        head_to_head.ended(&pairing, played);
    }
    let tally = head_to_head.tally();
    assert_eq!(tally.pairs().counts(), [0, 0, 5, 0, 0]);
    assert_eq!(tally.discs().mean(), 0.0);
    assert_eq!(tally.games().total(), 10);
    assert_eq!(tally.time_per_move(0), Some(Duration::from_millis(10)));
    assert_eq!(tally.time_per_move(1), Some(Duration::from_millis(30)));
    assert_eq!(tally.estimate().unwrap().elo, 0.0);
}

/// The order in which games end does not change which pairs decide a test.
#[test]
fn a_test_is_decided_by_the_same_games_in_any_order() {
    let decide = |backwards: bool| {
        let mut head_to_head = head_to_head(1000, Some("0,200"));
        let mut tables: Vec<Pairing> = Vec::new();
        while let Next::Job(_, pairing) = head_to_head.next() {
            tables.push(pairing);
            if tables.len() == 6 {
                if backwards {
                    tables.reverse();
                }
                for pairing in tables.drain(..) {
                    let played = lost_by(&pairing, 1, "passed");
                    head_to_head.ended(&pairing, played);
                }
            }
        }
        (head_to_head.verdict(), head_to_head.tally())
    };
    let (verdict, tally) = decide(false);
    assert_eq!(verdict, Verdict::Stronger);
    assert_eq!((verdict, tally), decide(true));
}

/// A game whose partner is still being played counts for the score but not for Elo.
#[test]
fn half_a_pair_counts_for_the_score() {
    let mut head_to_head = head_to_head(3, None);
    let games: Vec<Pairing> = (0..6).map(|_| next(&mut head_to_head)).collect();
    head_to_head.ended(&games[1], lost_by(&games[1], 1, "passed"));
    assert_eq!(head_to_head.tally().games().counts(), [0, 0, 1]);
    assert_eq!(head_to_head.tally().pairs().total(), 0);
    assert!(head_to_head.tally().estimate().is_some());
    for game in &games[2..] {
        head_to_head.ended(game, lost_by(game, 0, "passed"));
    }
    let tally = head_to_head.tally();
    assert_eq!(tally.games().counts(), [4, 0, 1]);
    assert_eq!(tally.pairs().counts(), [2, 0, 0, 0, 0]);
}
