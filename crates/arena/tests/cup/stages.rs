//! A qualifier before the knock-out, with simulated results.

use std::collections::BTreeSet;

use arena::cup::{Fixtures, Format, Meeting, PairingRules, Qualifier, Score, Scores, Slot};

use super::simulated::{dice, play_out, rules, score};

/// A knock-out of `advance` after a qualifier; one group is a single table.
fn cup(entrants: usize, format: Format, groups: usize, advance: usize) -> PairingRules {
    PairingRules {
        qualifier: Some(Qualifier {
            format,
            groups,
            rounds: 4,
            games: 1,
            advance,
        }),
        house: Some(2),
        ..rules(Format::Knockout, entrants, 2)
    }
}

/// The better seed wins every game by ten discs.
fn by_seed(slot: Slot, meeting: &Meeting) -> Score {
    let seats = meeting.seats(slot.game);
    let discs = if seats.black < seats.white { 10 } else { -10 };
    score(meeting, slot.game, discs)
}

/// The entrants of the knock-out in the order of the bracket's first round, without byes.
fn met(fixtures: &Fixtures, round: usize) -> Vec<[usize; 2]> {
    let meetings = fixtures.meetings().filter(|meeting| meeting.round == round);
    meetings.map(|meeting| meeting.entrants).collect()
}

#[test]
fn the_best_of_the_qualifier_are_seeded_by_its_table() {
    let rules = cup(20, Format::RoundRobin, 1, 8);
    // The last entrant wins every game of the qualifier, the first loses all of them.
    let (fixtures, scores) = play_out(rules, 3, 1, |slot, meeting| {
        let seats = meeting.seats(slot.game);
        let discs = if seats.black > seats.white { 10 } else { -10 };
        score(meeting, slot.game, discs)
    });
    let seeds: Vec<usize> = (12..20).rev().collect();
    assert_eq!(fixtures.seeds(), Some(&seeds[..]));
    let first = rules.qualifier_rounds() + 1;
    assert_eq!(
        met(&fixtures, first),
        [[19, 12], [16, 15], [18, 13], [17, 14]]
    );
    assert_eq!(fixtures.winner(), Some(19));
    let standings = fixtures.standings(&scores);
    let order: Vec<usize> = standings.iter().map(|line| line.entrant).collect();
    assert_eq!(order[..2], [19, 18], "by the round that they reached");
    let out: Vec<usize> = (0..12).rev().collect();
    assert_eq!(order[8..], out, "then by their places in the qualifier");
    let places: Vec<usize> = standings.iter().map(|line| line.rank).collect();
    assert_eq!(places[..9], [1, 2, 3, 3, 5, 5, 5, 5, 9]);
}

#[test]
fn winners_of_groups_are_seeded_before_the_seconds() {
    let rules = cup(16, Format::RoundRobin, 4, 8);
    let (fixtures, scores) = play_out(rules, 2, 7, by_seed);
    // Drawn like a snake: A has the seeds 0, 7, 8 and 15.
    let tables = fixtures.qualifier_standings(&scores);
    let groups: Vec<Vec<usize>> = tables
        .iter()
        .map(|table| table.iter().map(|line| line.entrant).collect())
        .collect();
    assert_eq!(
        groups,
        [[0, 7, 8, 15], [1, 6, 9, 14], [2, 5, 10, 13], [3, 4, 11, 12]]
    );
    let seeds = fixtures.seeds().expect("the qualifier is over");
    assert_eq!(seeds[..4], [0, 1, 2, 3]);
    let seconds: BTreeSet<usize> = seeds[4..].iter().copied().collect();
    assert_eq!(seconds, BTreeSet::from([4, 5, 6, 7]));
    let labels: BTreeSet<&str> = fixtures
        .meetings()
        .map(|meeting| meeting.label.as_str())
        .collect();
    for label in [
        "Group A, round 1",
        "Group D, round 3",
        "Quarter-final",
        "Final",
    ] {
        assert!(labels.contains(label), "{label} in {labels:?}");
    }
}

/// The winner of a group and its last would meet in the first round, if the seeds alone decided.
#[test]
fn two_of_a_group_do_not_meet_in_the_first_round() {
    for (groups, each) in [(2, 2), (4, 2), (4, 4), (8, 2), (3, 2), (5, 3)] {
        let rules = cup(groups * 5, Format::RoundRobin, groups, groups * each);
        for order in 1..20 {
            let (fixtures, scores) = play_out(rules, 2, order, |slot, meeting| {
                let slot = Slot {
                    meeting: slot.meeting + 100 * order as usize,
                    ..slot
                };
                let thrown = dice(slot, meeting);
                score(meeting, slot.game, thrown.discs)
            });
            let tables = fixtures.qualifier_standings(&scores);
            let group = |entrant: usize| {
                let mut tables = tables.iter();
                tables.position(|table| table.iter().any(|line| line.entrant == entrant))
            };
            for [one, other] in met(&fixtures, rules.qualifier_rounds() + 1) {
                assert_ne!(group(one), group(other), "{groups} groups, {each} of each");
            }
        }
    }
}

/// Between equals the better place in the qualifier decides, not the place in the file.
#[test]
fn the_seed_that_decides_a_tie_is_that_of_the_qualifier() {
    let rules = PairingRules {
        extra: 0,
        ..cup(6, Format::RoundRobin, 1, 2)
    };
    let knockout = rules.qualifier_rounds() + 1;
    let (fixtures, _) = play_out(rules, 1, 1, |slot, meeting| {
        let seats = meeting.seats(slot.game);
        let wins = if seats.black > seats.white { 10 } else { -10 };
        score(
            meeting,
            slot.game,
            if slot.round < knockout { wins } else { 0 },
        )
    });
    assert_eq!(fixtures.seeds(), Some(&[5, 4][..]));
    assert_eq!(fixtures.winner(), Some(5));
}

#[test]
fn every_number_of_entrants_is_played_to_its_end() {
    for entrants in 4..=26 {
        for (format, groups) in [
            (Format::Swiss, 1),
            (Format::RoundRobin, 1),
            (Format::RoundRobin, 2),
            (Format::RoundRobin, entrants / 2),
        ] {
            let advance = groups * (entrants / groups).min(2).max(2 / groups);
            let mut rules = cup(entrants, format, groups, advance);
            if let Some(stage) = &mut rules.qualifier {
                stage.rounds = (entrants - 1).min(4);
            }
            let (fixtures, scores) = play_out(rules, 1, 0, dice);
            assert_eq!(fixtures.seeds().map(<[usize]>::len), Some(advance));
            let last = scores.keys().next_back().expect("games").round;
            assert_eq!(last, rules.house_round(), "the house match comes last");
            for order in 1..3 {
                let (others, other) = play_out(rules, 10, order, dice);
                assert_eq!(other, scores, "{entrants} entrants, {format:?} {groups}");
                assert_eq!(others.winner(), fixtures.winner());
            }
            // From its scores alone the cup is the same again.
            let mut again = Fixtures::new(rules);
            let mut known = Scores::new();
            for (slot, score) in &scores {
                known.insert(*slot, *score);
                again.advance(&known);
            }
            assert_eq!(again.winner(), fixtures.winner());
            assert!(again.is_finished());
        }
    }
}

#[test]
fn two_hundred_entrants_find_a_winner() {
    for rules in [
        cup(200, Format::RoundRobin, 20, 40),
        cup(200, Format::Swiss, 1, 16),
        rules(Format::Knockout, 200, 2),
    ] {
        let (fixtures, scores) = play_out(rules, 8, 3, by_seed);
        assert_eq!(fixtures.winner(), Some(0), "the best seed wins every game");
        let standings = fixtures.standings(&scores);
        assert_eq!(standings.len(), 200);
        let all: BTreeSet<usize> = standings.iter().map(|line| line.entrant).collect();
        assert_eq!(all.len(), 200);
    }
}
