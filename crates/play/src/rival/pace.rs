//! The time that a rival takes for a move in a game with a clock.

use std::time::Duration;

use engine::Random;

/// The longest time for a move: people do not like to wait longer.
const LONGEST: Duration = Duration::from_secs(12);

/// The longest usual time in seconds, whatever the clock allows: on a long clock, too, the opening is played faster
/// than the middle of the game.
const USUAL: f64 = 4.0;

/// At most this share of the time left goes into one move.
const MOST_SHARE: f64 = 1.0 / 8.0;

/// The part of an equal share of its time that a rival plans for a usual move: people rarely use up their clock
/// either.
const USED: f64 = 0.5;

/// From this probability on, a move is obvious to the person that a rival plays like.
const OBVIOUS: f32 = 0.85;

/// The time that a person would take for a move: the more moves look sensible, the longer; little in the
/// opening, most in the middle of the game, almost nothing for a forced or obvious move. It is never more
/// than an eighth of the time left.
///
/// `chances` are the probabilities that such a person plays the legal moves, `empties` the empty squares of a board with
/// `squares` squares, `left` the time on its clock and `increment` what a move adds. `random` makes the times differ as
/// those of people do.
///
/// ```
/// use std::time::Duration;
/// use engine::Random;
/// use play::people::{HumanModel, Rating};
/// use play::rival::move_time;
/// use rules::Board;
/// let chances = HumanModel::embedded().chances(Board::START, Rating::new(1000));
/// let chances: Vec<f32> = chances.iter().map(|chance| chance.probability).collect();
/// let left = Duration::from_secs(60);
/// let time = move_time(&chances, (60, 64), left, Duration::ZERO, &mut Random::new(1));
/// assert!(time > Duration::ZERO && time <= left / 8);
/// ```
#[must_use]
pub fn move_time(
    chances: &[f32],
    (empties, squares): (u32, u32),
    left: Duration,
    increment: Duration,
    random: &mut Random,
) -> Duration {
    let own_moves = f64::from(empties) / 2.0 + 4.0;
    let budget = left.as_secs_f64() / own_moves + increment.as_secs_f64();
    let usual = (USED * budget).min(USUAL);
    let time = usual * effort(chances) * phase(empties, squares) * (0.6 + fraction(random));
    let most = (left.as_secs_f64() * MOST_SHARE).min(LONGEST.as_secs_f64());
    Duration::from_secs_f64(time.min(most))
}

/// The part of its usual time that a choice takes: near 0 for a forced or obvious move, about 1 for two or
/// three sensible moves, 2 at most.
fn effort(chances: &[f32]) -> f64 {
    let best = chances.iter().copied().fold(0.0, f32::max);
    if chances.len() <= 1 {
        return 0.1;
    }
    if best >= OBVIOUS {
        return 0.25;
    }
    let nats = |chance: &f32| {
        let probability = f64::from(*chance);
        if probability > 0.0 {
            -probability * probability.ln()
        } else {
            0.0
        }
    };
    let sensible = chances.iter().map(nats).sum::<f64>().exp();
    (0.4 * sensible).clamp(0.4, 2.0)
}

/// The part of its usual time that a phase of the game takes.
fn phase(empties: u32, squares: u32) -> f64 {
    // As many empty squares as an 8×8 board has at that part of the game.
    match empties * 60 / squares.saturating_sub(4).max(1) {
        51.. => 0.4,
        13..=50 => 1.3,
        _ => 0.9,
    }
}

/// A random number from 0 to 1.
fn fraction(random: &mut Random) -> f64 {
    random.below(1 << 20) as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    /// The mean time of many moves.
    fn mean(chances: &[f32], empties: u32, left: Duration) -> f64 {
        let mut random = Random::new(1);
        let time = |_| move_time(chances, (empties, 64), left, Duration::ZERO, &mut random);
        (0..1000).map(time).sum::<Duration>().as_secs_f64() / 1000.0
    }

    #[test]
    fn more_sensible_moves_take_longer() {
        let times = [
            mean(&[1.0], 30, MINUTE),
            mean(&[0.9, 0.1], 30, MINUTE),
            mean(&[0.7, 0.3], 30, MINUTE),
            mean(&[0.4, 0.3, 0.3], 30, MINUTE),
            mean(&[0.2; 5], 30, MINUTE),
        ];
        assert!(times.is_sorted(), "{times:?}");
        assert!(10.0 * times[0] < times[4], "{times:?}");
    }

    #[test]
    fn the_opening_is_fast_and_the_middle_of_the_game_slow() {
        let even = [0.25; 4];
        let (opening, middle) = (mean(&even, 56, MINUTE), mean(&even, 40, MINUTE));
        assert!(2.0 * opening < middle, "{opening} {middle}");
    }

    #[test]
    fn the_opening_is_fast_on_long_clocks_and_small_boards_too() {
        let even = [0.25; 4];
        for left in [5 * MINUTE, 30 * MINUTE, 24 * 60 * MINUTE] {
            let (opening, middle) = (mean(&even, 56, left), mean(&even, 40, left));
            assert!(
                2.0 * opening < middle && opening < 4.0,
                "{opening} {middle}"
            );
        }
        let mut random = Random::new(1);
        let opening = move_time(&even, (30, 36), 30 * MINUTE, Duration::ZERO, &mut random);
        assert!(opening < Duration::from_secs(4), "{opening:?}");
    }

    #[test]
    fn it_never_takes_more_than_a_share_of_what_is_left() {
        let mut random = Random::new(7);
        for seconds in [0.0, 0.001, 0.5, 3.0, 100.0, 86_400.0] {
            let left = Duration::from_secs_f64(seconds);
            for empties in 0..=60 {
                for increment in [Duration::ZERO, MINUTE] {
                    let chances = [0.1; 10];
                    let time = move_time(&chances, (empties, 64), left, increment, &mut random);
                    assert!(time <= left.mul_f64(MOST_SHARE) + Duration::from_nanos(1));
                    assert!(time <= LONGEST);
                }
            }
        }
    }

    #[test]
    fn a_whole_game_leaves_time_on_the_clock() {
        let mut left = 3 * MINUTE;
        let mut random = Random::new(3);
        let chances = [0.2; 5];
        for empties in (0..60).rev().step_by(2) {
            left -= move_time(&chances, (empties, 64), left, Duration::ZERO, &mut random);
        }
        assert!(left > Duration::from_secs(2), "{left:?}");
        assert!(left < 2 * MINUTE, "{left:?}: it used too little");
    }

    #[test]
    fn a_seed_repeats_the_times_and_others_differ() {
        let chances = [0.5, 0.5];
        let time = |seed| {
            move_time(
                &chances,
                (30, 64),
                MINUTE,
                Duration::ZERO,
                &mut Random::new(seed),
            )
        };
        assert_eq!(time(1), time(1));
        assert!((2..10).any(|seed| time(seed) != time(1)));
    }
}
