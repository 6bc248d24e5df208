//! A reader with lookahead: bytes are buffered until they are taken.

use std::io::{self, ErrorKind, Read};

/// Minimum number of bytes for each read.
const CHUNK: usize = 1 << 16;

/// Buffers the bytes of a file from the first one not yet taken.
pub struct Lookahead {
    file: Box<dyn Read>,
    buffer: Vec<u8>,
    /// Index of the first byte that is not taken.
    start: usize,
    at_end: bool,
    /// Bytes and line ends taken.
    taken: u64,
    lines: usize,
}

impl Lookahead {
    pub fn new(file: Box<dyn Read>) -> Lookahead {
        Lookahead {
            file,
            buffer: Vec::new(),
            start: 0,
            at_end: false,
            taken: 0,
            lines: 0,
        }
    }

    /// The bytes that were read and not taken.
    pub fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// True if no bytes follow the rest.
    pub fn is_at_end(&self) -> bool {
        self.at_end
    }

    /// Number of bytes taken.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The line number at the start of the rest, counted from 1.
    pub fn line(&self) -> usize {
        self.lines + 1
    }

    /// Reads more bytes, unless the end is reached.
    pub fn read_more(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let length = self.buffer.len();
        // The buffer doubles, so that the cost of scanning a long record stays linear.
        let more = length.max(CHUNK);
        self.buffer.resize(length + more, 0);
        let read = loop {
            match self.file.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.buffer.truncate(length + *read.as_ref().unwrap_or(&0));
        self.at_end = read.as_ref().is_ok_and(|&read| read == 0);
        read.map(drop)
    }

    /// Reads until the rest has this length or the end is reached.
    pub fn read_up_to(&mut self, length: usize) -> io::Result<()> {
        while self.rest().len() < length && !self.at_end {
            self.read_more()?;
        }
        Ok(())
    }

    /// Takes everything up to the end of the line, without a limit on its length.
    pub fn skip_line(&mut self) -> io::Result<()> {
        loop {
            match self.rest().iter().position(|byte| *byte == b'\n') {
                Some(end) => {
                    self.take(end + 1);
                    return Ok(());
                }
                None => self.take(self.rest().len()),
            }
            if self.at_end {
                return Ok(());
            }
            self.read_more()?;
        }
    }

    /// Takes bytes from the front of the rest.
    pub fn take(&mut self, bytes: usize) {
        let end = (self.start + bytes).min(self.buffer.len());
        let taken = &self.buffer[self.start..end];
        self.lines += taken.iter().filter(|byte| **byte == b'\n').count();
        self.taken += taken.len() as u64;
        self.start = end;
    }
}
