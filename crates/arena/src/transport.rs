//! Transport to a program: text goes in, time-stamped output comes out.

use std::cell::Cell;
use std::time::{Duration, Instant};

use play::{Fault, Usage};

use crate::talk::TalkLog;

/// A program's standard input and output.
pub trait Transport: Send {
    /// Sends text without blocking. Text that the program does not read yet is queued.
    ///
    /// # Errors
    /// When the program has ended, or too much text is unread.
    fn send(&mut self, text: &str) -> Result<(), Fault>;

    /// Closes the program's input. Nothing can be sent after that.
    fn close_input(&mut self);

    /// The next chunk of output, of any length. `None` when there was none by the deadline; an empty
    /// chunk is the end of the output.
    ///
    /// # Errors
    /// When the program has exceeded a limit of its sandbox.
    fn receive(&mut self, deadline: Option<Instant>) -> Result<Option<Chunk>, Fault>;

    /// How the program ended, once its output has ended, in the words of the system, such as
    /// `exit status: 1`.
    fn exit_status(&mut self) -> String;

    /// The text that the program wrote to standard error since the last call. The middle of a long
    /// text is left out.
    fn stderr(&mut self) -> String {
        String::new()
    }

    /// Lets the program rest: none of its processes runs until [`resume`](Transport::resume). Tells
    /// what it used since then.
    ///
    /// # Errors
    /// When its supervisor has died.
    fn rest(&mut self) -> Result<Usage, Fault> {
        Ok(Usage::default())
    }

    /// Lets a program that rests go on.
    ///
    /// # Errors
    /// When its supervisor has died.
    fn resume(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Ends the program: closes its input, waits up to `patience` for its end, and then kills it.
    ///
    /// # Errors
    /// When it did not end by itself.
    fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        let _ = patience;
        self.close_input();
        Ok(())
    }
}

/// Output of a program and its time of arrival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// The bytes; lines and characters may be incomplete.
    pub bytes: Vec<u8>,
    /// When they arrived.
    pub at: Instant,
}

/// A message of a program, and when its last byte arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The text. Bytes that are not UTF-8 are replaced by `�`.
    pub text: String,
    /// When it was complete.
    pub at: Instant,
}

/// A transport with a buffer of received output, from which lines and messages are read.
pub struct Channel {
    transport: Box<dyn Transport>,
    /// Output that was received and not read yet.
    buffer: Vec<u8>,
    /// When the last output arrived.
    received_at: Instant,
    ended: bool,
    log: TalkLog,
}

impl Channel {
    /// A channel with an empty buffer.
    #[must_use]
    pub fn new(transport: Box<dyn Transport>) -> Channel {
        Channel {
            transport,
            buffer: Vec::new(),
            received_at: Instant::now(),
            ended: false,
            log: TalkLog::default(),
        }
    }

    /// The same channel, recorded in a log. The program has just been started.
    #[must_use]
    pub fn recorded(mut self, log: TalkLog) -> Channel {
        log.note("started");
        self.log = log;
        self
    }

    /// Sends a line.
    ///
    /// # Errors
    /// When the program has ended, or too much text is unread.
    pub fn send_line(&mut self, line: &str) -> Result<(), Fault> {
        self.log.sent(line);
        self.transport.send(&format!("{line}\n"))
    }

    /// Closes the program's input.
    pub fn close_input(&mut self) {
        self.log.note("input closed");
        self.transport.close_input();
    }

    /// The next line without its end, `
    /// ` or `\r
    /// `. `None` when no line was complete by the deadline. The last line of a program that has
    /// ended may lack a line end.
    ///
    /// # Errors
    /// When the program has ended and all its lines were read, or it has exceeded a limit.
    pub fn read_line(&mut self, deadline: Option<Instant>) -> Result<Option<Message>, Fault> {
        // Bytes that were searched before are skipped: a program may write one byte at a time.
        let searched = Cell::new(0);
        let line_length = |bytes: &[u8]| {
            let from = searched.replace(bytes.len());
            let end = bytes[from..].iter().position(|byte| *byte == b'\n');
            end.map(|end| from + end + 1)
        };
        let message = self.read_until(line_length, deadline)?;
        Ok(message.map(|message| Message {
            text: message.text.trim_end_matches(['\r', '\n']).to_string(),
            ..message
        }))
    }

    /// Reads output until `complete` returns the length in bytes of a message. `None` when there is no
    /// message by the deadline. When the program has ended, the rest of its output is a message.
    ///
    /// # Errors
    /// When the program has ended and all its output was read, or it has exceeded a limit.
    pub fn read_until(
        &mut self,
        complete: impl Fn(&[u8]) -> Option<usize>,
        deadline: Option<Instant>,
    ) -> Result<Option<Message>, Fault> {
        loop {
            if let Some(length) = complete(&self.buffer) {
                return Ok(Some(self.take(length)));
            }
            if self.ended {
                if self.buffer.is_empty() {
                    return Err(Fault::Died(self.transport.exit_status()));
                }
                return Ok(Some(self.take(self.buffer.len())));
            }
            if !self.receive(deadline)? {
                return Ok(None);
            }
        }
    }

    /// The output that was received and not read yet.
    #[must_use]
    pub fn unread(&self) -> String {
        String::from_utf8_lossy(&self.buffer).into_owned()
    }

    /// When the last output arrived; before that, when the channel was made.
    #[must_use]
    pub fn last_received(&self) -> Instant {
        self.received_at
    }

    /// Receives the output that is available now, without waiting. Returns whether the program has
    /// ended.
    ///
    /// # Errors
    /// When the program has exceeded a limit of its sandbox.
    pub fn has_ended(&mut self) -> Result<bool, Fault> {
        while !self.ended {
            if !self.receive(Some(Instant::now()))? {
                break;
            }
        }
        Ok(self.ended)
    }

    /// Discards the output that was received and not read yet.
    pub fn discard_unread(&mut self) {
        self.buffer.clear();
    }

    /// How the program ended, once it has.
    pub fn exit_status(&mut self) -> String {
        self.transport.exit_status()
    }

    /// The text that the program wrote to standard error since the last call.
    pub fn stderr(&mut self) -> String {
        self.transport.stderr()
    }

    /// Lets the program rest, and tells what it used.
    ///
    /// # Errors
    /// When its supervisor has died.
    pub fn rest(&mut self) -> Result<Usage, Fault> {
        self.transport.rest()
    }

    /// Lets a program that rests go on.
    ///
    /// # Errors
    /// When its supervisor has died.
    pub fn resume(&mut self) -> Result<(), Fault> {
        self.transport.resume()
    }

    /// Ends the program, which has the time `patience` to end by itself.
    ///
    /// # Errors
    /// When it did not end by itself.
    pub fn stop(&mut self, patience: Duration) -> Result<(), Fault> {
        let stopped = self.transport.stop(patience);
        match &stopped {
            Ok(()) => self.log.note("stopped"),
            Err(fault) => self.log.note(&fault.to_string()),
        }
        stopped
    }

    /// Receives the next chunk of output, or its end. False when there was none by the deadline.
    fn receive(&mut self, deadline: Option<Instant>) -> Result<bool, Fault> {
        let Some(chunk) = self.transport.receive(deadline)? else {
            return Ok(false);
        };
        self.log.received(&chunk.bytes, chunk.at);
        if chunk.bytes.is_empty() {
            self.ended = true;
            self.log.note("output ended");
        } else {
            self.buffer.extend(chunk.bytes);
            self.received_at = chunk.at;
        }
        Ok(true)
    }

    /// Removes a message from the front of the buffer.
    fn take(&mut self, length: usize) -> Message {
        let bytes: Vec<u8> = self.buffer.drain(..length).collect();
        Message {
            text: String::from_utf8_lossy(&bytes).into_owned(),
            at: self.received_at,
        }
    }
}
