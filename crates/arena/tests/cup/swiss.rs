//! Swiss systems with simulated results.

use std::collections::BTreeSet;

use arena::cup::{Format, PairingRules, Score, Slot};

use super::simulated::{dice, play_out, rules, score};

fn swiss(entrants: usize, rounds: usize, games: usize) -> PairingRules {
    PairingRules {
        rounds,
        ..rules(Format::Swiss, entrants, games)
    }
}

/// The number of rounds that can always be paired without a rematch. Up to half the field, each
/// entrant has at least half of the others left to meet; then a complete pairing exists (Dirac).
fn safe_rounds(entrants: usize) -> usize {
    entrants.div_ceil(2)
}

#[test]
fn no_meeting_and_no_bye_is_repeated() {
    for entrants in 2..=30 {
        for seed in 1..4 {
            let rules = PairingRules {
                seed,
                ..swiss(entrants, safe_rounds(entrants), 1)
            };
            let (fixtures, scores) = play_out(rules, 4, seed, |slot, meeting| {
                let slot = Slot {
                    meeting: slot.meeting + 50 * seed as usize,
                    ..slot
                };
                dice(slot, meeting)
            });
            let mut met = BTreeSet::new();
            for meeting in fixtures.meetings() {
                let [one, other] = meeting.entrants;
                let pair = (one.min(other), one.max(other));
                assert!(met.insert(pair), "{pair:?} twice, {entrants} entrants");
            }
            let byes: BTreeSet<usize> = fixtures.byes().iter().map(|bye| bye.1).collect();
            assert_eq!(byes.len(), fixtures.byes().len(), "{entrants} entrants");
            assert_eq!(byes.len(), rules.rounds * (entrants % 2));
            let mut balance = vec![0_i32; entrants];
            for score in scores.values() {
                balance[score.seats.black] += 1;
                balance[score.seats.white] -= 1;
            }
            assert!(
                balance.iter().all(|balance| balance.abs() <= 3),
                "{entrants} entrants: {balance:?}"
            );
            let uneven = balance.iter().filter(|balance| balance.abs() > 2);
            assert!(
                uneven.count() * 10 <= entrants,
                "{entrants} entrants: {balance:?}"
            );
        }
    }
}

/// With the maximum number of rounds, entrants may have met all others. Then the number of
/// rematches is minimal and every round is complete.
#[test]
fn the_last_possible_round_is_paired_too() {
    for entrants in 2..=12 {
        let rounds = entrants - 1 + entrants % 2;
        let (fixtures, _) = play_out(swiss(entrants, rounds, 1), 1, 1, dice);
        for round in 1..=rounds {
            let mut busy: Vec<usize> = fixtures
                .meetings()
                .filter(|meeting| meeting.round == round)
                .flat_map(|meeting| meeting.entrants)
                .chain(
                    fixtures
                        .byes()
                        .iter()
                        .filter(|bye| bye.0 == round)
                        .map(|bye| bye.1),
                )
                .collect();
            busy.sort_unstable();
            assert_eq!(busy, (0..entrants).collect::<Vec<_>>(), "round {round}");
        }
    }
}

/// The stronger entrant always wins: round 1 pairs the top half with the bottom half, then winners
/// meet winners, and the best entrant wins all its games.
#[test]
fn entrants_with_equal_points_meet() {
    let stronger = |slot: Slot, meeting: &arena::cup::Meeting| -> Score {
        let seats = meeting.seats(slot.game);
        score(
            meeting,
            slot.game,
            if seats.black < seats.white { 8 } else { -8 },
        )
    };
    let (fixtures, scores) = play_out(swiss(8, 3, 2), 2, 3, stronger);
    let pairs = |round: usize| -> Vec<[usize; 2]> {
        let meetings = fixtures.meetings().filter(|meeting| meeting.round == round);
        meetings.map(|meeting| meeting.entrants).collect()
    };
    assert_eq!(pairs(1), [[0, 4], [1, 5], [2, 6], [3, 7]]);
    assert_eq!(pairs(2), [[0, 2], [1, 3], [4, 6], [5, 7]]);
    assert_eq!(pairs(3)[0], [0, 1]);
    assert_eq!(fixtures.winner(), Some(0));
    let table = fixtures.standings(&scores);
    assert_eq!(table[0].points, 6.0, "two games a round");
}

#[test]
fn the_bye_goes_to_the_last_entrant_without_one() {
    let stronger = |slot: Slot, meeting: &arena::cup::Meeting| -> Score {
        let seats = meeting.seats(slot.game);
        score(
            meeting,
            slot.game,
            if seats.black < seats.white { 8 } else { -8 },
        )
    };
    let (fixtures, scores) = play_out(swiss(5, 3, 1), 1, 0, stronger);
    assert_eq!(
        fixtures.byes()[0],
        (1, 4),
        "before the first round, the last seed"
    );
    let byes: BTreeSet<usize> = fixtures.byes().iter().map(|bye| bye.1).collect();
    assert_eq!(byes.len(), 3);
    assert!(!byes.contains(&0), "the leader has an opponent");
    // A bye is worth a win.
    let table = fixtures.standings(&scores);
    let points: f64 = table.iter().map(|line| line.points).sum();
    assert_eq!(points, 3.0 * 3.0);
}
