//! Round robin: every entrant meets every other (circle method).

use crate::cup::meeting::{Meeting, MeetingLength};

/// All meetings of a field, round by round, and the byes as pairs of round and entrant. The rounds
/// have no names yet.
///
/// All entrants but the last stand in a circle. In round r the two at the same distance to the left
/// and to the right of place r meet, and the entrant at place r meets the last one. Left is Black and
/// right is White, and every entrant is on each side equally often; against the last one colours
/// alternate. So the numbers of Black and White games of an entrant differ by at most one.
pub fn meetings(field: &[usize], games: usize) -> (Vec<Meeting>, Vec<(usize, usize)>) {
    let circle = field.len() - 1 + field.len() % 2;
    let last = field.len().is_multiple_of(2).then_some(circle);
    let mut meetings = Vec::new();
    let mut byes = Vec::new();
    for round in 0..circle {
        let mut pairs = Vec::new();
        match last {
            Some(last) if round % 2 == 0 => pairs.push([round, last]),
            Some(last) => pairs.push([last, round]),
            None => byes.push((round + 1, field[round])),
        }
        pairs.extend((1..=(circle - 1) / 2).map(|step| {
            let left = (round + step) % circle;
            let right = (round + circle - step) % circle;
            [left, right]
        }));
        let numbered = pairs.into_iter().enumerate();
        meetings.extend(numbered.map(|(index, entrants)| Meeting {
            round: round + 1,
            number: index + 1,
            label: String::new(),
            entrants: entrants.map(|place| field[place]),
            first: 0,
            length: MeetingLength::All(games),
        }));
    }
    (meetings, byes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_meets_once_with_balanced_colours() {
        for entrants in 2..=20 {
            for games in 1..=3 {
                let field: Vec<usize> = (0..entrants).collect();
                let (meetings, byes) = meetings(&field, games);
                let mut met = vec![vec![0; entrants]; entrants];
                let mut black = vec![0_i32; entrants];
                for meeting in &meetings {
                    let [one, other] = meeting.entrants;
                    met[one][other] += 1;
                    met[other][one] += 1;
                    for game in 1..=games {
                        let seats = meeting.seats(game);
                        black[seats.black] += 1;
                        black[seats.white] -= 1;
                    }
                }
                for (one, row) in met.iter().enumerate() {
                    for (other, count) in row.iter().enumerate() {
                        assert_eq!(
                            *count,
                            usize::from(one != other),
                            "{entrants}: {one} {other}"
                        );
                    }
                }
                let most = i32::from(entrants % 2 == 0 && games % 2 == 1);
                assert!(
                    black.iter().all(|balance| balance.abs() <= most),
                    "{entrants} entrants, {games} games: {black:?}"
                );
                let rounds = entrants - 1 + entrants % 2;
                for round in 1..=rounds {
                    let mut busy: Vec<usize> = meetings
                        .iter()
                        .filter(|meeting| meeting.round == round)
                        .flat_map(|meeting| meeting.entrants)
                        .chain(byes.iter().filter(|bye| bye.0 == round).map(|bye| bye.1))
                        .collect();
                    busy.sort_unstable();
                    assert_eq!(busy, (0..entrants).collect::<Vec<_>>(), "round {round}");
                }
                assert!(meetings.iter().all(|meeting| meeting.round <= rounds));
            }
        }
    }
}
