//! Lines typed by a person or sent through a pipe.

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};

use crate::completion::Completion;
pub use records::quote::{printable, shown};

/// Longer lines than this are cut; nothing anybody types comes near it.
const LONGEST_LINE: u64 = 64 * 1024;

/// Nobody types any more: the end of the input, or Ctrl-C. The program then ends quietly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the input has ended")
    }
}

impl std::error::Error for Closed {}

/// Where lines come from.
pub enum Input {
    /// A terminal: with editing, history and completion.
    Terminal(Box<Editor<Completion, DefaultHistory>>),
    /// Anything else. Lines that nobody typed are echoed, so that what comes out reads like a
    /// conversation.
    Pipe {
        /// Whether to echo.
        echo: bool,
    },
}

impl Input {
    /// A terminal when there is a person at both ends, else a pipe.
    pub fn open(completion: Completion) -> Result<Input> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            let echo = !io::stdin().is_terminal();
            return Ok(Input::Pipe { echo });
        }
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            // Lines pasted at once are lines, not one command.
            .bracketed_paste(false)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(completion));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// Whether a person is at the terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Tells the completion which squares may be played.
    pub fn offer_squares(&mut self, squares: impl Iterator<Item = String>) {
        if let Input::Terminal(editor) = self
            && let Some(completion) = editor.helper_mut()
        {
            completion.squares = squares.collect();
        }
    }

    /// The next line, without its end.
    ///
    /// # Errors
    /// [`Closed`] when there are no more, or after Ctrl-C.
    pub fn line(&mut self, prompt: &str, out: &mut dyn Write) -> Result<String> {
        match self {
            Input::Terminal(editor) => {
                out.flush()?;
                match editor.readline(prompt) {
                    Ok(line) => Ok(line),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Err(Closed.into()),
                    Err(error) => Err(error.into()),
                }
            }
            Input::Pipe { echo } => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let line = read_line()?;
                match &line {
                    Some(line) if *echo => writeln!(out, "{}", printable(line))?,
                    Some(_) => {}
                    None => writeln!(out)?,
                }
                Ok(line.ok_or(Closed)?)
            }
        }
    }
}

/// The next line of standard input, without its end; `None` when there are no more.
pub fn read_line() -> Result<Option<String>> {
    let mut stdin = io::stdin().lock();
    let mut bytes = Vec::new();
    io::Read::take(&mut stdin, LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.last() != Some(&b'\n') {
        stdin.skip_until(b'\n')?;
    }
    let line = String::from_utf8_lossy(&bytes);
    Ok(Some(line.trim_end_matches(['\n', '\r']).to_string()))
}
