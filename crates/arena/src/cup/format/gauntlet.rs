//! Gauntlet: the first entrant meets every other.

use crate::cup::meeting::{Meeting, MeetingLength};
use crate::cup::pairing_rules::PairingRules;

/// All meetings, one in each round. The entrant that has Black first alternates.
pub fn meetings(rules: &PairingRules) -> Vec<Meeting> {
    let meeting = |round: usize| Meeting {
        round,
        number: 1,
        label: format!("Round {round}"),
        entrants: [0, round],
        first: round % 2,
        length: MeetingLength::All(rules.games),
    };
    (1..rules.entrants).map(meeting).collect()
}
