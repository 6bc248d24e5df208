//! The pattern evaluation: its incremental state is correct, it is invariant under symmetry, and
//! invalid weights files are rejected with a reason.

use std::sync::LazyLock;

use reversi_engine::pattern::{TERMS, terms, weight_count};
use reversi_engine::{Evaluator, Patterns, Random, Score, Weights, WeightsError};
use reversi_rules::{Bitboard, Board, Square};

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

/// Weights for phases of `width`, all different, so that a mix-up is noticed.
fn made_up(width: u8) -> Weights {
    let mut random = Random::new(7);
    let mut phase = || {
        (0..weight_count())
            .map(|_| random.below(301) as i16 - 150)
            .collect()
    };
    let phases = (0..61usize.div_ceil(width.into()))
        .map(|_| phase())
        .collect();
    Weights::new("made up for a test", width, phases).expect("the right numbers")
}

static MADE_UP: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(&made_up(4)));

#[test]
fn a_state_kept_up_to_date_is_the_state_made_from_nothing() {
    let patterns = &*MADE_UP;
    let mut state = patterns.state(Board::START);
    for (board, square) in steps(300, 1) {
        if board == Board::START {
            state = patterns.state(board);
        }
        assert_eq!(
            state,
            patterns.state(board),
            "before {square:?} on\n{board}"
        );
        state = match square {
            Some(square) => patterns.play(&state, square, board.flips(square)),
            None => patterns.pass(&state),
        };
    }
}

#[test]
fn an_evaluation_is_the_sum_of_the_weights_of_its_terms() {
    let weights = made_up(4);
    for (board, _) in steps(20, 2) {
        let phase = &weights.phases()[weights.phase(board.empties())];
        let sum: i32 = terms(board)
            .iter()
            .map(|&term| i32::from(phase[term as usize]))
            .sum();
        let limit = 63 * Score::DISC;
        let judged = MADE_UP.evaluate(&MADE_UP.state(board), board);
        assert_eq!(judged, sum.clamp(-limit, limit), "on\n{board}");
    }
}

/// An evaluation of a move is that of the position it leads to.
#[test]
fn a_move_is_judged_as_the_position_after_it() {
    let mut moves = 0;
    for (board, _) in steps(20, 8) {
        let state = MADE_UP.state(board);
        for square in board.legal_moves() {
            let next = board.play_unchecked(square);
            let found = MADE_UP.evaluate_move(&state, square, board.flips(square), next);
            let expected = MADE_UP.evaluate(&MADE_UP.state(next), next);
            assert_eq!(found, expected, "{square} on\n{board}");
            moves += 1;
        }
    }
    assert!(moves > 5_000, "{moves}");
}

#[test]
fn turned_boards_are_judged_alike() {
    for (board, _) in steps(20, 3) {
        let judged = MADE_UP.evaluate(&MADE_UP.state(board), board);
        for turned in board.symmetries() {
            let other = MADE_UP.evaluate(&MADE_UP.state(turned), turned);
            assert_eq!(other, judged, "on\n{board}\nand\n{turned}");
        }
    }
}

#[test]
fn a_pass_shows_the_same_discs_to_the_other_side() {
    for (board, _) in steps(20, 4) {
        let passed = MADE_UP.pass(&MADE_UP.state(board));
        assert_eq!(passed, MADE_UP.state(board.pass()), "on\n{board}");
        assert_eq!(MADE_UP.pass(&passed), MADE_UP.state(board), "on\n{board}");
    }
}

#[test]
fn every_square_counts_in_several_terms() {
    let empty = Board::new(Bitboard::EMPTY, Bitboard::EMPTY).expect("no disc twice");
    let nothing = terms(empty);
    for square in Square::all() {
        let board = Board::new(square.into(), Bitboard::EMPTY).expect("no disc twice");
        let with_disc = terms(board);
        let changed = (0..TERMS)
            .filter(|&term| nothing[term] != with_disc[term])
            .count();
        assert!(changed >= 4, "{square} is in {changed} terms");
    }
}

#[test]
fn written_weights_can_be_read() {
    for width in [20, 31, 61] {
        let weights = made_up(width);
        assert_eq!(Weights::read(&weights.write()).as_ref(), Ok(&weights));
    }
}

#[test]
fn a_weights_file_cut_short_is_refused() {
    let bytes = made_up(61).write();
    for end in (0..bytes.len()).filter(|end| end % 997 == 0 || *end < 100) {
        let error = Weights::read(&bytes[..end]).expect_err("a file cut short");
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(Weights::read(b""), Err(WeightsError::NotWeights));
    assert_eq!(Weights::read(&bytes[..8]), Err(WeightsError::Truncated));
}

#[test]
fn a_weights_file_with_a_changed_bit_is_refused() {
    let mut bytes = made_up(61).write();
    for place in (0..bytes.len()).filter(|place| place % 499 == 0 || *place < 100) {
        bytes[place] ^= 1 << (place % 8);
        Weights::read(&bytes).expect_err("a file with a changed bit");
        bytes[place] ^= 1 << (place % 8);
    }
    Weights::read(&bytes).expect("all bits are as they were");
}

#[test]
fn weights_errors_say_what_is_wrong() {
    let bytes = made_up(61).write();
    let with = |place: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[place] = byte;
        Weights::read(&bytes)
            .expect_err("a changed file")
            .to_string()
    };
    assert_eq!(with(0, b'x'), "this is not a weights file");
    assert_eq!(
        with(8, 9),
        "the weights file has version 9; this program reads version 1"
    );
    assert_eq!(with(9, 0), "a phase of 0 empty squares; 1 to 61 make sense");
    let other = "the weights file was trained for other patterns than this program's";
    assert_eq!(with(12, bytes[12] ^ 1), other);
    assert_eq!(
        with(200, bytes[200] ^ 1),
        "the weights file is damaged; copy it again"
    );
    assert_eq!(
        Weights::new("", 61, vec![vec![0; 3]]),
        Err(WeightsError::Count(3))
    );
    assert_eq!(
        Weights::new("", 61, Vec::new()),
        Err(WeightsError::Width(61))
    );
}
