//! Network of the human-move model: four convolutions of 3×3 over the board, and a small network for each legal
//! move.
//!
//! All additions have a fixed order and none is fused with a multiplication, so that the result is the same on
//! every machine. Only what is needed is computed: inputs of 0 are skipped, which are most features and half of
//! the neurons, and the last convolution looks at legal squares only.

use rules::Square;

use super::features::{Features, GLOBALS, MOVE_NUMBERS, PLANES, UNIT};
use super::rating::Rating;

/// The channels of the convolutions.
pub const CHANNELS: usize = 48;

/// The convolutions after the first one. The last one looks at legal squares only.
pub const LAYERS: usize = 3;

/// The neurons for the whole position, and for each move.
pub const HIDDEN: usize = 64;

/// The neurons of a move's second layer.
pub const SECOND: usize = 32;

/// The squares that a convolution takes together.
const TAPS: usize = 9;

/// The biases that the context gives to all convolutions.
const BIASES: usize = CHANNELS * (LAYERS + 1);

/// The values of all squares after a convolution.
type Layer = [[f32; CHANNELS]; 64];

/// A matrix with a row for each input.
type Rows<const OUT: usize> = Vec<[f32; OUT]>;

/// The weights of a convolution: for each tap, a row for each input.
type Taps = [Rows<CHANNELS>; TAPS];

/// The names and the sizes of all weights, in the order of the file. `train.py` uses the same names.
pub const TENSORS: [(&str, usize); 15] = [
    ("first.weight", (PLANES + MOVE_NUMBERS) * TAPS * CHANNELS),
    ("first.bias", CHANNELS),
    ("convs.weight", LAYERS * CHANNELS * TAPS * CHANNELS),
    ("convs.bias", LAYERS * CHANNELS),
    ("context.weight", GLOBALS * HIDDEN),
    ("context.bias", HIDDEN),
    ("biases.weight", HIDDEN * BIASES),
    ("trunk.weight", CHANNELS * HIDDEN),
    ("own.weight", MOVE_NUMBERS * HIDDEN),
    ("own.bias", HIDDEN),
    ("pooled.weight", CHANNELS * HIDDEN),
    ("known.weight", HIDDEN * HIDDEN),
    ("second.weight", HIDDEN * SECOND),
    ("second.bias", SECOND),
    ("last.weight", SECOND),
];

/// The network, ready for use.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveNetwork {
    first: Taps,
    first_bias: [f32; CHANNELS],
    convs: [Taps; LAYERS],
    conv_bias: Rows<CHANNELS>,
    context: Rows<HIDDEN>,
    context_bias: [f32; HIDDEN],
    biases: Rows<BIASES>,
    trunk: Rows<HIDDEN>,
    own: Rows<HIDDEN>,
    own_bias: [f32; HIDDEN],
    pooled: Rows<HIDDEN>,
    known: Rows<HIDDEN>,
    second: Rows<SECOND>,
    second_bias: [f32; SECOND],
    last: [f32; SECOND],
}

impl MoveNetwork {
    /// The network with weights in the order of [`TENSORS`], each input-major; `None` when their number is
    /// wrong.
    #[must_use]
    pub fn new(tensors: &[Vec<f32>]) -> Option<MoveNetwork> {
        let fits = |(tensor, (_, size)): (&Vec<f32>, &(&str, usize))| tensor.len() == *size;
        if tensors.len() != TENSORS.len() || !tensors.iter().zip(&TENSORS).all(fits) {
            return None;
        }
        Some(MoveNetwork {
            first: taps(&tensors[0]),
            first_bias: *tensors[1].first_chunk()?,
            convs: std::array::from_fn(|layer| {
                let size = tensors[2].len() / LAYERS;
                taps(&tensors[2][layer * size..][..size])
            }),
            conv_bias: rows(&tensors[3]),
            context: rows(&tensors[4]),
            context_bias: *tensors[5].first_chunk()?,
            biases: rows(&tensors[6]),
            trunk: rows(&tensors[7]),
            own: rows(&tensors[8]),
            own_bias: *tensors[9].first_chunk()?,
            pooled: rows(&tensors[10]),
            known: rows(&tensors[11]),
            second: rows(&tensors[12]),
            second_bias: *tensors[13].first_chunk()?,
            last: *tensors[14].first_chunk()?,
        })
    }

    /// The logit of each legal move, in the order of the features.
    #[must_use]
    pub fn logits(&self, features: &Features, rating: Rating) -> Vec<f32> {
        let mut context = self.context_bias;
        add_all(&mut context, &self.context, &features.globals_for(rating));
        relu(&mut context);
        let mut biases = [0.0; BIASES];
        add_all(&mut biases, &self.biases, &context);
        let (biases, _) = biases.as_chunks::<CHANNELS>();
        let mut layer = convolved(&Inputs::of_features(features), &self.first);
        activate(&mut layer, &self.first_bias, &biases[0], None);
        let inner = self.convs.iter().zip(&self.conv_bias).take(LAYERS - 1);
        for ((conv, own), bias) in inner.zip(&biases[1..]) {
            let mut next = convolved(&Inputs::of_layer(&layer), conv);
            activate(&mut next, own, bias, Some(&layer));
            layer = next;
        }
        let inputs = Inputs::of_layer(&layer);
        let mut shared = self.own_bias;
        add_all(&mut shared, &self.pooled, &mean(&layer));
        add_all(&mut shared, &self.known, &context);
        let logit = |(square, numbers): &(Square, [i8; MOVE_NUMBERS])| {
            let local = self.local(&layer, &inputs, *square, &biases[LAYERS]);
            let mut hidden = shared;
            add_all(&mut hidden, &self.trunk, &local);
            add_all(&mut hidden, &self.own, &numbers.map(number));
            relu(&mut hidden);
            let mut second = self.second_bias;
            add_all(&mut second, &self.second, &hidden);
            relu(&mut second);
            second
                .iter()
                .zip(&self.last)
                .fold(0.0, |sum, (a, b)| sum + a * b)
        };
        features.moves.iter().map(logit).collect()
    }

    /// The last convolution at one square.
    fn local(
        &self,
        layer: &Layer,
        inputs: &Inputs,
        square: Square,
        bias: &[f32; CHANNELS],
    ) -> [f32; CHANNELS] {
        let place = square.index();
        let mut sums = layer[place];
        add(&mut sums, bias, 1.0);
        add(&mut sums, &self.conv_bias[LAYERS - 1], 1.0);
        for (tap, rows) in self.convs[LAYERS - 1].iter().enumerate() {
            if let Some(from) = beside(place, tap) {
                inputs.add(from, rows, &mut sums);
            }
        }
        relu(&mut sums);
        sums
    }
}

/// For each square, its inputs that are not 0.
struct Inputs(Box<[List; 64]>);

/// Inputs with their numbers. Only the first `count` are there.
#[derive(Clone, Copy)]
struct List {
    count: usize,
    items: [(u32, f32); CHANNELS],
}

const _: () = assert!(
    CHANNELS >= PLANES + MOVE_NUMBERS,
    "all features fit in a list"
);

impl List {
    const EMPTY: List = List {
        count: 0,
        items: [(0, 0.0); CHANNELS],
    };

    /// Adds an input unless it is 0, without a branch.
    #[inline]
    fn note(&mut self, input: usize, value: f32) {
        self.items[self.count.min(CHANNELS - 1)] = (input as u32, value);
        self.count += usize::from(value != 0.0);
    }
}

impl Inputs {
    fn of_features(features: &Features) -> Inputs {
        let mut lists = Box::new([List::EMPTY; 64]);
        for (plane, squares) in features.planes.iter().enumerate() {
            let mut left = *squares;
            while left != 0 {
                lists[left.trailing_zeros() as usize].note(plane, 1.0);
                left &= left - 1;
            }
        }
        for (square, numbers) in &features.moves {
            for (input, stored) in (PLANES..).zip(numbers) {
                lists[square.index()].note(input, number(*stored));
            }
        }
        Inputs(lists)
    }

    fn of_layer(layer: &Layer) -> Inputs {
        let mut lists = Box::new([List::EMPTY; 64]);
        for (list, values) in lists.iter_mut().zip(layer) {
            for (input, value) in values.iter().enumerate() {
                list.note(input, *value);
            }
        }
        Inputs(lists)
    }

    /// Adds what the inputs of a square give through one tap, four at a time.
    #[inline]
    fn add(&self, square: usize, rows: &Rows<CHANNELS>, sums: &mut [f32; CHANNELS]) {
        let list = &self.0[square];
        let (fours, rest) = list.items[..list.count.min(CHANNELS)].as_chunks::<4>();
        // A copy stays in registers.
        let mut local = *sums;
        for four in fours {
            let [(a, p), (b, q), (c, r), (d, s)] = *four;
            let [a, b, c, d] = [a, b, c, d].map(|input| &rows[input as usize]);
            for channel in 0..CHANNELS {
                local[channel] +=
                    (a[channel] * p + b[channel] * q) + (c[channel] * r + d[channel] * s);
            }
        }
        for &(input, value) in rest {
            add(&mut local, &rows[input as usize], value);
        }
        *sums = local;
    }
}

/// The square that a tap of the convolution at a square looks at; `None` outside the board.
fn beside(square: usize, tap: usize) -> Option<usize> {
    let (row, column) = (square / 8 + tap / 3, square % 8 + tap % 3);
    let inside = (1..=8).contains(&row) && (1..=8).contains(&column);
    inside.then(|| (row - 1) * 8 + column - 1)
}

/// A convolution of all squares, without bias. The rows of one tap fit in the first-level cache, so taps come
/// first.
fn convolved(inputs: &Inputs, taps: &Taps) -> Box<Layer> {
    let mut sums = Box::new([[0.0; CHANNELS]; 64]);
    for (tap, rows) in taps.iter().enumerate() {
        for (square, sums) in sums.iter_mut().enumerate() {
            if let Some(from) = beside(square, tap) {
                inputs.add(from, rows, sums);
            }
        }
    }
    sums
}

/// Adds the biases and the values of the layer before, and rectifies.
fn activate(
    layer: &mut Layer,
    own: &[f32; CHANNELS],
    context: &[f32; CHANNELS],
    before: Option<&Layer>,
) {
    for (square, values) in layer.iter_mut().enumerate() {
        add(values, own, 1.0);
        add(values, context, 1.0);
        if let Some(before) = before {
            add(values, &before[square], 1.0);
        }
        relu(values);
    }
}

fn mean(layer: &Layer) -> [f32; CHANNELS] {
    let mut sums = [0.0; CHANNELS];
    for values in layer {
        add(&mut sums, values, 1.0);
    }
    sums.map(|sum| sum / 64.0)
}

fn number(stored: i8) -> f32 {
    f32::from(stored) * UNIT
}

#[inline]
fn add<const N: usize>(sums: &mut [f32; N], row: &[f32; N], factor: f32) {
    for (sum, value) in sums.iter_mut().zip(row) {
        *sum += value * factor;
    }
}

#[inline]
fn add_all<const N: usize>(sums: &mut [f32; N], rows: &[[f32; N]], values: &[f32]) {
    for (row, value) in rows.iter().zip(values) {
        if *value != 0.0 {
            add(sums, row, *value);
        }
    }
}

#[inline]
fn relu<const N: usize>(values: &mut [f32; N]) {
    for value in values {
        *value = value.max(0.0);
    }
}

fn rows<const OUT: usize>(weights: &[f32]) -> Rows<OUT> {
    weights.as_chunks::<OUT>().0.to_vec()
}

/// The weights of a convolution from the order of the file, in which inputs come first.
fn taps(weights: &[f32]) -> Taps {
    let all = rows::<CHANNELS>(weights);
    std::array::from_fn(|tap| all.iter().skip(tap).step_by(TAPS).copied().collect())
}
