//! Network files: how a trained network is stored. See `docs/weights.md`.

use super::{DIMENSIONS, HIDDEN};
use crate::envelope::fitting;
use crate::eval::pattern::{INSTANCES, class_count, classes, instances};
use crate::eval::weights_file::{EMPTIES, Label, WeightsError, phase_count, unpack_weights};

pub(in crate::eval) const MAGIC: &[u8; 8] = b"REVERSIN";
/// How the trainer's file begins.
const RAW: &[u8; 8] = b"RVNETRAW";
const _: () = assert!(DIMENSIONS < 256 && HIDDEN < 256, "each has a byte");

/// The largest bias: with it the sums fit in 16 bits for all rows.
const MOST_BIAS: u16 = i16::MAX as u16 - 128 * INSTANCES as u16;

/// The largest constant term, and bias of a neuron, in units, and the largest output of all neurons
/// together that weights may lead to. They are far above what training finds, and let everything be
/// computed in 32 bits.
pub(super) const MOST_OUT: f32 = (1 << 20) as f32;
const MOST_OUTPUT: f64 = (1u32 << 31) as f64 - 2.0 * MOST_OUT as f64;

/// The weights of a network.
///
/// The sums of a position are, for each dimension, the bias for its number of empty squares and
/// the rows of all its instances. The sums pass a ReLU and go to the hidden neurons of the phase;
/// their outputs pass a ReLU, are weighted, and are added to the constant term.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkWeights {
    about: String,
    width: u8,
    rows: Vec<i8>,
    bias: Vec<i16>,
    w1: Vec<f32>,
    b1: Vec<f32>,
    w2: Vec<f32>,
    out: Vec<f32>,
}

impl NetworkWeights {
    /// The number of sums: the length of a row.
    pub const DIMENSIONS: usize = DIMENSIONS;
    /// The number of hidden neurons.
    pub const HIDDEN: usize = HIDDEN;

    /// A network for phases of `width` numbers of empty squares, the last phase of the game first.
    /// `about` tells people how it was made.
    ///
    /// `rows` has a row for each of the [classes](crate::pattern::class_count), `bias` one for
    /// each number of empty squares from 0 to 60. `layers` are, phase by phase, `w1`: for each
    /// dimension a weight for each neuron; `b1`: the bias of each neuron; `w2`: the weight of each
    /// neuron; and then `out`, the constant term for each number of empty squares.
    ///
    /// # Errors
    /// When a part has a wrong number of values, when a value is not finite, or when one is so large
    /// that a sum could exceed 16 bits or an evaluation 32.
    pub fn new(
        about: &str,
        width: u8,
        rows: Vec<i8>,
        bias: Vec<i16>,
        layers: [Vec<f32>; 4],
    ) -> Result<NetworkWeights, WeightsError> {
        let counts = Counts::new(width)?;
        let [w1, b1, w2, out] = layers;
        for (part, count, needed) in [
            ("rows", rows.len(), counts.rows),
            ("bias", bias.len(), counts.bias),
            ("w1", w1.len(), counts.w1),
            ("b1", b1.len(), counts.b1),
            ("w2", w2.len(), counts.w2),
            ("out", out.len(), counts.out),
        ] {
            if count != needed {
                return Err(WeightsError::Length {
                    part,
                    count,
                    needed,
                });
            }
        }
        if bias.iter().any(|bias| bias.unsigned_abs() > MOST_BIAS) {
            return Err(WeightsError::Value("bias"));
        }
        for (part, numbers) in [("w1", &w1), ("b1", &b1), ("w2", &w2), ("out", &out)] {
            if !numbers.iter().all(|number| number.is_finite()) {
                return Err(WeightsError::Value(part));
            }
        }
        if out.iter().any(|out| out.abs() > MOST_OUT) {
            return Err(WeightsError::Value("out"));
        }
        let weights = NetworkWeights {
            about: fitting(about),
            width,
            rows,
            bias,
            w1,
            b1,
            w2,
            out,
        };
        let biases = weights.b1.iter().zip(&weights.w2);
        if biases
            .into_iter()
            .any(|(b1, w2)| (b1 * w2).abs() > MOST_OUT)
        {
            return Err(WeightsError::Value("b1"));
        }
        if weights.largest_outputs().any(|most| most > MOST_OUTPUT) {
            return Err(WeightsError::Value("w1"));
        }
        Ok(weights)
    }

    /// The largest values of the sums that any discs can lead to, for each phase.
    pub(super) fn largest_sums(&self) -> Vec<[f64; DIMENSIONS]> {
        let (rows, _) = self.rows.as_chunks::<DIMENSIONS>();
        let mut most = [0; DIMENSIONS];
        for (squares, offset) in instances() {
            let mut of_shape = [i8::MIN; DIMENSIONS];
            for &class in &classes()[offset..][..3usize.pow(squares.len() as u32)] {
                for (most, number) in of_shape.iter_mut().zip(&rows[class as usize]) {
                    *most = (*most).max(*number);
                }
            }
            for (most, number) in most.iter_mut().zip(of_shape) {
                *most += i32::from(number);
            }
        }
        let (bias, _) = self.bias.as_chunks::<DIMENSIONS>();
        let phases = bias.chunks(self.width.into()).map(|biases| {
            std::array::from_fn(|j| {
                let bias = biases.iter().map(|bias| i32::from(bias[j])).max();
                f64::from((most[j] + bias.unwrap_or(0)).max(0))
            })
        });
        phases.collect()
    }

    /// A bound of the outputs of all neurons together, for each phase.
    fn largest_outputs(&self) -> impl Iterator<Item = f64> {
        let (w1, _) = self.w1.as_chunks::<HIDDEN>();
        let (w1, _) = w1.as_chunks::<DIMENSIONS>();
        let ends = self.b1.as_chunks::<HIDDEN>().0.iter();
        let ends = ends.zip(self.w2.as_chunks::<HIDDEN>().0);
        let phases = self.largest_sums().into_iter().zip(w1).zip(ends);
        phases.map(|((most, w1), (b1, w2))| {
            let bound = |h: usize| {
                let products = w1
                    .iter()
                    .zip(most)
                    .map(|(w1, most)| f64::from(w1[h]).abs() * most);
                (f64::from(b1[h]).abs() + products.sum::<f64>()) * f64::from(w2[h]).abs()
            };
            (0..HIDDEN).map(bound).sum()
        })
    }

    /// How the network was made.
    #[must_use]
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The width of a phase: numbers of empty squares that share it.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// For each class, what it adds to each dimension.
    #[must_use]
    pub fn rows(&self) -> &[i8] {
        &self.rows
    }

    /// For each number of empty squares, where each dimension begins.
    #[must_use]
    pub fn bias(&self) -> &[i16] {
        &self.bias
    }

    /// `w1`, `b1`, `w2` and `out`, as [`new`](NetworkWeights::new) takes them.
    #[must_use]
    pub fn layers(&self) -> [&[f32]; 4] {
        [&self.w1, &self.b1, &self.w2, &self.out]
    }

    /// The network as the bytes of a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut payload: Vec<u8> = self.rows.iter().map(|&number| number as u8).collect();
        payload.extend(self.bias.iter().flat_map(|number| number.to_le_bytes()));
        for layer in self.layers() {
            payload.extend(layer.iter().flat_map(|number| number.to_le_bytes()));
        }
        let label = Label {
            width: self.width,
            sizes: [DIMENSIONS as u8, HIDDEN as u8],
            about: &self.about,
        };
        label.seal(MAGIC, &payload)
    }

    /// The network in the bytes of a file.
    ///
    /// # Errors
    /// Says what is wrong with the file; no bytes make this panic or take much memory.
    pub fn read(bytes: &[u8]) -> Result<NetworkWeights, WeightsError> {
        let (label, packed) = Label::<2>::read(MAGIC, bytes)?;
        let [dimensions, hidden] = label.sizes.map(usize::from);
        if (dimensions, hidden) != (DIMENSIONS, HIDDEN) {
            return Err(WeightsError::Sizes(dimensions, hidden));
        }
        let counts = Counts::new(label.width)?;
        let payload = unpack_weights(packed, counts.bytes())?;
        NetworkWeights::from_payload(label.about, label.width, &payload)
    }

    /// The network in the file that the trainer writes: `RVNETRAW`, the numbers of dimensions,
    /// hidden neurons, empty squares in a phase, phases and classes in 32 bits each, and the parts
    /// in the order of [`new`](NetworkWeights::new); all of it little-endian.
    ///
    /// # Errors
    /// Says what is wrong with the file; no bytes make this panic.
    pub fn from_raw(bytes: &[u8], about: &str) -> Result<NetworkWeights, WeightsError> {
        let rest = bytes.strip_prefix(RAW).ok_or(WeightsError::NotWeights)?;
        let (head, payload) = rest
            .split_first_chunk::<20>()
            .ok_or(WeightsError::Truncated)?;
        let (numbers, _) = head.as_chunks();
        let number = |place: usize| u32::from_le_bytes(numbers[place]) as usize;
        if (number(0), number(1)) != (DIMENSIONS, HIDDEN) {
            return Err(WeightsError::Sizes(number(0), number(1)));
        }
        let width = u8::try_from(number(2)).unwrap_or(u8::MAX);
        if number(3) != phase_count(width)? {
            return Err(WeightsError::Width(width));
        }
        if number(4) != class_count() {
            return Err(WeightsError::OtherShapes);
        }
        let size = Counts::new(width)?.bytes();
        if payload.len() < size {
            return Err(WeightsError::Truncated);
        }
        if payload.len() > size {
            return Err(WeightsError::Damaged);
        }
        NetworkWeights::from_payload(about, width, payload)
    }

    /// The network whose parts follow each other. Row by row compresses better than dimension by
    /// dimension: the values of a rare configuration are all small.
    fn from_payload(
        about: &str,
        width: u8,
        payload: &[u8],
    ) -> Result<NetworkWeights, WeightsError> {
        let counts = Counts::new(width)?;
        let (rows, rest) = payload
            .split_at_checked(counts.rows)
            .ok_or(WeightsError::Truncated)?;
        let (bias, rest) = rest
            .split_at_checked(2 * counts.bias)
            .ok_or(WeightsError::Truncated)?;
        let rows = rows.iter().map(|&byte| byte as i8).collect();
        let bias = bias.as_chunks().0.iter().copied();
        let mut floats = rest.as_chunks().0.iter().copied().map(f32::from_le_bytes);
        let layers = [counts.w1, counts.b1, counts.w2, counts.out]
            .map(|count| floats.by_ref().take(count).collect());
        let bias = bias.map(i16::from_le_bytes).collect();
        NetworkWeights::new(about, width, rows, bias, layers)
    }
}

/// The sizes of the parts of a network.
struct Counts {
    rows: usize,
    bias: usize,
    w1: usize,
    b1: usize,
    w2: usize,
    out: usize,
}

impl Counts {
    fn new(width: u8) -> Result<Counts, WeightsError> {
        let phases = phase_count(width)?;
        Ok(Counts {
            rows: class_count() * DIMENSIONS,
            bias: EMPTIES * DIMENSIONS,
            w1: phases * DIMENSIONS * HIDDEN,
            b1: phases * HIDDEN,
            w2: phases * HIDDEN,
            out: EMPTIES,
        })
    }

    /// The bytes of all parts together.
    fn bytes(&self) -> usize {
        self.rows + 2 * self.bias + 4 * (self.w1 + self.b1 + self.w2 + self.out)
    }
}
