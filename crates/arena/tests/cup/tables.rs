//! Standings, compared with tables calculated by hand.

use arena::cup::{Fixtures, Format, PairingRules, Score, Scores, Slot, Standing};
use rules::ByColor;

use super::simulated::rules;

/// The standings of a round robin of single games. A result is: first entrant, second entrant, disc
/// difference of the first.
fn robin(entrants: usize, results: &[(usize, usize, i32)]) -> Vec<Standing> {
    let fixtures = Fixtures::new(rules(Format::RoundRobin, entrants, 1));
    let mut scores = Scores::new();
    for (one, other, discs) in results {
        let meeting = fixtures
            .meetings()
            .find(|meeting| {
                meeting.entrants == [*one, *other] || meeting.entrants == [*other, *one]
            })
            .expect("all entrants meet");
        let seats = meeting.seats(1);
        let discs = if seats.black == *one { *discs } else { -*discs };
        let score = Score {
            seats,
            discs,
            fault: None,
            annulled: false,
        };
        scores.insert(meeting.slot(1), score);
    }
    fixtures.standings(&scores)
}

fn places(table: &[Standing]) -> Vec<(usize, usize)> {
    table.iter().map(|line| (line.rank, line.entrant)).collect()
}

#[test]
fn the_direct_encounter_decides_between_two() {
    // 0 and 1 have two points each, and 1 beat 0.
    let table = robin(
        4,
        &[
            (0, 1, -2),
            (0, 2, 30),
            (0, 3, 30),
            (1, 2, -4),
            (1, 3, 2),
            (2, 3, -6),
        ],
    );
    assert_eq!(places(&table), [(1, 1), (2, 0), (3, 3), (4, 2)]);
    assert_eq!(table[0].points, 2.0);
    assert_eq!(
        table[0].tie_breaks[0], 1.0,
        "one point from the direct encounter"
    );
    assert_eq!(table[1].tie_breaks[0], 0.0);
    assert_eq!((table[0].won, table[0].drawn, table[0].lost), (2, 0, 1));
}

#[test]
fn a_circle_of_three_is_decided_by_other_games() {
    // 0 beats 1, 1 beats 2, 2 beats 0; all of them beat 3. Direct encounter: one point each.
    // Sonneborn-Berger: 2 for the one they beat, 0 for the last. So disc difference decides.
    let table = robin(
        4,
        &[
            (0, 1, 2),
            (1, 2, 6),
            (2, 0, 8),
            (0, 3, 10),
            (1, 3, 10),
            (2, 3, 14),
        ],
    );
    assert_eq!(places(&table), [(1, 2), (2, 1), (3, 0), (4, 3)]);
    for line in &table[..3] {
        assert_eq!(line.tie_breaks[..2], [1.0, 2.0]);
    }
    let discs: Vec<i64> = table.iter().map(|line| line.discs).collect();
    assert_eq!(discs, [16, 14, 4, -34]);
}

#[test]
fn equal_tie_breaks_share_a_place() {
    let table = robin(
        4,
        &[
            (0, 1, 4),
            (1, 2, 4),
            (2, 0, 4),
            (0, 3, 10),
            (1, 3, 10),
            (2, 3, 10),
        ],
    );
    assert_eq!(places(&table), [(1, 0), (1, 1), (1, 2), (4, 3)]);
}

/// Four players, three rounds of a Swiss system, calculated by hand.
///
/// ```text
///        round 1   round 2   round 3   points  Buchholz            Sonneborn-Berger
/// 0      2 +10     1 -4      3 +2      2       1 + 2½ + ½ = 4      1 + ½ = 1½
/// 1      3 =0      0 +4      2 +6      2½      ½ + 2 + 1 = 3½      ¼ + 2 + 1 = 3¼
/// 2      0 -10     3 +8      1 -6      1       2 + ½ + 2½ = 5      ½
/// 3      1 =0      2 -8      0 -2      ½       2½ + 1 + 2 = 5½     1¼
/// ```
#[test]
fn a_swiss_table_worked_out_by_hand() {
    let rules = PairingRules {
        rounds: 3,
        ..rules(Format::Swiss, 4, 1)
    };
    let results = [
        (0, 2, 10),
        (1, 3, 0),
        (0, 1, -4),
        (2, 3, 8),
        (0, 3, 2),
        (1, 2, 6),
    ];
    let mut fixtures = Fixtures::new(rules);
    let mut scores = Scores::new();
    while !fixtures.is_finished() {
        let open: Vec<(Slot, ByColor<usize>)> = fixtures
            .open(&scores)
            .map(|(meeting, game)| (meeting.slot(game), meeting.seats(game)))
            .collect();
        for (slot, seats) in open {
            let discs = results
                .iter()
                .find_map(|(one, other, discs)| {
                    if (seats.black, seats.white) == (*one, *other) {
                        Some(*discs)
                    } else if (seats.white, seats.black) == (*one, *other) {
                        Some(-*discs)
                    } else {
                        None
                    }
                })
                .expect("there are six pairs of four");
            let score = Score {
                seats,
                discs,
                fault: None,
                annulled: false,
            };
            scores.insert(slot, score);
        }
        fixtures.advance(&scores);
    }
    let table = fixtures.standings(&scores);
    let expected = [
        (1, 2.5, [3.5, 3.25]),
        (0, 2.0, [4.0, 1.5]),
        (2, 1.0, [5.0, 0.5]),
        (3, 0.5, [5.5, 1.25]),
    ];
    for (line, (entrant, points, ties)) in table.iter().zip(expected) {
        assert_eq!((line.entrant, line.points), (entrant, points));
        assert_eq!(line.tie_breaks[..2], ties, "of {entrant}");
    }
}

#[test]
fn a_gauntlet_is_ranked_by_the_share_of_points() {
    let fixtures = Fixtures::new(rules(Format::Gauntlet, 4, 2));
    let mut scores = Scores::new();
    for meeting in fixtures.meetings() {
        assert_eq!(meeting.entrants[0], 0, "the first one meets the others");
        for game in 1..=2 {
            let seats = meeting.seats(game);
            // Entrant 0 beats 1 twice, has one win and one loss against 2, and loses to 3 twice.
            let for_first = match meeting.entrants[1] {
                1 => 10,
                2 => [10, -10][game - 1],
                _ => -10,
            };
            let discs = if seats.black == 0 {
                for_first
            } else {
                -for_first
            };
            let score = Score {
                seats,
                discs,
                fault: None,
                annulled: false,
            };
            scores.insert(meeting.slot(game), score);
        }
    }
    let table = fixtures.standings(&scores);
    assert_eq!(places(&table), [(1, 3), (2, 0), (2, 2), (4, 1)]);
    assert_eq!(table[0].tie_breaks[0], 1.0);
    assert_eq!(table[1].points, 3.0);
}
