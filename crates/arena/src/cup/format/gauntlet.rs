//! Gauntlet: the first entrant meets everybody else.

use crate::cup::meeting::{Length, Meeting};
use crate::cup::terms::Terms;

/// All meetings, one a round. Who has Black first changes from one to the next.
pub fn meetings(terms: &Terms) -> Vec<Meeting> {
    let meeting = |round: usize| Meeting {
        round,
        number: 1,
        label: format!("Round {round}"),
        entrants: [0, round],
        first: round % 2,
        length: Length::All(terms.games),
    };
    (1..terms.entrants).map(meeting).collect()
}
