//! Knock-out: who loses is out.

use crate::cup::meeting::{Length, Meeting, Tally};
use crate::cup::score::Scores;
use crate::cup::terms::Terms;

/// Two entrants of whom one goes on, or one who has nobody to play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Who meets, as far as it is known; in the first round, nobody in a bye.
    pub entrants: [Option<usize>; 2],
    /// Whether one of them goes on without a game.
    pub bye: bool,
    /// Their meeting and how it stands, once both are known.
    pub meeting: Option<(Meeting, Tally)>,
    /// Who goes on.
    pub winner: Option<usize>,
}

impl Node {
    /// Who does not go on.
    pub fn loser(&self) -> Option<usize> {
        let winner = self.winner?;
        let others = self.entrants.into_iter().flatten();
        others.into_iter().find(|entrant| *entrant != winner)
    }
}

/// The tree as it stands, round by round, and the match for third place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The rounds; nodes 2i and 2i+1 of one lead to node i of the next.
    pub rounds: Vec<Vec<Node>>,
    /// The losers of the semi-finals.
    pub third: Option<Node>,
}

/// Seeds in the order of the tree, counted from 0: the best two can meet in the final only, the best
/// four in the semi-finals, and so on.
pub fn seeding(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let count = 2 * order.len();
        let pair = |seed: usize| [seed, count - 1 - seed];
        order = order.into_iter().flat_map(pair).collect();
    }
    order
}

/// The tree as it stands.
pub fn tree(terms: &Terms, scores: &Scores) -> Tree {
    let rounds = terms.last_round();
    let order = seeding(terms.entrants.next_power_of_two());
    let mut below: Vec<Option<usize>> = order
        .into_iter()
        .map(|seed| (seed < terms.entrants).then_some(seed))
        .collect();
    let mut tree = Tree::default();
    for round in 1..=rounds {
        let nodes: Vec<Node> = below
            .chunks_exact(2)
            .enumerate()
            .map(|(index, pair)| {
                let entrants = [pair[0], pair[1]];
                let label = label(round, rounds);
                node(terms, scores, (round, index + 1), label, entrants)
            })
            .collect();
        below = nodes.iter().map(|node| node.winner).collect();
        tree.rounds.push(nodes);
    }
    if terms.third_place && terms.entrants > 3 {
        let semi = &tree.rounds[rounds - 2];
        let losers = [semi[0].loser(), semi[1].loser()];
        let label = "Third place".to_string();
        tree.third = Some(node(terms, scores, (rounds, 2), label, losers));
    }
    tree
}

fn node(
    terms: &Terms,
    scores: &Scores,
    (round, number): (usize, usize),
    label: String,
    entrants: [Option<usize>; 2],
) -> Node {
    let [Some(one), Some(other)] = entrants else {
        // Only in the first round is nobody there for good.
        let bye = round == 1;
        let winner = entrants.into_iter().flatten().next().filter(|_| bye);
        return Node {
            entrants,
            bye,
            winner,
            meeting: None,
        };
    };
    let meeting = Meeting {
        round,
        number,
        label,
        entrants: [one, other],
        first: (terms.luck(&[round, number]) % 2) as usize,
        length: Length::BestOf {
            games: terms.games,
            extra: terms.extra,
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

/// What a round is called.
pub fn label(round: usize, rounds: usize) -> String {
    match rounds - round {
        0 => "Final".to_string(),
        1 => "Semi-final".to_string(),
        2 => "Quarter-final".to_string(),
        left => format!("Round of {}", 2 << left),
    }
}

/// The meetings that are known, round by round.
pub fn meetings(tree: &Tree) -> impl Iterator<Item = &Meeting> {
    let nodes = tree.rounds.iter().flatten().chain(&tree.third);
    nodes.filter_map(|node| node.meeting.as_ref().map(|(meeting, _)| meeting))
}

/// The entrants by how far they came, groups that nothing tells apart, the best first. Who is still
/// in it counts as having come as far as the round it plays now.
pub fn ranking(terms: &Terms, tree: &Tree) -> Vec<Vec<usize>> {
    let rounds = tree.rounds.len();
    // How many steps somebody is from the top.
    let mut steps = vec![0; terms.entrants];
    for (index, nodes) in tree.rounds.iter().enumerate() {
        for node in nodes {
            for entrant in node.entrants.into_iter().flatten() {
                steps[entrant] = 3 * (rounds - index);
                if node.winner == Some(entrant) {
                    steps[entrant] = 3 * (rounds - index - 1);
                }
            }
        }
    }
    if let Some(third) = &tree.third
        && let Some(winner) = third.winner
    {
        steps[winner] -= 1;
    }
    let mut order: Vec<usize> = (0..terms.entrants).collect();
    order.sort_by_key(|entrant| steps[*entrant]);
    let groups = order.chunk_by(|one, other| steps[*one] == steps[*other]);
    groups.map(<[usize]>::to_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cup::Format;
    use crate::cup::score::Score;

    fn terms(entrants: usize) -> Terms {
        Terms {
            format: Format::Knockout,
            entrants,
            games: 2,
            extra: 1,
            rounds: 0,
            third_place: false,
            house: None,
            seed: 7,
        }
    }

    /// Plays on until nothing is left; the better seed wins every game.
    fn played_out(terms: &Terms) -> Tree {
        let mut scores = Scores::new();
        loop {
            let tree = tree(terms, &scores);
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
        for entrants in 2..=16 {
            let terms = terms(entrants);
            let tree = played_out(&terms);
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
                // When the better one always wins, the best so many are left, and the best of
                // them meets the last of them.
                let left = places >> index;
                for node in nodes.iter().filter(|node| !node.bye) {
                    let [one, other] = node.entrants.map(|entrant| entrant.expect("known"));
                    assert_eq!(one + other, left - 1, "{entrants} entrants, round {index}");
                }
            }
            let last = tree.rounds.last().expect("a final");
            assert_eq!((last.len(), last[0].winner), (1, Some(0)));
            let ranking = ranking(&terms, &tree);
            assert_eq!(ranking[0], [0]);
            assert_eq!(ranking[1], [1]);
            assert_eq!(ranking.iter().flatten().count(), entrants);
        }
    }

    #[test]
    fn the_losers_of_the_semi_finals_meet_if_asked() {
        for entrants in 4..=16 {
            let terms = Terms {
                third_place: true,
                ..terms(entrants)
            };
            let tree = played_out(&terms);
            let third = tree.third.as_ref().expect("a match for third place");
            assert_eq!(third.entrants, [Some(3), Some(2)]);
            assert_eq!(third.winner, Some(2));
            assert_eq!(ranking(&terms, &tree)[2..4], [vec![2], vec![3]]);
        }
        let three = Terms {
            third_place: true,
            ..terms(3)
        };
        assert_eq!(played_out(&three).third, None, "only one loser there");
    }
}
