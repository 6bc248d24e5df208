//! The line to a program: text goes in, text comes out, and each piece has its time.

use std::cell::Cell;
use std::time::{Duration, Instant};

use play::Fault;

/// A program's standard input and output.
pub trait Transport: Send {
    /// Sends text. A program that does not read is no reason to wait: what does not fit is sent
    /// when it reads.
    ///
    /// # Errors
    /// When the program has ended, or has let too much go unread.
    fn send(&mut self, text: &str) -> Result<(), Fault>;

    /// Ends the program's input: it will hear nothing more.
    fn close_input(&mut self);

    /// The next piece of output, however much there is, at the latest at the deadline. `None` when
    /// there was none until then; an empty piece is the end of the output.
    ///
    /// # Errors
    /// When the program has broken through its fences.
    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault>;

    /// How the program ended, once its output has: as the system tells it, such as `exit status: 1`.
    fn exit_status(&mut self) -> String;

    /// What the program has written on standard error since this was asked last, its middle left
    /// out where it is long.
    fn stderr(&mut self) -> String {
        String::new()
    }

    /// Ends the program: hangs up, waits so long for it to leave, and then makes it.
    ///
    /// # Errors
    /// When it did not leave by itself.
    fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        let _ = patience;
        self.close_input();
        Ok(())
    }
}

/// Some output, and when it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The bytes, perhaps not whole lines or characters.
    pub bytes: Vec<u8>,
    /// When they were there.
    pub at: Instant,
}

/// Something that a program said, and when the last of it was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The text; what is not UTF-8 is replaced by `�`.
    pub text: String,
    /// When it was complete.
    pub at: Instant,
}

/// A transport with what was heard on it and not used yet.
pub struct Channel {
    transport: Box<dyn Transport>,
    heard: Vec<u8>,
    /// When the last of what was heard arrived.
    at: Instant,
    ended: bool,
}

impl Channel {
    /// A talk over a new transport.
    #[must_use]
    pub fn new(transport: Box<dyn Transport>) -> Channel {
        Channel {
            transport,
            heard: Vec::new(),
            at: Instant::now(),
            ended: false,
        }
    }

    /// Sends a line.
    ///
    /// # Errors
    /// When the program has ended, or has let too much go unread.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        self.transport.send(&format!("{line}\n"))
    }

    /// Ends the program's input.
    pub fn close_input(&mut self) {
        self.transport.close_input();
    }

    /// The next line without its end, `\n` or `\r\n`; `None` when none was complete by the deadline.
    /// The last line of a program that ended need not have an end.
    ///
    /// # Errors
    /// When the program has ended and all its lines were heard, or has broken its fences.
    pub fn line(&mut self, deadline: Option<Instant>) -> Result<Option<Message>, Fault> {
        // What was looked at once has no end of a line in it: programs may say a byte at a time.
        let seen = Cell::new(0);
        let whole = |bytes: &[u8]| {
            let from = seen.replace(bytes.len());
            let end = bytes[from..].iter().position(|byte| *byte == b'\n');
            end.map(|end| from + end + 1)
        };
        let heard = self.until(whole, deadline)?;
        Ok(heard.map(|heard| Message {
            text: heard.text.trim_end_matches(['\r', '\n']).to_string(),
            ..heard
        }))
    }

    /// What is said until `complete` finds how many bytes of it are an answer; `None` when it was
    /// not complete by the deadline. All that a program said before it ended is an answer too.
    ///
    /// # Errors
    /// When the program has ended and all it said was heard, or has broken its fences.
    pub fn until(
        &mut self,
        complete: impl Fn(&[u8]) -> Option<usize>,
        deadline: Option<Instant>,
    ) -> Result<Option<Message>, Fault> {
        loop {
            if let Some(length) = complete(&self.heard) {
                return Ok(Some(self.take(length)));
            }
            if self.ended {
                if self.heard.is_empty() {
                    return Err(Fault::Died(self.transport.exit_status()));
                }
                return Ok(Some(self.take(self.heard.len())));
            }
            match self.transport.receive(deadline)? {
                None => return Ok(None),
                Some(piece) if piece.bytes.is_empty() => self.ended = true,
                Some(piece) => self.take_up(piece),
            }
        }
    }

    /// What was heard and is no answer yet.
    #[must_use]
    pub fn pending(&self) -> String {
        String::from_utf8_lossy(&self.heard).into_owned()
    }

    /// When something was heard last; before that, when the talk began.
    #[must_use]
    pub fn last_heard(&self) -> Instant {
        self.at
    }

    /// Takes up what there is to hear now, waiting for nothing, and says whether the program has
    /// ended.
    ///
    /// # Errors
    /// When the program has broken its fences.
    pub fn has_ended(&mut self) -> Result<bool, Fault> {
        while !self.ended {
            match self.transport.receive(Some(Instant::now()))? {
                None => break,
                Some(piece) if piece.bytes.is_empty() => self.ended = true,
                Some(piece) => self.take_up(piece),
            }
        }
        Ok(self.ended)
    }

    /// Forgets what was heard and not used.
    pub fn forget(&mut self) {
        self.heard.clear();
    }

    /// How the program ended, once it has.
    pub fn exit_status(&mut self) -> String {
        self.transport.exit_status()
    }

    /// What the program has written on standard error since this was asked last.
    pub fn stderr(&mut self) -> String {
        self.transport.stderr()
    }

    /// Ends the program, which has so long to leave by itself.
    ///
    /// # Errors
    /// When it did not leave by itself.
    pub fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        self.transport.stop(patience)
    }

    fn take_up(&mut self, piece: Chunk) {
        self.heard.extend(piece.bytes);
        self.at = piece.at;
    }

    fn take(&mut self, length: usize) -> Message {
        let bytes: Vec<u8> = self.heard.drain(..length).collect();
        Message {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            at: self.at,
        }
    }
}
