//! The path of strengths from a beginner to a player stronger than any person, along which the rungs lie.

use play::rival::Strength;

/// Up to here a beginner becomes like the weakest people whose games are known.
const BEGINNER: f64 = 0.35;

/// Up to here it plays like stronger and stronger people; from here on it looks ahead as well, as strong
/// people do.
const PERSON: f64 = 0.5;

/// The ratings of the person it plays like, at the ends of the three parts.
const PEOPLE: [f64; 3] = [1500.0, 1900.0, 2650.0];

/// The strength at a place on the path, from 0 to 1.
///
/// A beginner follows people's habits little and likes to turn many discs. A person plays as people of a
/// rating do. Above, the rival looks ahead, deeper and deeper, and trusts more what it sees: without looking ahead,
/// it would not become stronger, because strong people calculate.
#[must_use]
pub fn strength(place: f64) -> Strength {
    let person = |from: usize, done: f64| {
        let [from, to] = [PEOPLE[from], PEOPLE[from + 1]];
        (from + (to - from) * done).round() as i32
    };
    if place < BEGINNER {
        let done = place / BEGINNER;
        Strength {
            rating: PEOPLE[0] as i32,
            human: 0.02 + 0.98 * done,
            greed: 0.35 * (1.0 - done),
            depth: 0,
            trust: 0.0,
        }
    } else if place < PERSON {
        let done = (place - BEGINNER) / (PERSON - BEGINNER);
        Strength {
            rating: person(0, done),
            human: 1.0 + 0.1 * done,
            greed: 0.0,
            depth: 0,
            trust: 0.0,
        }
    } else {
        let done = (place - PERSON) / (1.0 - PERSON);
        Strength {
            rating: person(1, done),
            human: 1.1 + 0.15 * done,
            greed: 0.0,
            depth: 1 + (9.0 * done).round() as u32,
            trust: 0.1 + 7.9 * done.powi(3),
        }
    }
}
