//! Swiss system: in every round entrants with equal points meet, without rematches.

use std::collections::BTreeSet;

use super::matching::max_pairs;
use crate::cup::meeting::{Meeting, MeetingLength};
use crate::cup::pairing_rules::PairingRules;

/// The history of an entrant, from which the next round is paired.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Half points so far, byes included.
    pub halves: u32,
    /// The opponents it has met.
    pub met: BTreeSet<usize>,
    /// Its games with Black minus its games with White.
    pub balance: i32,
    /// Whether it had Black in its last game.
    pub last_black: Option<bool>,
    /// Whether it had a bye.
    pub bye: bool,
    /// Whether it has withdrawn: it is not paired any more.
    pub withdrawn: bool,
}

/// The meetings of a round, and the entrant with a bye. `histories` is in the order of seeding.
///
/// From the top of the standings on, each entrant meets the nearest in points that it has not met:
/// within a group of equals, the upper half meets the lower half, and opponents that need the other
/// colour come first. A pairing is accepted only if all others can still be paired without a rematch.
/// When that is impossible, there are as few rematches as possible. The bye goes to the last entrant
/// in the standings that had none.
pub fn round(
    rules: &PairingRules,
    round: usize,
    histories: &[History],
) -> (Vec<Meeting>, Option<usize>) {
    let playing = |entrant: &usize| !histories[*entrant].withdrawn;
    let mut order: Vec<usize> = (0..histories.len()).filter(playing).collect();
    order.sort_by_key(|entrant| std::cmp::Reverse(histories[*entrant].halves));
    let bye = (order.len() % 2 == 1).then(|| bye(&order, histories));
    order.retain(|entrant| Some(*entrant) != bye);
    let pairs = pairs(&order, histories);
    let meeting = |(index, entrants): (usize, [usize; 2])| Meeting {
        round,
        number: index + 1,
        label: rules.round_label(round),
        entrants,
        first: first(rules, (round, index + 1), entrants, histories),
        length: MeetingLength::All(rules.games_in(round)),
    };
    let meetings = pairs.into_iter().enumerate().map(meeting).collect();
    (meetings, bye)
}

/// Whether two entrants have not met yet.
fn not_met(histories: &[History]) -> impl Fn(usize, usize) -> bool + '_ {
    |one, other| !histories[one].met.contains(&other)
}

/// The last entrant in the standings that had no bye and without whom all others can be paired
/// without a rematch; if there is none, the last one that had no bye.
fn bye(order: &[usize], histories: &[History]) -> usize {
    let candidates: Vec<usize> = order.iter().rev().copied().collect();
    let fresh = candidates
        .iter()
        .copied()
        .filter(|who| !histories[*who].bye);
    let fits = |who: &usize| {
        let rest: Vec<usize> = order.iter().copied().filter(|one| one != who).collect();
        2 * max_pairs(&rest, not_met(histories)) == rest.len()
    };
    let fresh: Vec<usize> = fresh.collect();
    let found = fresh.iter().copied().find(fits);
    found.or(fresh.first().copied()).unwrap_or(candidates[0])
}

/// The pairs of a round, for an even number of entrants in the order of the standings.
fn pairs(order: &[usize], histories: &[History]) -> Vec<[usize; 2]> {
    let not_met = not_met(histories);
    // Two entrants that both had the same colour two times more would make one balance worse.
    let suited = |one: usize, other: usize| {
        let [one_balance, other_balance] = [histories[one].balance, histories[other].balance];
        let clash = one_balance.abs().min(other_balance.abs()) >= 2
            && one_balance.signum() == other_balance.signum();
        not_met(one, other) && !clash
    };
    let all_suited = 2 * max_pairs(order, suited) == order.len();
    let allowed = |one, other| {
        if all_suited {
            suited(one, other)
        } else {
            not_met(one, other)
        }
    };
    let mut left = order.to_vec();
    let mut most = max_pairs(&left, allowed);
    let mut pairs = Vec::new();
    let mut alone = Vec::new();
    while !left.is_empty() {
        let one = left.remove(0);
        let found = candidates(one, &left, histories).into_iter().find(|other| {
            let rest: Vec<usize> = left.iter().copied().filter(|who| who != other).collect();
            allowed(one, *other) && 1 + max_pairs(&rest, allowed) == most
        });
        match found {
            Some(other) => {
                left.retain(|who| *who != other);
                pairs.push([one, other]);
                most -= 1;
            }
            None => alone.push(one),
        }
    }
    // Those that are left have all met each other: these are rematches.
    pairs.extend(alone.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    pairs
}

/// The possible opponents of `one`, the most suitable first; `left` are the others.
fn candidates(one: usize, left: &[usize], histories: &[History]) -> Vec<usize> {
    let halves = histories[one].halves;
    let equals = left.iter().filter(|who| histories[**who].halves == halves);
    // Among equals, the entrant half a group further down, then those around it.
    let half = equals.count() / 2;
    let mut candidates: Vec<(usize, usize)> = left.iter().copied().enumerate().collect();
    candidates.sort_by_key(|(place, who)| {
        let other = &histories[*who];
        let balances = (histories[one].balance.signum(), other.balance.signum());
        let same_wish = balances.0 == balances.1 && balances.0 != 0;
        let distance = if other.halves == halves {
            place.abs_diff(half)
        } else {
            *place
        };
        (halves - other.halves, same_wish, distance, *place)
    });
    candidates.into_iter().map(|(_, who)| who).collect()
}

/// The side that has Black first: the one that had it less often; if equal, the one that did not have
/// it last; otherwise a random one.
fn first(
    rules: &PairingRules,
    at: (usize, usize),
    entrants: [usize; 2],
    histories: &[History],
) -> usize {
    let [one, other] = entrants.map(|entrant| &histories[entrant]);
    if one.balance != other.balance {
        usize::from(one.balance > other.balance)
    } else if one.last_black != other.last_black {
        usize::from(one.last_black == Some(true) || other.last_black == Some(false))
    } else {
        (rules.random_number(&[at.0, at.1]) % 2) as usize
    }
}
