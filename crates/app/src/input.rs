//! Input lines from a terminal or a pipe.

use std::fmt;
use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::Result;
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};

use crate::completion::Completion;
pub use records::quote::{printable, shown};

/// Maximum length of a line in bytes; longer lines are cut.
const LONGEST_LINE: u64 = 64 * 1024;

/// The end of the input, or Ctrl-C. The program ends without an error message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the input has ended")
    }
}

impl std::error::Error for Closed {}

/// The source of lines.
pub enum Input {
    /// A terminal with editing, history and completion.
    Terminal(Box<Editor<Completion, DefaultHistory>>),
    /// A pipe or a file. Its lines are echoed, so that the output reads like a dialogue.
    Pipe {
        /// True if lines are echoed.
        echo: bool,
    },
}

impl Input {
    /// A terminal when input and output are one, otherwise a pipe.
    pub fn open(completion: Completion) -> Result<Input> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            let echo = !io::stdin().is_terminal();
            return Ok(Input::Pipe { echo });
        }
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .auto_add_history(true)
            // Pasted lines are separate commands.
            .bracketed_paste(false)
            .build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(completion));
        Ok(Input::Terminal(Box::new(editor)))
    }

    /// True if a person types at a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(_))
    }

    /// Sets the squares that the completion offers.
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
    /// [`Closed`] at the end of the input, or after Ctrl-C.
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

/// The next line of standard input, without its end; `None` at the end of the input.
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
