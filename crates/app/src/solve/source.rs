//! The sources of problems: files, standard input and the command line.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

use anyhow::{Context, Result, bail};
use rules::formats::obf::{self, ObfError, Problem};
use rules::formats::{Format, detect};

use crate::cli::SolveArgs;
use crate::interrupt::Interrupt;
use crate::{input, position};
use records::files;

/// Maximum length of a problem file.
const LONGEST_FILE: usize = 16 << 20;

/// The problems of one file or argument.
pub struct Source {
    /// Its name.
    pub label: Rc<Label>,
    /// Number of problems, if it is known.
    pub count: Option<usize>,
    entries: Entries,
}

/// The name of a source.
#[derive(Debug, PartialEq, Eq)]
pub struct Label {
    /// The file name, or the typed text.
    pub name: String,
    /// True if its problems are lines of a file or of standard input.
    pub has_lines: bool,
}

impl Label {
    /// The place of an entry, for messages.
    pub fn place(&self, number: usize) -> String {
        if self.has_lines {
            format!("{}, line {number}", self.name)
        } else {
            self.name.clone()
        }
    }
}

/// A line with a problem, or an invalid line.
pub struct Entry {
    /// The line in the file, or the number of the argument, counted from 1.
    pub number: usize,
    /// The problem, or the error.
    pub problem: Result<Problem, ObfError>,
}

/// The entries of a source.
enum Entries {
    Known(VecDeque<Entry>),
    Typed(Typed),
}

/// The next problem of a queue.
pub enum NextProblem {
    /// A problem, or an invalid line.
    Entry(Rc<Label>, Box<Entry>),
    /// The next line of standard input has not arrived yet.
    Later,
    /// There are no more problems.
    End,
}

/// The problems of several sources, one source after the other.
pub struct ProblemQueue(VecDeque<Source>);

impl ProblemQueue {
    /// A queue of these sources.
    pub fn new(sources: Vec<Source>) -> ProblemQueue {
        ProblemQueue(sources.into())
    }

    /// The next problem, or invalid line. With `patient` it blocks until there is one; otherwise it
    /// returns [`NextProblem::Later`].
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn take(&mut self, patient: bool) -> Result<NextProblem> {
        while let Some(source) = self.0.front_mut() {
            let entry = match &mut source.entries {
                Entries::Known(entries) => entries.pop_front(),
                Entries::Typed(typed) => match typed.take(patient)? {
                    Some(entry) => entry,
                    None => return Ok(NextProblem::Later),
                },
            };
            if let Some(entry) = entry {
                return Ok(NextProblem::Entry(
                    Rc::clone(&source.label),
                    Box::new(entry),
                ));
            }
            self.0.pop_front();
        }
        Ok(NextProblem::End)
    }
}

/// Opens all sources of the command line.
///
/// # Errors
/// When a file cannot be read or an argument is not a position.
pub fn open(args: &SolveArgs, interrupt: &Interrupt) -> Result<Vec<Source>> {
    let wanted = {
        let only = args.only.clone();
        move |number: usize| only.as_ref().is_none_or(|lines| lines.contains(number))
    };
    let mut sources = Vec::new();
    for (number, text) in (1..).zip(&args.problems) {
        let path = Path::new(text);
        let extension = path.extension().and_then(OsStr::to_str);
        sources.push(if text == "-" {
            from_standard_input(interrupt.clone(), wanted.clone())
        } else if extension.is_some_and(is_of_problems) {
            from_file(path, wanted.clone())?
        } else {
            let problem = Ok(typed(text, args)?);
            let entry = Entry { number, problem };
            from_entries(text.trim().to_string(), false, vec![entry])
        });
    }
    Ok(sources)
}

/// True for the extension of a format with problems or positions.
fn is_of_problems(extension: &str) -> bool {
    let format = Format::of_extension(extension);
    format.is_some_and(|format| matches!(format, Format::Obf | Format::Board))
}

fn from_entries(name: String, has_lines: bool, entries: Vec<Entry>) -> Source {
    Source {
        label: Rc::new(Label { name, has_lines }),
        count: Some(entries.len()),
        entries: Entries::Known(entries.into()),
    }
}

fn from_file(path: &Path, wanted: impl Fn(usize) -> bool) -> Result<Source> {
    if !path.exists() {
        bail!("there is no file {}", path.display());
    }
    let bytes = files::read_up_to(path, LONGEST_FILE)?;
    if bytes.len() > LONGEST_FILE {
        bail!("{} is too long: split it", path.display());
    }
    let text = String::from_utf8_lossy(&bytes);
    let entries = obf::read_all(&text)
        .filter(|&(number, _)| wanted(number))
        .map(|(number, problem)| Entry { number, problem });
    let name = path.display().to_string();
    Ok(from_entries(name, true, entries.collect()))
}

/// Problems from standard input, line by line.
fn from_standard_input(interrupt: Interrupt, wanted: impl Fn(usize) -> bool + 'static) -> Source {
    Source {
        label: Rc::new(Label {
            name: "standard input".to_string(),
            has_lines: true,
        }),
        count: None,
        entries: Entries::Typed(Typed {
            interrupt,
            wanted: Box::new(wanted),
            lines: None,
            number: 0,
        }),
    }
}

/// Standard input.
struct Typed {
    interrupt: Interrupt,
    wanted: Box<dyn Fn(usize) -> bool>,
    /// The lines, from the first request on: a thread waits for them.
    lines: Option<Receiver<Result<String>>>,
    /// Lines read so far.
    number: usize,
}

impl Typed {
    /// The next problem; `None` when it has not arrived yet, `Some(None)` at the end. During a
    /// blocking wait Ctrl-C ends the program.
    fn take(&mut self, patient: bool) -> Result<Option<Option<Entry>>> {
        let lines = self.lines.get_or_insert_with(read_lines);
        loop {
            let line = if patient {
                self.interrupt.wait(|| lines.recv().ok()).flatten()
            } else {
                match lines.try_recv() {
                    Ok(line) => Some(line),
                    Err(TryRecvError::Empty) => return Ok(None),
                    Err(TryRecvError::Disconnected) => None,
                }
            };
            let Some(line) = line.transpose()? else {
                return Ok(Some(None));
            };
            self.number += 1;
            let number = self.number;
            if (self.wanted)(number)
                && let Some(problem) = obf::read(&line).transpose()
            {
                return Ok(Some(Some(Entry { number, problem })));
            }
        }
    }
}

/// The lines of standard input. Each is read after the one before was taken.
fn read_lines() -> Receiver<Result<String>> {
    let (send, lines) = mpsc::sync_channel(0);
    thread::spawn(move || {
        while let Some(line) = input::read_line().transpose() {
            let broken = line.is_err();
            if send.send(line).is_err() || broken {
                return;
            }
        }
    });
    lines
}

/// A typed problem: a line in OBF, or any position.
fn typed(text: &str, args: &SolveArgs) -> Result<Problem> {
    let is_game = detect(text.as_bytes()).is_some_and(|format| !format.is_of_positions());
    if text.contains(';') && !is_game && !Path::new(text).exists() {
        let read = obf::read(text).with_context(|| format!("`{text}` is not a problem"))?;
        return read.context("there is nothing to solve in a comment");
    }
    let game = position::read(text, args.size.get())?;
    // A game skips a side without moves; a problem asks about that side.
    let diagram = if game.turns().is_empty() {
        *game.start()
    } else {
        *game.diagram()
    };
    Ok(Problem::unknown(diagram))
}
