//! Network kernels: the two loops of an evaluation, with a back end for each kind of processor.
//!
//! All numbers are integers and additions wrap, so every back end gives the same results to the bit.
//! As for the [kernels of the board](reversi_rules::kernels), the back end is chosen when the program
//! is built, and all of them are compiled and tested where the processor has their features.
//!
//! Nanoseconds of a whole evaluation of a move on Zen 5, in three games and in two hundred, where more
//! of the rows have to come from memory:
//!
//! | built for     | back end | 3 games | 200 games |
//! |---------------|----------|---------|-----------|
//! | this machine  | AVX-512  | 25      | 36        |
//! | `x86-64-v3`   | AVX2     | 51      | 56        |
//! | any x86-64    | portable | 225     | 262       |

#![allow(dead_code, reason = "a build uses one back end, tests use all")]

mod portable;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;

use super::{DIMENSIONS, HIDDEN};
use crate::eval::pattern::{Lanes, SPACE};

/// What a configuration adds to the sums: the bytes of signed numbers.
pub(super) type Row = [u8; DIMENSIONS];

/// A sum for each dimension.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(super) struct Sums(pub [i16; DIMENSIONS]);

/// The neurons of a phase. Their outputs are in units times a power of two, see
/// [`Layers`](super::layers::Layers).
#[derive(Clone)]
#[repr(align(64))]
pub(super) struct Neurons {
    /// The weights of two dimensions side by side, as the instructions take them, for each neuron.
    pub weights: [[[i16; 2]; HIDDEN]; DIMENSIONS / 2],
    /// The constant terms.
    pub bias: [i32; HIDDEN],
    /// How many low bits each output loses, so that all have the same scale.
    pub shifts: [i32; HIDDEN],
    /// −1 where the output counts for the other side, else 0.
    pub signs: [i32; HIDDEN],
}

/// The sums of a position: those of `bias` and the rows of all instances.
#[inline]
#[allow(unsafe_code, reason = "calls what the processor built for can do")]
pub(super) fn sums(tables: &[Row; SPACE], lanes: &Lanes, bias: &Sums) -> Sums {
    cfg_select! {
        all(target_arch = "x86_64", target_feature = "avx512bw") => {
            // SAFETY: the condition above: this build is for processors with this feature.
            unsafe { avx512::sums(tables, lanes, bias) }
        }
        all(target_arch = "x86_64", target_feature = "avx2") => {
            // SAFETY: the condition above: this build is for processors with this feature.
            unsafe { avx2::sums(tables, lanes, bias) }
        }
        _ => { portable::sums(tables, lanes, bias) }
    }
}

/// The sum of the outputs of all neurons.
#[inline]
#[allow(unsafe_code, reason = "calls what the processor built for can do")]
pub(super) fn output(sums: &Sums, neurons: &Neurons) -> i32 {
    cfg_select! {
        all(
            target_arch = "x86_64",
            target_feature = "avx512bw",
            target_feature = "avx512vnni",
        ) => {
            // SAFETY: the condition above: this build is for processors with these features.
            unsafe { avx512::output(sums, neurons) }
        }
        all(target_arch = "x86_64", target_feature = "avx2") => {
            // SAFETY: the condition above: this build is for processors with this feature.
            unsafe { avx2::output(sums, neurons) }
        }
        _ => { portable::output(sums, neurons) }
    }
}

#[cfg(test)]
mod tests {
    use reversi_rules::{Board, Square};

    use super::{DIMENSIONS, HIDDEN, Lanes, Neurons, Row, SPACE, Sums, portable};
    use crate::eval::pattern::PatternState;
    use crate::random::Random;

    type SumsOf = fn(&[Row; SPACE], &Lanes, &Sums) -> Sums;
    type OutputOf = fn(&Sums, &Neurons) -> i32;
    /// With their names.
    type Backends<F> = Vec<(&'static str, F)>;

    /// The functions that this build chose, and those that this processor can run.
    fn backends() -> (Backends<SumsOf>, Backends<OutputOf>) {
        #[allow(unused_mut, reason = "not every processor has more")]
        let mut sums: Backends<SumsOf> = vec![("chosen", super::sums)];
        #[allow(unused_mut, reason = "not every processor has more")]
        let mut outputs: Backends<OutputOf> = vec![("chosen", super::output)];
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, reason = "the processor is asked before")]
        {
            use super::{avx2, avx512};
            if is_x86_feature_detected!("avx2") {
                // SAFETY: in both, the processor was just asked for the feature.
                sums.push(("avx2", |a, b, c| unsafe { avx2::sums(a, b, c) }));
                outputs.push(("avx2", |a, b| unsafe { avx2::output(a, b) }));
            }
            if is_x86_feature_detected!("avx512bw") {
                // SAFETY: the processor was just asked for the feature.
                sums.push(("avx512", |a, b, c| unsafe { avx512::sums(a, b, c) }));
            }
            if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vnni") {
                // SAFETY: the processor was just asked for the features.
                outputs.push(("avx512", |a, b| unsafe { avx512::output(a, b) }));
            }
        }
        (sums, outputs)
    }

    fn number(random: &mut Random, low: i32, high: i32) -> i32 {
        let count = i64::from(high) - i64::from(low) + 1;
        (i64::from(low) + random.below(count as usize) as i64) as i32
    }

    /// Any numbers, the extreme ones more often.
    fn neurons(random: &mut Random) -> Neurons {
        let mut weight = || match number(random, 0, 9) {
            0 => i16::MAX,
            1 => i16::MIN,
            _ => number(random, -32768, 32767) as i16,
        };
        let weights = std::array::from_fn(|_| std::array::from_fn(|_| [weight(), weight()]));
        Neurons {
            weights,
            bias: std::array::from_fn(|_| number(random, -(1 << 30), 1 << 30)),
            shifts: std::array::from_fn(|_| number(random, 0, 31)),
            signs: std::array::from_fn(|_| -number(random, 0, 1)),
        }
    }

    #[test]
    fn every_backend_adds_the_same_rows() {
        let mut random = Random::new(1);
        let rows: Vec<Row> = (0..SPACE)
            .map(|_| std::array::from_fn(|_| number(&mut random, 0, 255) as u8))
            .collect();
        let tables: &[Row; SPACE] = rows.as_slice().try_into().expect("the size of the tables");
        let (sums, _) = backends();
        for _ in 0..20 {
            let bias = Sums(std::array::from_fn(|_| {
                number(&mut random, -32768, 32767) as i16
            }));
            let mut board = Board::START;
            let moves = |board: Board| board.legal_moves().into_iter().collect::<Vec<Square>>();
            while let Some(square) = random.pick(&moves(board)) {
                let state = PatternState::new(board);
                let expected = portable::sums(tables, state.own(), &bias);
                for (name, sums) in &sums {
                    let found = sums(tables, state.own(), &bias);
                    assert_eq!(found, expected, "{name} on\n{board}");
                }
                board = board.play_unchecked(square);
            }
        }
    }

    #[test]
    fn every_backend_has_the_same_output() {
        let mut random = Random::new(2);
        let (_, outputs) = backends();
        let mut positive = 0;
        for round in 0..2_000 {
            let neurons = neurons(&mut random);
            let limit = [32767, 300][round % 2];
            let sums = Sums(std::array::from_fn(|_| {
                number(&mut random, -limit - 1, limit) as i16
            }));
            let expected = portable::output(&sums, &neurons);
            for (name, output) in &outputs {
                assert_eq!(output(&sums, &neurons), expected, "{name}");
            }
            positive += i32::from(expected > 0);
        }
        assert!((100..1_900).contains(&positive), "{positive}");
    }

    #[test]
    fn a_neuron_passes_what_is_above_zero() {
        let mut neurons = Neurons {
            weights: [[[0; 2]; HIDDEN]; DIMENSIONS / 2],
            bias: [-1; HIDDEN],
            shifts: [0; HIDDEN],
            signs: [0; HIDDEN],
        };
        neurons.weights[3][5] = [10, -100];
        neurons.bias[5] = 7;
        neurons.shifts[5] = 1;
        let mut sums = Sums([-5; DIMENSIONS]);
        sums.0[6] = 4;
        assert_eq!(portable::output(&sums, &neurons), 23);
        neurons.signs[5] = -1;
        assert_eq!(portable::output(&sums, &neurons), -23);
        sums.0[7] = 1;
        assert_eq!(portable::output(&sums, &neurons), 0);
    }
}
