//! The `.rev` state file: content, side to move, and error messages.

use reversi_rules::formats::rev::{self, Inferred, RevError};
use reversi_rules::{Color, Diagram, Size, Start};

/// A file with the size written as in the published sample, and one byte a square.
fn file(side: u32, squares: &[u8]) -> Vec<u8> {
    [&side.to_be_bytes(), squares].concat()
}

fn diagram(text: &str) -> Diagram {
    text.parse().expect("a board string")
}

#[test]
fn a_state_file_is_the_size_and_a_letter_for_each_square() {
    let start = Diagram::start(Size::MIN, Start::Standard);
    assert_eq!(rev::write(&start), b"\0\0\0\x04nnnnnwbnnbwnnnnn");
    let largest = Diagram::start(Size::MAX, Start::Standard);
    assert_eq!(rev::write(&largest).len(), rev::MAX_BYTES);
}

#[test]
fn a_state_file_reads_in_both_byte_orders() {
    for size in Size::all() {
        let start = Diagram::start(size, Start::Mirrored);
        let mut bytes = rev::write(&start);
        assert_eq!(rev::read(&bytes).expect("big-endian").diagram, start);
        bytes[..4].reverse();
        assert_eq!(rev::read(&bytes).expect("little-endian").diagram, start);
    }
}

#[test]
fn the_side_to_move_follows_from_the_discs() {
    for (board, to_move, inferred, sentence) in [
        (
            "---- -OX- -XO- ----",
            Color::Black,
            Inferred::Parity,
            "The file does not say who moves next; with 4 discs it is Black",
        ),
        (
            "---- -OX- -XX- --X-",
            Color::White,
            Inferred::Parity,
            "The file does not say who moves next; with 5 discs it is White",
        ),
        (
            "OX-- ---- ---- ----",
            Color::White,
            Inferred::OnlyMover,
            "The file does not say who moves next; only White has a legal move",
        ),
        (
            "XO-- ---- ---X ----",
            Color::Black,
            Inferred::OnlyMover,
            "The file does not say who moves next; only Black has a legal move",
        ),
        (
            "XXXX XXXX XXXX XX--",
            Color::Black,
            Inferred::GameOver,
            "The game in the file is over: nobody can move",
        ),
    ] {
        let diagram = diagram(board);
        let loaded = rev::read(&rev::write(&diagram)).expect("just written");
        assert_eq!(loaded.inferred, inferred, "{diagram:?}");
        assert_eq!(loaded.diagram.to_move(), to_move, "{diagram:?}");
        assert_eq!(loaded.to_string(), sentence, "{diagram:?}");
        for color in Color::ALL {
            assert_eq!(
                loaded.diagram.discs(color),
                diagram.discs(color),
                "{diagram:?}"
            );
        }
    }
}

#[test]
fn a_bad_state_file_says_what_is_wrong_with_it() {
    const SIZES: &str = "it must be an even number from 4 to 26 \
                         (4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26)";
    for (bytes, message) in [
        (
            b"\0\0\x04".to_vec(),
            "not a state file: it should begin with a board size of 4 bytes; its length is 3"
                .to_string(),
        ),
        (
            file(7, &[b'n'; 49]),
            format!("not a state file: `7` is not a board size; {SIZES}"),
        ),
        (
            b"PNG\n".to_vec(),
            format!("not a state file: `172445264` is not a board size; {SIZES}"),
        ),
        (
            file(10, &[b'n'; 99]),
            "damaged state file: its board of 10×10 needs 100 squares, it has 99".to_string(),
        ),
        (
            file(4, &[b'n'; 17]),
            "damaged state file: its board of 4×4 needs 16 squares, it has 17 or more".to_string(),
        ),
        (
            file(4, b"nnnnnwBnnbwnnnnn"),
            "damaged state file: square c2 is 'B'; it should be b, w or n".to_string(),
        ),
        (
            file(4, b"nnnnnwbnnbwnnnn\n"),
            "damaged state file: square d4 is '\\n'; it should be b, w or n".to_string(),
        ),
    ] {
        let error = rev::read(&bytes).expect_err("a bad state file");
        assert_eq!(error.to_string(), message, "{bytes:?}");
    }
}

#[test]
fn an_empty_file_is_no_state_file() {
    assert_eq!(rev::read(&[]), Err(RevError::NoSize(0)));
}
