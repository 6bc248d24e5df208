//! The schedule: each opening is played with both colours, and pairs are counted in order.

use std::time::Duration;

use arena::contest::{Ending, MoveMade, Pairing, Played, Repeats, Schedule};
use arena::matches::{MatchFormat, MatchSchedule, OpeningSupply, Openings};
use arena::rating::{Sprt, Verdict};
use jobs::Next;
use rules::Size;

fn head_to_head(pairs: usize, sprt: Option<&str>) -> MatchSchedule {
    let supply = OpeningSupply::new(Openings::Random(4), Size::EIGHT, 1).unwrap();
    let sprt = sprt.map(|bounds| bounds.parse::<Sprt>().unwrap());
    MatchSchedule::new(supply, pairs, sprt)
}

fn next(head_to_head: &mut MatchSchedule) -> Pairing {
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
        disturbed: None,
        talk: Default::default(),
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
        disturbed: None,
        talk: Default::default(),
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
    let tally = head_to_head.score();
    assert_eq!(tally.games().counts(), [1, 0, 3]);
    assert_eq!(tally.pairs().counts(), [0, 0, 1, 0, 1]);
    assert_eq!(tally.discs().mean(), 32.0);
    let faults = tally.faults();
    let faults: Vec<_> = faults
        .map(|(player, group)| (player, group.to_string(), group.games()))
        .collect();
    let told = |player, text: &str, games| (player, text.to_string(), games);
    assert_eq!(
        faults,
        [
            told(0, "took 0.2 s for a move, and had 0.1 s", 1),
            told(1, "answered `zz: top 9`, which is not a move", 1),
            told(1, "took 1.234–99.2 s for a move, and had 0.1–1.000 s", 2),
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
    let tally = head_to_head.score();
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
        (head_to_head.verdict(), head_to_head.score())
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
    assert_eq!(head_to_head.score().games().counts(), [0, 0, 1]);
    assert_eq!(head_to_head.score().pairs().total(), 0);
    assert!(head_to_head.score().estimate().is_some());
    for game in &games[2..] {
        head_to_head.ended(game, lost_by(game, 0, "passed"));
    }
    let tally = head_to_head.score();
    assert_eq!(tally.games().counts(), [4, 0, 1]);
    assert_eq!(tally.pairs().counts(), [2, 0, 0, 0, 0]);
}

/// Every opening is played by all meetings, each with both colours, before the next opening.
#[test]
fn many_players_share_their_openings() {
    for (format, meetings) in [
        (MatchFormat::RoundRobin, vec![[0, 1], [0, 2], [1, 2]]),
        (MatchFormat::Gauntlet, vec![[0, 1], [0, 2]]),
    ] {
        let supply = OpeningSupply::new(Openings::Random(4), Size::EIGHT, 1).unwrap();
        let mut schedule = MatchSchedule::among(supply, 2, 3, format);
        let per_opening = 2 * meetings.len();
        assert_eq!(schedule.most_games(), 2 * per_opening);
        let games: Vec<Pairing> = (0..2 * per_opening).map(|_| next(&mut schedule)).collect();
        assert_eq!(schedule.next(), Next::Done);
        assert_ne!(games[0].opening, games[per_opening].opening);
        for (place, pairing) in games.iter().enumerate() {
            assert_eq!(pairing.number, place + 1);
            let first = &games[place - place % per_opening];
            assert_eq!(pairing.opening, first.opening);
            let [one, other] = meetings[place % per_opening / 2];
            let (black, white) = if place % 2 == 0 {
                (one, other)
            } else {
                (other, one)
            };
            assert_eq!((pairing.seats.black, pairing.seats.white), (black, white));
        }
        // The player with the lower index wins every game.
        for pairing in games.iter().rev() {
            let loser = pairing.seats.black.max(pairing.seats.white);
            schedule.ended(pairing, lost_by(pairing, loser, "passed"));
        }
        for meeting in schedule.meetings() {
            assert_eq!(meeting.score().pairs().counts(), [0, 0, 0, 0, 2]);
        }
        let ratings = schedule.ratings(3);
        assert!(ratings[0].elo > ratings[1].elo && ratings[1].elo >= ratings[2].elo - 1e-6);
        assert_eq!(ratings[0].games, 8.0);
    }
}

/// A disturbed game is played again twice at most; then it counts as it is.
#[test]
fn disturbed_games_are_played_again() {
    let mut repeats = Repeats::new(head_to_head(1, None));
    let pairing = |repeats: &mut Repeats<MatchSchedule>| match repeats.next() {
        Next::Job(number, pairing) => {
            assert_eq!(number, pairing.number);
            pairing
        }
        other => panic!("{other:?}"),
    };
    let disturbed = |pairing: &Pairing| Played {
        disturbed: Some("the machine was suspended".to_string()),
        ..lost_by(pairing, 1, "took 0.2 s for a move, and had 0.1 s")
    };
    let void = |pairing: &Pairing| Played {
        ending: Ending::Void {
            reason: "its supervisor was killed".to_string(),
        },
        ..lost_by(pairing, 1, "")
    };
    let first = pairing(&mut repeats);
    repeats.ended(&first, disturbed(&first));
    assert_eq!(pairing(&mut repeats), first);
    repeats.ended(&first, void(&first));
    assert_eq!(pairing(&mut repeats), first);
    let second = pairing(&mut repeats);
    assert_eq!((first.number, second.number), (1, 2));
    assert_eq!(repeats.next(), Next::Done);
    repeats.ended(&second, disturbed(&second));
    repeats.ended(&first, disturbed(&first));
    assert_eq!(pairing(&mut repeats), second);
    repeats.ended(&second, lost_by(&second, 0, "passed"));
    assert_eq!(repeats.next(), Next::Done);
    let (schedule, attempts) = repeats.into_inner();
    assert_eq!(attempts, 3);
    let score = schedule.score();
    assert_eq!(score.games().counts(), [1, 0, 1]);
    let narrow = score.narrow_losses();
    assert_eq!(narrow.games, 1);
    assert!((narrow.late_by.as_secs_f64() - 0.1).abs() < 1e-9);
}
