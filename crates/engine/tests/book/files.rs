//! Book files: a written book can be read, and invalid files are rejected.

use reversi_engine::book::{Book, BookError, MOST_POSITIONS};

use super::{QUICK, SMALL, grown};

/// Offsets in a file: the version, the length of the text, the numbers of positions and moves, the
/// text.
const VERSION: usize = 8;
const LENGTH: usize = 10;
const COUNTS: usize = 12;
const ABOUT: usize = 20;

#[test]
fn a_written_book_can_be_read() {
    let mut book = SMALL.clone();
    book.set_about("a small one, for tests: βιβλίο");
    for book in [Book::default(), grown(QUICK, 1), grown(QUICK, 2), book] {
        let bytes = book.write();
        assert_eq!(Book::read(&bytes).as_ref(), Ok(&book));
        assert_eq!(Book::read(&bytes).expect("a book").about(), book.about());
        assert_eq!(Book::read(&bytes).expect("a book").write(), bytes);
    }
}

#[test]
fn a_book_is_small() {
    let bytes = SMALL.write().len();
    assert!(
        bytes < 20 * SMALL.len(),
        "{bytes} bytes for {}",
        SMALL.len()
    );
}

#[test]
fn a_long_text_is_cut_to_what_fits() {
    let mut book = Book::default();
    book.set_about(&"ß".repeat(100_000));
    assert_eq!(Book::read(&book.write()), Ok(book));
}

#[test]
fn a_book_cut_short_is_refused() {
    let bytes = SMALL.write();
    for end in 0..bytes.len() {
        let error = Book::read(&bytes[..end]).expect_err("a file cut short");
        assert!(!error.to_string().is_empty());
    }
    assert_eq!(Book::read(b""), Err(BookError::NotABook));
    assert_eq!(Book::read(&bytes[..8]), Err(BookError::Truncated));
}

#[test]
fn a_book_with_a_changed_bit_is_refused() {
    let mut bytes = SMALL.write();
    for place in 0..bytes.len() {
        bytes[place] ^= 1 << (place % 8);
        Book::read(&bytes).expect_err("a file with a changed bit");
        bytes[place] ^= 1 << (place % 8);
    }
    Book::read(&bytes).expect("all bits are as they were");
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(Book::read(&longer), Err(BookError::Damaged));
}

#[test]
fn errors_say_what_is_wrong() {
    let bytes = SMALL.write();
    let with = |place: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[place] = byte;
        Book::read(&bytes).expect_err("a changed file").to_string()
    };
    assert_eq!(with(0, b'x'), "this is not a book");
    let version = "the book has version 9; this program reads version 1";
    assert_eq!(with(VERSION, 9), version);
    assert_eq!(
        with(COUNTS + 3, 255),
        format!(
            "a book of {} positions; this program reads up to {MOST_POSITIONS}",
            0xff00_0000_u32 + SMALL.len() as u32
        )
    );
    let place = bytes.len() - 20;
    assert_eq!(
        with(place, bytes[place] ^ 1),
        "the book is damaged; copy it again"
    );
}

/// A changed book with a matching checksum gives an error or another consistent book.
#[test]
fn a_sealed_book_is_still_looked_into() {
    let payload = |book: &Book| {
        let bytes = book.write();
        let about = u16::from_le_bytes([bytes[LENGTH], bytes[LENGTH + 1]]) as usize;
        let packed = &bytes[ABOUT + about..bytes.len() - 4];
        let unpacked = miniz_oxide::inflate::decompress_to_vec(packed).expect("packed");
        (bytes[..ABOUT + about].to_vec(), unpacked)
    };
    let sealed = |head: &[u8], payload: &[u8]| {
        let mut bytes = head.to_vec();
        bytes.extend(miniz_oxide::deflate::compress_to_vec(payload, 6));
        bytes.extend(crc32(&bytes).to_le_bytes());
        Book::read(&bytes)
    };
    // The start and the move f5: 2 depths, 1 + 3 moves (the first one leads into the book), 3
    // scores.
    let (head, whole) = payload(&grown(QUICK, 2));
    assert_eq!(sealed(&head, &whole), Ok(grown(QUICK, 2)));
    assert_eq!(&whole[..6], [2, 2, 0, 2, 2, 2]);
    let with = |place: usize, byte: u8| {
        let mut changed = whole.clone();
        changed[place] = byte;
        sealed(&head, &changed)
    };
    assert_eq!(with(0, 0), Err(BookError::Depth(0)));
    assert_eq!(
        with(1, 60),
        Err(BookError::Depth(60)),
        "59 squares are empty"
    );
    assert_eq!(with(5, 200), Err(BookError::Depth(200)));
    // A move is marked as leading into the book but does not: one score too many.
    assert_eq!(with(5, 0), Err(BookError::Damaged));
    // A move into the book has a score of its own: one score is missing.
    assert_eq!(with(2, 2), Err(BookError::Damaged));
    // Little-endian: 127 × 256 128ths of a disc are more than 64 discs.
    let wrong = with(whole.len() - 1, 127).expect_err("too many discs");
    assert!(
        wrong.to_string().contains("64 discs is all there is"),
        "{wrong}"
    );
    let longer = [&whole[..], &[0]].concat();
    assert_eq!(sealed(&head, &longer), Err(BookError::Damaged));
    assert_eq!(sealed(&head, &whole[1..]), Err(BookError::Damaged));
    assert_eq!(sealed(&head, &[]), Err(BookError::Damaged));
    let other_count = |place: usize, byte: u8| {
        let mut head = head.clone();
        head[place] = byte;
        sealed(&head, &whole)
    };
    for count in [0, 1, 3, 255] {
        assert_eq!(
            other_count(COUNTS, count),
            Err(BookError::Damaged),
            "{count} positions"
        );
        assert_eq!(
            other_count(COUNTS + 4, count),
            Err(BookError::Damaged),
            "{count} moves"
        );
    }
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
