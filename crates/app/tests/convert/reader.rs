//! The record reader: files of any length, one record at a time.

use std::io::{self, Read};

use records::Reader;
use rules::formats::Format;

/// A file whose content is generated while it is read.
struct Endless {
    line: Vec<u8>,
    at: usize,
    left: usize,
}

impl Endless {
    fn new(line: &str, bytes: usize) -> Endless {
        Endless {
            line: line.as_bytes().to_vec(),
            at: 0,
            left: bytes,
        }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.left);
        for byte in &mut buffer[..length] {
            *byte = self.line[self.at];
            self.at = (self.at + 1) % self.line.len();
        }
        self.left -= length;
        Ok(length)
    }
}

fn reader(file: impl Read + 'static, format: Option<Format>) -> Reader {
    Reader::new("file".to_string(), file, format).expect("a file of games")
}

#[test]
fn many_games_are_read_one_by_one() {
    let line = "f5d6c3d3c4\n";
    let mut reader = reader(Endless::new(line, line.len() * 100_000), None);
    let mut count = 0;
    while let Some(record) = reader.next() {
        assert_eq!(record.expect("a game").game.turns().len(), 5);
        count += 1;
        let read = (count * line.len()) as u64;
        assert_eq!(reader.bytes_read(), read);
    }
    assert_eq!(count, 100_000);
}

#[test]
fn a_record_without_end_is_refused_and_skipped() {
    for (text, format) in [
        ("f5", Format::Transcript),
        ("B[f5]", Format::Ggf),
        ("(;C[", Format::Sgf),
        ("{ ", Format::Pgn),
        ("X", Format::Board),
    ] {
        let begin = match format {
            Format::Ggf => "(;",
            Format::Pgn => "1. ",
            _ => "",
        };
        // Much longer than any record; even if read to the end it would be a bad record.
        let file = begin.as_bytes().chain(Endless::new(text, 40 << 20));
        let read: Vec<_> = reader(file, Some(format)).take(10).collect();
        assert!(
            !read.is_empty() && read.len() < 10,
            "{format}: {}",
            read.len()
        );
        for record in read {
            let message = record.expect_err("no end").to_string();
            assert!(
                message.starts_with("file, line 1: no "),
                "{format}: {message}"
            );
            assert!(
                message.ends_with("record is longer than 16 MB, and this one does not end"),
                "{message}"
            );
        }
    }
}

#[test]
fn a_read_error_is_reported_and_ends_the_reading() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the cable is out"))
        }
    }
    let line = "f5d6c3d3c4\n";
    let file = Endless::new(line, line.len() * 10_000).chain(Failing);
    let read: Vec<_> = reader(file, None).collect();
    assert_eq!(read.len(), 10_001);
    assert!(read[..10_000].iter().all(Result::is_ok));
    let error = read[10_000].as_ref().expect_err("no cable").to_string();
    assert_eq!(
        error,
        "file, record 10001: reading stopped here: the cable is out"
    );
}

#[test]
fn a_mark_of_utf_8_is_no_part_of_the_first_game() {
    let text: &[u8] = b"\xef\xbb\xbf(;GM[Othello]B[f5];)\n";
    let read: Vec<_> = reader(text, None).collect();
    assert_eq!(read.len(), 1);
    assert!(read[0].is_ok());
}
