//! Swiss system: in every round equals meet, and nobody meets the same opponent twice.

use std::collections::BTreeSet;

use super::matching::most_pairs;
use crate::cup::meeting::{Length, Meeting};
use crate::cup::terms::Terms;

/// What the next round needs to know of an entrant.
#[derive(Clone, Debug, Default)]
pub struct Past {
    /// Half points so far, byes included.
    pub halves: u32,
    /// Whom it has met.
    pub met: BTreeSet<usize>,
    /// How many games more it had Black than White.
    pub balance: i32,
    /// Whether it had Black in its last game.
    pub last_black: Option<bool>,
    /// Whether it had a bye.
    pub bye: bool,
}

/// The meetings of a round, and who has none, given what was before: entrants in order of seeding.
///
/// From the top of the table on, everybody meets the nearest in points whom it has not met: within a
/// group of equals, the upper half meets the lower half, those first who want different colours. A
/// pairing is taken only if all others can still be paired without a rematch. When that cannot be,
/// there are as few rematches as possible. The bye goes to the last in the table who had none.
pub fn round(terms: &Terms, round: usize, past: &[Past]) -> (Vec<Meeting>, Option<usize>) {
    let mut order: Vec<usize> = (0..past.len()).collect();
    order.sort_by_key(|entrant| std::cmp::Reverse(past[*entrant].halves));
    let bye = (order.len() % 2 == 1).then(|| bye(&order, past));
    order.retain(|entrant| Some(*entrant) != bye);
    let pairs = pairs(&order, past);
    let meeting = |(index, entrants): (usize, [usize; 2])| Meeting {
        round,
        number: index + 1,
        label: format!("Round {round}"),
        entrants,
        first: first(terms, (round, index + 1), entrants, past),
        length: Length::All(terms.games),
    };
    let meetings = pairs.into_iter().enumerate().map(meeting).collect();
    (meetings, bye)
}

fn strangers(past: &[Past]) -> impl Fn(usize, usize) -> bool + '_ {
    |one, other| !past[one].met.contains(&other)
}

/// The last in the table who had no bye, if the others can be paired without them as well as without
/// anybody else.
fn bye(order: &[usize], past: &[Past]) -> usize {
    let candidates: Vec<usize> = order.iter().rev().copied().collect();
    let fresh = candidates.iter().copied().filter(|who| !past[*who].bye);
    let fits = |who: &usize| {
        let rest: Vec<usize> = order.iter().copied().filter(|one| one != who).collect();
        2 * most_pairs(&rest, strangers(past)) == rest.len()
    };
    let fresh: Vec<usize> = fresh.collect();
    let found = fresh.iter().copied().find(fits);
    found.or(fresh.first().copied()).unwrap_or(candidates[0])
}

fn pairs(order: &[usize], past: &[Past]) -> Vec<[usize; 2]> {
    let strangers = strangers(past);
    // Two who had the same colour twice more often would make it worse for one of them.
    let suited = |one: usize, other: usize| {
        let [one_balance, other_balance] = [past[one].balance, past[other].balance];
        let clash = one_balance.abs().min(other_balance.abs()) >= 2
            && one_balance.signum() == other_balance.signum();
        strangers(one, other) && !clash
    };
    let all_suited = 2 * most_pairs(order, suited) == order.len();
    let allowed = |one, other| {
        if all_suited {
            suited(one, other)
        } else {
            strangers(one, other)
        }
    };
    let mut left = order.to_vec();
    let mut most = most_pairs(&left, allowed);
    let mut pairs = Vec::new();
    let mut alone = Vec::new();
    while !left.is_empty() {
        let one = left.remove(0);
        let found = candidates(one, &left, past).into_iter().find(|other| {
            let rest: Vec<usize> = left.iter().copied().filter(|who| who != other).collect();
            allowed(one, *other) && 1 + most_pairs(&rest, allowed) == most
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
    // Whoever is left has met everybody who is left.
    pairs.extend(alone.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    pairs
}

/// Possible opponents of the first in the table, the most suitable first; `left` are the others.
fn candidates(one: usize, left: &[usize], past: &[Past]) -> Vec<usize> {
    let halves = past[one].halves;
    let equals = left.iter().filter(|who| past[**who].halves == halves);
    // Among equals the one half a group further down, then those around it.
    let half = equals.count() / 2;
    let mut candidates: Vec<(usize, usize)> = left.iter().copied().enumerate().collect();
    candidates.sort_by_key(|(place, who)| {
        let other = &past[*who];
        let balances = (past[one].balance.signum(), other.balance.signum());
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

/// Which of the two has Black first: who had it less often; if that is equal, who did not have it
/// last; else chance decides.
fn first(terms: &Terms, at: (usize, usize), entrants: [usize; 2], past: &[Past]) -> usize {
    let [one, other] = entrants.map(|entrant| &past[entrant]);
    if one.balance != other.balance {
        usize::from(one.balance > other.balance)
    } else if one.last_black != other.last_black {
        usize::from(one.last_black == Some(true) || other.last_black == Some(false))
    } else {
        (terms.luck(&[at.0, at.1]) % 2) as usize
    }
}
