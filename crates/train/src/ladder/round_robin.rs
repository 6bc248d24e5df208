//! A round robin between players of very different strength: those next to each other play most.

use arena::rating::{PairScore, Rating, list};
use rules::Size;

use super::contestant::{Contestant, play};
use crate::people::parallel;

/// The ratings of players that are about in the order of their strength. Each plays `games` games against
/// each of the `near` players on both sides of it, half of them with each colour; those that search deep play
/// [fewer](Contestant::games).
pub fn ratings(
    players: &[Contestant],
    size: Size,
    near: usize,
    games: usize,
    threads: usize,
) -> (Vec<Rating>, Vec<PairScore>) {
    let mut pairs = Vec::new();
    for first in 0..players.len() {
        for second in first + 1..players.len().min(first + near + 1) {
            let [one, other] = [players[first], players[second]];
            let count = one.games(size, games).min(other.games(size, games));
            pairs.extend((0..count).map(|number| (first, second, number)));
        }
    }
    let points = parallel::map(
        &pairs,
        threads,
        || (),
        |(), &(first, second, number)| {
            let seed = ((first * players.len() + second) * games + number) as u64;
            let [one, other] = [players[first], players[second]];
            match number % 2 {
                0 => play(size, [one, other], seed),
                _ => 1.0 - play(size, [other, one], seed),
            }
        },
    );
    let mut scores: Vec<PairScore> = Vec::new();
    for (&(first, second, _), points) in pairs.iter().zip(points) {
        match scores.last_mut() {
            Some(last) if (last.first, last.second) == (first, second) => {
                last.points += points;
                last.games += 1.0;
            }
            _ => scores.push(PairScore {
                first,
                second,
                points,
                games: 1.0,
            }),
        }
    }
    (list(players.len(), &scores), scores)
}
