//! Knock-out: bracket, seeding, byes and ranking.

use std::collections::BTreeMap;

use crate::cup::meeting::{Meeting, MeetingLength, MeetingScore};
use crate::cup::pairing_rules::PairingRules;
use crate::cup::score::Scores;

/// A node of the bracket: two entrants of whom one advances, or a bye.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The two entrants, as far as they are known. In the first round, `None` is a bye.
    pub entrants: [Option<usize>; 2],
    /// Whether one of them advances without a game.
    pub bye: bool,
    /// Their meeting and its score, once both are known.
    pub meeting: Option<(Meeting, MeetingScore)>,
    /// The entrant that advances, once it is certain.
    pub winner: Option<usize>,
}

impl Node {
    /// The entrant that is out.
    pub fn loser(&self) -> Option<usize> {
        let winner = self.winner?;
        let others = self.entrants.into_iter().flatten();
        others.into_iter().find(|entrant| *entrant != winner)
    }
}

/// The bracket, round by round, and the match for third place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The rounds; nodes 2i and 2i+1 of one lead to node i of the next.
    pub rounds: Vec<Vec<Node>>,
    /// The match of the losers of the semi-finals.
    pub third: Option<Node>,
}

/// The seeds in the order of the bracket, counted from 0. The best two can meet only in the final, the
/// best four not before the semi-finals, and so on.
pub fn seeding(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let count = 2 * order.len();
        let pair = |seed: usize| [seed, count - 1 - seed];
        order = order.into_iter().flat_map(pair).collect();
    }
    order
}

/// The bracket with the scores so far. `seeds` are the entrants of the knock-out, best seed first.
pub fn tree(rules: &PairingRules, seeds: &[usize], scores: &Scores) -> Tree {
    let (before, rounds) = (rules.qualifier_rounds(), rules.last_round());
    let order = seeding(seeds.len().next_power_of_two());
    let mut below: Vec<Option<usize>> = order
        .into_iter()
        .map(|seed| seeds.get(seed).copied())
        .collect();
    let mut tree = Tree::default();
    for round in before + 1..=rounds {
        let nodes: Vec<Node> = below
            .chunks_exact(2)
            .enumerate()
            .map(|(index, pair)| {
                let entrants = [pair[0], pair[1]];
                let label = label(round, rounds);
                node(rules, seeds, scores, (round, index + 1), label, entrants)
            })
            .collect();
        below = nodes.iter().map(|node| node.winner).collect();
        tree.rounds.push(nodes);
    }
    if rules.third_place && seeds.len() > 3 {
        let semi = &tree.rounds[tree.rounds.len() - 2];
        let losers = [semi[0].loser(), semi[1].loser()];
        let label = "Third place".to_string();
        tree.third = Some(node(rules, seeds, scores, (rounds, 2), label, losers));
    }
    tree
}

fn node(
    rules: &PairingRules,
    seeds: &[usize],
    scores: &Scores,
    (round, number): (usize, usize),
    label: String,
    entrants: [Option<usize>; 2],
) -> Node {
    let [Some(one), Some(other)] = entrants else {
        // In later rounds the missing entrant is only not known yet.
        let bye = round == rules.qualifier_rounds() + 1;
        let winner = entrants.into_iter().flatten().next().filter(|_| bye);
        return Node {
            entrants,
            bye,
            winner,
            meeting: None,
        };
    };
    let better = seeds.iter().find(|seed| [one, other].contains(seed));
    let meeting = Meeting {
        round,
        number,
        label,
        entrants: [one, other],
        first: (rules.random_number(&[round, number]) % 2) as usize,
        length: MeetingLength::BestOf {
            games: rules.games,
            extra: rules.extra,
            favourite: usize::from(better == Some(&other)),
        },
    };
    let tally = meeting.tally(scores);
    let winner = tally.decided.map(|(side, _)| meeting.entrants[side]);
    Node {
        entrants,
        bye: false,
        meeting: Some((meeting, tally)),
        winner,
    }
}

/// The name of a round.
pub fn label(round: usize, rounds: usize) -> String {
    match rounds - round {
        0 => "Final".to_string(),
        1 => "Semi-final".to_string(),
        2 => "Quarter-final".to_string(),
        left => format!("Round of {}", 2 << left),
    }
}

/// The known meetings, round by round.
pub fn meetings(tree: &Tree) -> impl Iterator<Item = &Meeting> {
    let nodes = tree.rounds.iter().flatten().chain(&tree.third);
    nodes.filter_map(|node| node.meeting.as_ref().map(|(meeting, _)| meeting))
}

/// The entrants by the round they reached, best first, in groups of equals. An entrant that is still
/// in the cup counts for the round that it plays now. `seeds` are all entrants of the knock-out.
pub fn ranking(seeds: &[usize], tree: &Tree) -> Vec<Vec<usize>> {
    let rounds = tree.rounds.len();
    // The distance of each entrant from the top.
    let mut steps: BTreeMap<usize, usize> = BTreeMap::new();
    for (index, nodes) in tree.rounds.iter().enumerate() {
        for node in nodes {
            for entrant in node.entrants.into_iter().flatten() {
                let done = usize::from(node.winner == Some(entrant));
                steps.insert(entrant, 3 * (rounds - index - done));
            }
        }
    }
    if let Some(third) = &tree.third
        && let Some(step) = third.winner.and_then(|winner| steps.get_mut(&winner))
    {
        *step -= 1;
    }
    let mut order = seeds.to_vec();
    order.sort_by_key(|entrant| steps.get(entrant));
    let groups = order.chunk_by(|one, other| steps.get(one) == steps.get(other));
    groups.map(<[usize]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cup::Format;
    use crate::cup::score::Score;

    fn rules(entrants: usize) -> PairingRules {
        PairingRules {
            format: Format::Knockout,
            entrants,
            games: 2,
            extra: 1,
            rounds: 0,
            third_place: false,
            qualifier: None,
            house: None,
            seed: 7,
        }
    }

    fn seeds(rules: &PairingRules) -> Vec<usize> {
        (0..rules.entrants).collect()
    }

    /// Plays all games; the better seed wins every game.
    fn played_out(rules: &PairingRules) -> Tree {
        let mut scores = Scores::new();
        loop {
            let tree = tree(rules, &seeds(rules), &scores);
            let open: Vec<(Meeting, usize)> = meetings(&tree)
                .flat_map(|meeting| {
                    let games = meeting.tally(&scores).open;
                    games.into_iter().map(|game| (meeting.clone(), game))
                })
                .collect();
            if open.is_empty() {
                return tree;
            }
            for (meeting, game) in open {
                let seats = meeting.seats(game);
                let discs = if seats.black < seats.white { 10 } else { -10 };
                let score = Score {
                    seats,
                    discs,
                    fault: None,
                    annulled: false,
                };
                assert_eq!(scores.insert(meeting.slot(game), score), None);
            }
        }
    }

    #[test]
    fn sixteen_are_seeded_as_usual() {
        let order: Vec<usize> = seeding(16).into_iter().map(|seed| seed + 1).collect();
        assert_eq!(
            order,
            [1, 16, 8, 9, 4, 13, 5, 12, 2, 15, 7, 10, 3, 14, 6, 11]
        );
    }

    #[test]
    fn byes_go_to_the_best_seeds_and_the_best_meet_last() {
        for entrants in (2..=33).chain([200, 256]) {
            let rules = rules(entrants);
            let tree = played_out(&rules);
            let places = entrants.next_power_of_two();
            let byes: Vec<usize> = tree.rounds[0]
                .iter()
                .filter(|node| node.bye)
                .filter_map(|node| node.winner)
                .collect();
            let mut sorted = byes.clone();
            sorted.sort_unstable();
            let expected: Vec<usize> = (0..places - entrants).collect();
            assert_eq!(sorted, expected, "{entrants} entrants");
            for (index, nodes) in tree.rounds.iter().enumerate() {
                assert_eq!(nodes.len(), places >> (index + 1), "{entrants} entrants");
                // When the better seed always wins, the best `left` seeds remain, and the best of
                // them meets the worst of them.
                let left = places >> index;
                for node in nodes.iter().filter(|node| !node.bye) {
                    let [one, other] = node.entrants.map(|entrant| entrant.expect("known"));
                    assert_eq!(one + other, left - 1, "{entrants} entrants, round {index}");
                }
            }
            let last = tree.rounds.last().expect("a final");
            assert_eq!((last.len(), last[0].winner), (1, Some(0)));
            let ranking = ranking(&seeds(&rules), &tree);
            assert_eq!(ranking[0], [0]);
            assert_eq!(ranking[1], [1]);
            assert_eq!(ranking.iter().flatten().count(), entrants);
        }
    }

    #[test]
    fn the_losers_of_the_semi_finals_meet_if_asked() {
        for entrants in 4..=16 {
            let rules = PairingRules {
                third_place: true,
                ..rules(entrants)
            };
            let tree = played_out(&rules);
            let third = tree.third.as_ref().expect("a match for third place");
            assert_eq!(third.entrants, [Some(3), Some(2)]);
            assert_eq!(third.winner, Some(2));
            assert_eq!(ranking(&seeds(&rules), &tree)[2..4], [vec![2], vec![3]]);
        }
        let three = PairingRules {
            third_place: true,
            ..rules(3)
        };
        assert_eq!(played_out(&three).third, None, "only one loser there");
    }
}
