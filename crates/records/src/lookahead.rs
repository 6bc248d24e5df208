//! The bytes of a file as far as they are needed.

use std::io::{self, ErrorKind, Read};

/// How many bytes are asked for at a time.
const CHUNK: usize = 1 << 16;

/// A file that is read a little at a time. What has been dealt with is forgotten.
pub struct Lookahead {
    file: Box<dyn Read>,
    buffer: Vec<u8>,
    /// Where in the buffer the rest begins.
    start: usize,
    at_end: bool,
    /// How many bytes and line ends lie before the rest.
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

    /// What has been read and not been taken.
    pub fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Whether nothing comes after the rest.
    pub fn is_at_end(&self) -> bool {
        self.at_end
    }

    /// How many bytes have been taken.
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// The line that the rest begins on, counted from 1.
    pub fn line(&self) -> usize {
        self.lines + 1
    }

    /// Makes the rest longer, unless it is all there is.
    pub fn read_more(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        let length = self.buffer.len();
        // Twice as much each time, so that a long record is not looked at again and again.
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

    /// Makes the rest at least so long, or all there is.
    pub fn read_up_to(&mut self, length: usize) -> io::Result<()> {
        while self.rest().len() < length && !self.at_end {
            self.read_more()?;
        }
        Ok(())
    }

    /// Takes everything up to the end of the line, however long it is.
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

    /// Takes bytes off the front of the rest.
    pub fn take(&mut self, bytes: usize) {
        let end = (self.start + bytes).min(self.buffer.len());
        let taken = &self.buffer[self.start..end];
        self.lines += taken.iter().filter(|byte| **byte == b'\n').count();
        self.taken += taken.len() as u64;
        self.start = end;
    }
}
