//! Matches of a knock-out outside of its bracket, such as the match for third place.

use std::collections::HashSet;

use crate::cup::Event;
use rules::Color;

use super::names::clean;
use super::words;

/// A match of a knock-out outside of its bracket.
#[derive(Debug, PartialEq)]
pub(super) struct Extra {
    /// Its name.
    pub(super) label: String,
    pub(super) entrants: [usize; 2],
    pub(super) points: [f64; 2],
    /// The numbers of its games.
    pub(super) games: Vec<usize>,
}

/// All such matches except the house match, which has its own section.
pub(super) fn extras(event: &Event) -> Vec<Extra> {
    let Some(bracket) = &event.bracket else {
        return Vec::new();
    };
    let ties = bracket.rounds.iter().flatten();
    let in_tree: HashSet<usize> = ties.flat_map(|tie| tie.games.iter().copied()).collect();
    let mut extras: Vec<Extra> = Vec::new();
    for (place, game) in event.games.iter().enumerate() {
        let seats = [game.seats.black, game.seats.white];
        let before = event.qualifier.as_ref().map_or(0, |stage| stage.rounds);
        if game.round <= before {
            continue;
        }
        if in_tree.contains(&place) || event.house.is_some_and(|house| seats.contains(&house)) {
            continue;
        }
        let label = clean(&game.label);
        let same = |extra: &Extra| {
            let both = seats.iter().all(|seat| extra.entrants.contains(seat));
            extra.label == label && both
        };
        let known = extras.iter().position(same).unwrap_or_else(|| {
            extras.push(Extra {
                label: label.clone(),
                entrants: seats,
                points: [0.0; 2],
                games: Vec::new(),
            });
            extras.len() - 1
        });
        let extra = &mut extras[known];
        for color in Color::ALL {
            let side = usize::from(extra.entrants[0] != game.seats[color]);
            extra.points[side] += words::half_points(game, color) as f64 / 2.0;
        }
        extra.games.push(game.number);
    }
    extras
}
