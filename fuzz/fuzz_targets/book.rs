//! Any bytes are a book or an error, with a wrong or a correct checksum. A book that was read can
//! be searched and written.

#![no_main]

mod crc;

use crc::crc32;
use engine::Random;
use engine::book::{Book, MARGIN};
use libfuzzer_sys::fuzz_target;
use rules::Board;

fn read(bytes: &[u8]) {
    match Book::read(bytes) {
        Ok(book) => {
            let positions = book.positions();
            assert_eq!(positions.len(), book.len());
            for board in positions {
                let chosen = book.choose(board, MARGIN, &mut Random::new(1));
                let square = chosen.expect("it is in the book").square;
                assert!(board.play(square).is_some(), "{square} on\n{board}");
            }
            assert_eq!(book.look_up(Board::START).is_none(), book.is_empty());
            let again = Book::read(&book.write());
            assert_eq!(again, Ok(book), "what was written can be read");
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The bytes as the compressed part of a book with this number of positions and moves, with the
/// correct checksum.
fn sealed(positions: u32, moves: u32, packed: &[u8]) -> Vec<u8> {
    let mut bytes = b"REVERSIB\x01\0\0\0".to_vec();
    bytes.extend(positions.to_le_bytes());
    bytes.extend(moves.to_le_bytes());
    bytes.extend(packed);
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes
}

/// The bytes as a deflate stream without compression: one stored block.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let length = bytes.len() as u16;
    let mut block = vec![1];
    block.extend(length.to_le_bytes());
    block.extend((!length).to_le_bytes());
    block.extend(&bytes[..length.into()]);
    block
}

fuzz_target!(|bytes: &[u8]| {
    read(bytes);
    // The same bytes after a valid header, as a compressed stream and as a stored block.
    if let [positions, moves, rest @ ..] = bytes {
        read(&sealed((*positions).into(), (*moves).into(), rest));
        read(&sealed((*positions).into(), (*moves).into(), &stored(rest)));
    }
});
