//! The human-move model: probabilities of all moves, the same for mirror images, and files of any bytes.

use engine::Random;
use play::people::{HumanModel, ModelError, Rating};
use rules::{Board, Symmetry};

/// Positions of random games with a legal move.
fn boards(count: usize) -> Vec<Board> {
    let (mut boards, mut random) = (Vec::new(), Random::new(7));
    while boards.len() < count {
        let mut board = Board::START;
        while !board.is_over() {
            if board.legal_moves().is_empty() {
                board = board.pass();
            }
            boards.push(board);
            let moves: Vec<_> = board.legal_moves().into_iter().collect();
            board = board.play_unchecked(random.pick(&moves).expect("a move"));
        }
    }
    boards
}

#[test]
fn every_legal_move_has_a_probability() {
    let model = HumanModel::embedded();
    for (number, board) in boards(600).into_iter().enumerate() {
        let rating = Rating::new(400 + 5 * number as i32);
        let chances = model.chances(board, rating);
        let squares = chances.iter().map(|chance| chance.square).collect();
        assert_eq!(board.legal_moves(), squares, "{board:?}");
        let sum: f32 = chances.iter().map(|chance| chance.probability).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum} on {board:?}");
        assert!(chances.is_sorted_by(|one, other| one.probability >= other.probability));
    }
    let stuck = Board::START.pass();
    assert!(!model.chances(stuck, Rating::new(1500)).is_empty());
    let over = Board::new(rules::Bitboard::FULL, rules::Bitboard::EMPTY).expect("a board");
    assert!(model.chances(over, Rating::new(1500)).is_empty());
}

#[test]
fn mirror_images_have_the_same_probabilities() {
    let model = HumanModel::embedded();
    let rating = Rating::new(1700);
    for board in boards(120) {
        let chances = model.chances(board, rating);
        for symmetry in Symmetry::ALL {
            let image = model.chances(symmetry.board(board), rating);
            for chance in &chances {
                let square = symmetry.square(chance.square);
                let same = image.iter().find(|other| other.square == square);
                let same = same.expect("the image of a legal move is legal");
                assert_eq!(same.probability, chance.probability, "{board:?}");
            }
        }
        for chance in &chances {
            for other in &chances {
                if board.mirror_images(chance.square).contains(other.square) {
                    assert_eq!(chance.probability, other.probability, "{board:?}");
                }
            }
        }
    }
}

/// A strong player takes a free corner and leaves the square beside an empty corner alone more often than a
/// weak one does.
#[test]
fn the_rating_matters() {
    let model = HumanModel::embedded();
    let [weak, strong] = [1500, 2500].map(|elo| {
        let surprise = |board: &Board| {
            let chances = model.chances(*board, Rating::new(elo));
            let sum = chances
                .iter()
                .map(|one| one.probability * one.probability.ln());
            -sum.sum::<f32>()
        };
        boards(600).iter().map(surprise).sum::<f32>()
    });
    assert!(strong < weak, "strong players agree more: {strong} {weak}");
}

#[test]
fn the_model_is_small() {
    assert!(HumanModel::embedded_bytes().len() <= 1_500_000);
}

#[test]
fn other_bytes_are_told_apart() {
    let bytes = HumanModel::embedded_bytes();
    let error = |bytes: &[u8]| HumanModel::from_bytes(bytes).err().expect("no model");
    assert_eq!(error(b""), ModelError::OtherKind);
    assert_eq!(
        error(engine::Network::embedded_bytes()),
        ModelError::OtherKind
    );
    let mut later = bytes.to_vec();
    later[8] += 1;
    assert_eq!(error(&later), ModelError::OtherVersion);
    let mut other_features = bytes.to_vec();
    other_features[9] += 1;
    assert_eq!(error(&other_features), ModelError::OtherVersion);
    for length in [9, 10, 12, 100, bytes.len() / 2, bytes.len() - 1] {
        assert_eq!(
            error(&bytes[..length]),
            ModelError::Damaged,
            "{length} bytes"
        );
    }
    let mut damaged = bytes.to_vec();
    damaged[bytes.len() / 3] ^= 16;
    assert_eq!(error(&damaged), ModelError::Damaged);
    let text = error(&damaged).to_string();
    assert!(text.contains("damaged"), "{text}");
    assert!(error(b"REVERSIN").to_string().contains("people export"));
}
