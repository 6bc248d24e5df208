//! The network evaluation: it follows its definition, is invariant under symmetry, and invalid
//! files are rejected with a reason.

use std::sync::LazyLock;

use reversi_engine::pattern::{class_count, classes, instances, terms};
use reversi_engine::{Evaluator, Network, NetworkWeights, Random, Score, WeightsError};
use reversi_rules::{Bitboard, Board, Square};

const DIMENSIONS: usize = NetworkWeights::DIMENSIONS;
const HIDDEN: usize = NetworkWeights::HIDDEN;

/// Every position of some random games with the move played there; `None` is a pass.
fn steps(games: usize, seed: u64) -> Vec<(Board, Option<Square>)> {
    let mut random = Random::new(seed);
    let mut steps = Vec::new();
    for _ in 0..games {
        let mut board = Board::START;
        while !board.is_over() {
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            let square = random.pick(&moves);
            steps.push((board, square));
            board = square.map_or(board.pass(), |square| board.play_unchecked(square));
        }
    }
    steps
}

/// The numbers of a network, all different, so that a mix-up is noticed.
struct Numbers {
    width: u8,
    rows: Vec<i8>,
    bias: Vec<i16>,
    layers: [Vec<f32>; 4],
}

fn made_up(width: u8) -> Numbers {
    let mut random = Random::new(7);
    let mut whole = |limit: usize| random.below(2 * limit + 1) as i16 - limit as i16;
    let rows = (0..class_count() * DIMENSIONS).map(|_| whole(40) as i8);
    let rows = rows.collect();
    let bias = (0..61 * DIMENSIONS).map(|_| whole(200)).collect();
    let mut floats = |count: usize, scale: f32| -> Vec<f32> {
        (0..count)
            .map(|_| f32::from(whole(10_000)) / 10_000.0 * scale)
            .collect()
    };
    let phases = 61usize.div_ceil(width.into());
    let layers = [
        floats(phases * DIMENSIONS * HIDDEN, 2.0),
        floats(phases * HIDDEN, 100.0),
        floats(phases * HIDDEN, 3.0),
        floats(61, 1000.0),
    ];
    Numbers {
        width,
        rows,
        bias,
        layers,
    }
}

impl Numbers {
    fn weights(&self) -> NetworkWeights {
        let (rows, bias, layers) = (self.rows.clone(), self.bias.clone(), self.layers.clone());
        NetworkWeights::new("made up for a test", self.width, rows, bias, layers)
            .expect("the right numbers")
    }

    /// The file as the trainer writes it.
    fn raw(&self) -> Vec<u8> {
        let phases = 61usize.div_ceil(self.width.into());
        let mut bytes = b"RVNETRAW".to_vec();
        let width = usize::from(self.width);
        for number in [DIMENSIONS, HIDDEN, width, phases, class_count()] {
            bytes.extend((number as u32).to_le_bytes());
        }
        bytes.extend(self.rows.iter().map(|&number| number as u8));
        bytes.extend(self.bias.iter().flat_map(|number| number.to_le_bytes()));
        let floats = self.layers.iter().flatten();
        bytes.extend(floats.flat_map(|number| number.to_le_bytes()));
        bytes
    }

    /// The evaluation by its definition in real numbers, step by step, from the squares of the
    /// instances.
    fn judgement(&self, board: Board) -> f64 {
        let empties = board.empties().min(60) as usize;
        let phase = empties / usize::from(self.width);
        let mut sums: Vec<i32> = self.bias[empties * DIMENSIONS..][..DIMENSIONS]
            .iter()
            .map(|&bias| bias.into())
            .collect();
        for (squares, offset) in instances() {
            let digits = squares.iter().map(|&square| {
                let square = Square::all().nth(square).expect("a square");
                match (
                    board.own().contains(square),
                    board.opponent().contains(square),
                ) {
                    (true, _) => 1,
                    (_, true) => 2,
                    _ => 0,
                }
            });
            let index = digits.rev().fold(0, |index, digit| 3 * index + digit);
            let class = classes()[offset + index] as usize;
            for (sum, &number) in sums.iter_mut().zip(&self.rows[class * DIMENSIONS..]) {
                *sum += i32::from(number);
            }
        }
        let [w1, b1, w2, out] = self.layers.each_ref().map(|layer| {
            let numbers = layer.iter().copied().map(f64::from);
            numbers.collect::<Vec<f64>>()
        });
        let mut units = out[empties];
        for h in 0..HIDDEN {
            let mut active = b1[phase * HIDDEN + h];
            for (j, &sum) in sums.iter().enumerate() {
                active += f64::from(sum.max(0)) * w1[(phase * DIMENSIONS + j) * HIDDEN + h];
            }
            units += active.max(0.0) * w2[phase * HIDDEN + h];
        }
        units.clamp(-63.0 * 128.0, 63.0 * 128.0)
    }
}

/// Asserts that a judgement in integers is close to one in real numbers: the weights made up here are
/// ten times as large as trained ones.
#[track_caller]
fn assert_close(found: i32, real: f64, board: Board) {
    let difference = (f64::from(found) - real).abs();
    assert!(difference < 4.0, "{found} for {real} on\n{board}");
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| made_up(4));
static MADE_UP: LazyLock<Network> = LazyLock::new(|| Network::new(&NUMBERS.weights()));
/// A small file (its rows are empty), so that every byte can be tested.
static FILE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut numbers = made_up(31);
    numbers.rows.fill(0);
    numbers.weights().write()
});

fn judged(board: Board) -> i32 {
    MADE_UP.evaluate(&MADE_UP.state(board), board)
}

#[test]
fn a_judgement_is_what_the_definition_says() {
    let mut within = 0;
    for (board, _) in steps(40, 2) {
        let judgement = judged(board);
        assert_close(judgement, NUMBERS.judgement(board), board);
        within += usize::from(judgement.abs() < 63 * 128);
    }
    assert!(within > 100, "only {within} judgements were not cut");
    // More empty squares than at the start of a game.
    let empty = Board::new(Bitboard::EMPTY, Bitboard::EMPTY).expect("no disc twice");
    assert_close(judged(empty), NUMBERS.judgement(empty), empty);
}

#[test]
fn every_width_of_a_phase_works() {
    for width in [1, 7, 60, 61] {
        let numbers = made_up(width);
        let network = Network::new(&numbers.weights());
        for (board, _) in steps(2, 3) {
            let judgement = network.evaluate(&network.state(board), board);
            assert_close(judgement, numbers.judgement(board), board);
        }
    }
}

/// With numbers as large as a file may have them the integers still hold everything.
#[test]
fn the_largest_numbers_are_judged_too() {
    let limit = 63 * 128;
    for sign in [1.0, -1.0] {
        let mut numbers = made_up(61);
        numbers.rows.fill(127);
        numbers.bias.fill(25_855);
        numbers.layers[0].fill(60.0);
        numbers.layers[1].fill(500_000.0);
        numbers.layers[2].fill(2.0 * sign);
        let network = Network::new(&numbers.weights());
        for (board, _) in steps(1, 4) {
            let judgement = network.evaluate(&network.state(board), board);
            assert_eq!(judgement, limit * sign as i32, "on\n{board}");
        }
    }
}

#[test]
fn the_network_of_the_package_loses_nothing_in_integers() {
    let weights = NetworkWeights::read(Network::embedded_bytes()).expect("a network");
    let numbers = Numbers {
        width: weights.width(),
        rows: weights.rows().to_vec(),
        bias: weights.bias().to_vec(),
        layers: weights.layers().map(<[f32]>::to_vec),
    };
    let network = Network::embedded();
    let (mut most, mut squares, mut count) = (0.0, 0.0, 0.0);
    for (board, _) in steps(40, 9) {
        let found = network.evaluate(&network.state(board), board);
        let difference = (f64::from(found) - numbers.judgement(board)).abs();
        most = difference.max(most);
        squares += difference * difference;
        count += 1.0;
    }
    // Rounding to whole units alone is 0.29.
    let error = f64::sqrt(squares / count);
    assert!(
        most < 2.0 && error < 0.4,
        "{most} at most, {error} as a rule"
    );
}

/// An evaluation of a move is that of the position it leads to.
#[test]
fn a_move_is_judged_as_the_position_after_it() {
    let mut moves = 0;
    for (board, _) in steps(20, 8) {
        let state = MADE_UP.state(board);
        for square in board.legal_moves() {
            let flips = board.flips(square);
            let next = board.play_unchecked(square);
            let found = MADE_UP.evaluate_move(&state, square, flips, next);
            assert_eq!(found, judged(next), "{square} on\n{board}");
            moves += 1;
        }
    }
    assert!(moves > 5_000, "{moves}");
}

#[test]
fn a_state_kept_up_to_date_is_the_state_made_from_nothing() {
    let network = &*MADE_UP;
    let mut state = network.state(Board::START);
    for (board, square) in steps(100, 1) {
        if board == Board::START {
            state = network.state(board);
        }
        assert_eq!(state, network.state(board), "before {square:?} on\n{board}");
        assert_eq!(network.evaluate(&state, board), judged(board));
        state = match square {
            Some(square) => network.play(&state, square, board.flips(square)),
            None => network.pass(&state),
        };
    }
}

#[test]
fn turned_boards_are_judged_alike() {
    for (board, _) in steps(20, 3) {
        for turned in board.symmetries() {
            assert_eq!(judged(turned), judged(board), "on\n{board}\nand\n{turned}");
        }
    }
}

#[test]
fn instances_and_classes_are_those_of_the_terms() {
    assert_eq!(classes().iter().max(), Some(&(class_count() as u32 - 1)));
    for (board, _) in steps(5, 4) {
        let found = instances().into_iter().map(|(squares, offset)| {
            let digit = |square| {
                let square = Square::all().nth(square).expect("a square");
                usize::from(board.own().contains(square))
                    + 2 * usize::from(board.opponent().contains(square))
            };
            let digits = squares.into_iter().map(digit);
            classes()[offset + digits.rev().fold(0, |index, digit| 3 * index + digit)]
        });
        let found: Vec<u32> = found.collect();
        assert_eq!(found, terms(board)[..found.len()], "on\n{board}");
    }
}

#[test]
fn a_written_network_can_be_read() {
    for width in [4, 31, 61] {
        let weights = made_up(width).weights();
        let read = NetworkWeights::read(&weights.write());
        assert_eq!(read.as_ref(), Ok(&weights));
        assert_eq!(weights.about(), "made up for a test");
    }
    let network = Network::from_bytes(&NUMBERS.weights().write()).expect("a network");
    for (board, _) in steps(1, 5) {
        let judgement = network.evaluate(&network.state(board), board);
        assert_eq!(judgement, judged(board), "on\n{board}");
    }
}

#[test]
fn the_file_of_the_trainer_can_be_read() {
    let mut bytes = NUMBERS.raw();
    let read = NetworkWeights::from_raw(&bytes, "made up for a test");
    assert_eq!(read, Ok(NUMBERS.weights()));

    for end in (0..bytes.len()).filter(|end| end % 9973 == 0 || *end < 100) {
        let error = NetworkWeights::from_raw(&bytes[..end], "").expect_err("a file cut short");
        assert!(!error.to_string().is_empty());
    }
    for place in 0..28 {
        bytes[place] ^= 1;
        NetworkWeights::from_raw(&bytes, "").expect_err("another beginning");
        bytes[place] ^= 1;
    }
    bytes.push(0);
    let longer = NetworkWeights::from_raw(&bytes, "");
    assert_eq!(longer, Err(WeightsError::Damaged));
}

#[test]
fn a_network_cut_short_is_refused() {
    let bytes = &*FILE;
    for end in 0..bytes.len() {
        let error = NetworkWeights::read(&bytes[..end]).expect_err("a file cut short");
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(NetworkWeights::read(b""), Err(WeightsError::NotWeights));
    let short = NetworkWeights::read(&bytes[..8]);
    assert_eq!(short, Err(WeightsError::Truncated));
}

#[test]
fn a_network_with_a_changed_bit_is_refused() {
    let mut bytes = FILE.clone();
    for place in 0..bytes.len() {
        bytes[place] ^= 1 << (place % 8);
        NetworkWeights::read(&bytes).expect_err("a file with a changed bit");
        bytes[place] ^= 1 << (place % 8);
    }
    NetworkWeights::read(&bytes).expect("all bits are as they were");
}

#[test]
fn a_sealed_network_is_still_looked_into() {
    // A changed file with a matching checksum gives an error or another network.
    let about = "made up for a test".len();
    let body = &FILE[..FILE.len() - 4];
    let sealed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = body.to_vec();
        change(&mut bytes);
        bytes.extend(crc32(&bytes).to_le_bytes());
        NetworkWeights::read(&bytes)
    };
    assert!(sealed(&|_| {}).is_ok());
    let sizes = sealed(&|bytes| bytes[16] = 8);
    assert_eq!(sizes, Err(WeightsError::Sizes(8, HIDDEN)));
    let width = sealed(&|bytes| bytes[9] = 4);
    assert_eq!(width, Err(WeightsError::Damaged), "more phases");
    let width = sealed(&|bytes| bytes[9] = 61);
    assert_eq!(width, Err(WeightsError::Damaged), "fewer phases");
    let text = sealed(&|bytes| bytes[18] = 255);
    assert_eq!(text, Err(WeightsError::Damaged));
    let packed = sealed(&|bytes| bytes.truncate(18 + about));
    assert_eq!(packed, Err(WeightsError::Damaged));
    let packed = sealed(&|bytes| bytes.truncate(18 + about + 1000));
    assert_eq!(packed, Err(WeightsError::Damaged));
}

/// Standard CRC-32, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ ((crc & 1) * 0xedb8_8320);
        }
    }
    !crc
}

#[test]
fn numbers_that_do_not_fit_are_refused() {
    let with = |change: &dyn Fn(&mut Numbers)| {
        let mut numbers = made_up(61);
        change(&mut numbers);
        NetworkWeights::from_raw(&numbers.raw(), "").expect_err("does not fit");
        let Numbers {
            width,
            rows,
            bias,
            layers,
        } = numbers;
        let error = NetworkWeights::new("", width, rows, bias, layers);
        error.expect_err("does not fit").to_string()
    };
    let needed = class_count() * DIMENSIONS;
    assert_eq!(
        with(&|numbers| numbers.rows.truncate(needed - 1)),
        format!(
            "`rows` of a network has {} numbers and needs {needed}",
            needed - 1
        )
    );
    assert_eq!(
        with(&|numbers| numbers.layers[3].push(0.0)),
        "`out` of a network has 62 numbers and needs 61"
    );
    for (layer, name) in ["w1", "b1", "w2", "out"].into_iter().enumerate() {
        for number in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(
                with(&|numbers| numbers.layers[layer][5] = number),
                format!("`{name}` of a network has a number that is too large or none")
            );
        }
    }
    assert_eq!(
        with(&|numbers| numbers.bias[5] = i16::MIN),
        "`bias` of a network has a number that is too large or none"
    );
    // Each is finite, and too large for an evaluation in 32 bits; all together, if none is alone.
    let large: [&dyn Fn(&mut Numbers); 5] = [
        &|numbers| numbers.layers[0][5] = f32::MAX,
        &|numbers| numbers.layers[1][5] = f32::MAX,
        &|numbers| numbers.layers[2][5] = f32::MAX,
        &|numbers| numbers.layers[3][5] = f32::MAX,
        &|numbers| {
            numbers.bias.fill(25_855);
            numbers.layers[0].fill(60.0);
            numbers.layers[2].fill(3.0);
        },
    ];
    for (change, name) in large.into_iter().zip(["w1", "b1", "b1", "out", "w1"]) {
        assert_eq!(
            with(change),
            format!("`{name}` of a network has a number that is too large or none")
        );
    }
    assert_eq!(
        with(&|numbers| numbers.width = 62),
        "a phase of 62 empty squares; 1 to 61 make sense"
    );
}

#[test]
fn the_built_in_network_evaluates_sensibly() {
    let network = Network::embedded();
    let judge = |board: Board| network.evaluate(&network.state(board), board) / Score::DISC;

    assert!(judge(Board::START).abs() <= 3, "{}", judge(Board::START));

    // A large disc lead with few empties; in single positions the result may still change.
    let (mut sum, mut count) = (0, 0);
    for (board, _) in steps(2000, 6) {
        let ahead = board.own().len() as i32 - board.opponent().len() as i32;
        if board.empties() <= 4 && ahead.abs() >= 36 {
            sum += judge(board) * ahead.signum();
            count += 1;
        }
    }
    assert!(count >= 20, "only {count} such positions");
    assert!(sum / count > 25, "{} on average", sum / count);
}

#[test]
fn the_built_in_network_predicts_random_games() {
    // Near the end an evaluation is close to the result, even of random moves.
    let network = Network::embedded();
    let mut random = Random::new(5);
    let (mut squares, mut guess_squares, mut count) = (0.0, 0.0, 0);
    for _ in 0..500 {
        let mut board = Board::START;
        let mut judged = Vec::new();
        let mut black = true;
        while !board.is_over() {
            if (1..=4).contains(&board.empties()) {
                let units = network.evaluate(&network.state(board), board);
                judged.push((black, Score::from_units(units).discs()));
            }
            let moves: Vec<Square> = board.legal_moves().into_iter().collect();
            board = random
                .pick(&moves)
                .map_or(board.pass(), |square| board.play_unchecked(square));
            black = !black;
        }
        let difference = f64::from(board.own().len()) - f64::from(board.opponent().len());
        for (side, judgement) in judged {
            let result = if side == black {
                difference
            } else {
                -difference
            };
            squares += (judgement - result).powi(2);
            guess_squares += result.powi(2);
            count += 1;
        }
    }
    let count = f64::from(count);
    let (error, guess) = ((squares / count).sqrt(), (guess_squares / count).sqrt());
    assert!(
        error < 9.0 && error < guess / 2.0,
        "off by {error:.1}, results {guess:.1}"
    );
}
