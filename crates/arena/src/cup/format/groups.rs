//! Groups: a round robin within each of some groups, which are drawn by seeds.

use super::round_robin;
use crate::cup::meeting::Meeting;
use crate::cup::pairing_rules::PairingRules;

/// The entrants of each group, best seed first. The order of the groups is reversed after each row of
/// seeds, so that the groups are equally strong: of 8 entrants in 2 groups, A has the seeds 1, 4, 5
/// and 8.
pub fn groups(entrants: usize, count: usize) -> Vec<Vec<usize>> {
    let mut groups = vec![Vec::new(); count];
    for entrant in 0..entrants {
        let (row, place) = (entrant / count, entrant % count);
        let group = if row % 2 == 0 {
            place
        } else {
            count - 1 - place
        };
        groups[group].push(entrant);
    }
    groups
}

/// The name of a group: `Group A`; after 26 letters, `Group 27`.
pub fn name(group: usize) -> String {
    match u8::try_from(group) {
        Ok(group @ 0..=25) => format!("Group {}", char::from(b'A' + group)),
        _ => format!("Group {}", group + 1),
    }
}

/// All meetings of a round robin, within each group if there is more than one, and the byes as pairs of
/// round and entrant.
pub fn meetings(
    rules: &PairingRules,
    count: usize,
    games: usize,
) -> (Vec<Meeting>, Vec<(usize, usize)>) {
    let mut all = Vec::new();
    let mut all_byes = Vec::new();
    // The number of meetings that each round has so far.
    let mut numbers: Vec<usize> = Vec::new();
    for (group, field) in groups(rules.entrants, count).into_iter().enumerate() {
        let (meetings, byes) = round_robin::meetings(&field, games);
        for mut meeting in meetings {
            let round = meeting.round;
            if numbers.len() < round {
                numbers.resize(round, 0);
            }
            numbers[round - 1] += 1;
            meeting.number = numbers[round - 1];
            meeting.label = if count == 1 {
                rules.round_label(round)
            } else {
                format!("{}, round {round}", name(group))
            };
            all.push(meeting);
        }
        all_byes.extend(byes);
    }
    (all, all_byes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_drawn_like_a_snake() {
        let seeds = |entrants, count| -> Vec<Vec<usize>> {
            let groups = groups(entrants, count).into_iter();
            groups
                .map(|group| group.into_iter().map(|entrant| entrant + 1).collect())
                .collect()
        };
        assert_eq!(seeds(8, 2), [[1, 4, 5, 8], [2, 3, 6, 7]]);
        assert_eq!(seeds(7, 3), [vec![1, 6, 7], vec![2, 5], vec![3, 4]]);
        assert_eq!(
            (name(0).as_str(), name(26).as_str()),
            ("Group A", "Group 27")
        );
    }
}
