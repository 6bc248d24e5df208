//! Crosstable: the results of each entrant against each other.

use std::collections::HashMap;

use crate::cup::Event;
use rules::Color;

use super::words;

/// All games of an event by pair of entrants.
pub(super) struct Crosstable {
    /// The entrants in the order of the standings; those that are not in them come last.
    pub(super) order: Vec<usize>,
    meetings: HashMap<(usize, usize), Meeting>,
}

/// The games of one entrant against another, from the view of the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Meeting {
    pub(super) won: usize,
    pub(super) drawn: usize,
    pub(super) lost: usize,
    /// Indices into the event's games, with the half points for each.
    pub(super) games: Vec<(usize, usize)>,
}

impl Meeting {
    /// Points: 1 for a win, ½ for a draw.
    pub(super) fn points(&self) -> f64 {
        self.won as f64 + self.drawn as f64 / 2.0
    }
}

impl Crosstable {
    /// The crosstable of an event.
    pub(super) fn of(event: &Event) -> Crosstable {
        let mut order: Vec<usize> = event.standings.iter().map(|line| line.entrant).collect();
        let missing = |entrant: &usize| !order.contains(entrant);
        let rest: Vec<usize> = (0..event.entrants.len()).filter(missing).collect();
        order.extend(rest);
        let mut meetings: HashMap<(usize, usize), Meeting> = HashMap::new();
        for (place, game) in event.games.iter().enumerate() {
            for color in Color::ALL {
                let pair = (game.seats[color], game.seats[color.opponent()]);
                let meeting = meetings.entry(pair).or_default();
                let half_points = words::half_points(game, color);
                match half_points {
                    0 => meeting.lost += 1,
                    1 => meeting.drawn += 1,
                    _ => meeting.won += 1,
                }
                meeting.games.push((place, half_points));
            }
        }
        Crosstable { order, meetings }
    }

    /// The games of one entrant against another; `None` when they have not met.
    pub(super) fn meeting(&self, entrant: usize, opponent: usize) -> Option<&Meeting> {
        self.meetings.get(&(entrant, opponent))
    }
}
