//! Where problems come from: files, standard input and the command line.

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

/// Longer problem files than this are not read.
const LONGEST_FILE: usize = 16 << 20;

/// Some problems that belong together.
pub struct Source {
    /// What to call it.
    pub label: Rc<Label>,
    /// How many problems it has, where that is known.
    pub count: Option<usize>,
    entries: Entries,
}

/// What a source is called.
#[derive(Debug, PartialEq, Eq)]
pub struct Label {
    /// A file's name, or what was typed.
    pub name: String,
    /// Whether its problems are the lines of something longer.
    pub has_lines: bool,
}

impl Label {
    /// Where an entry stands, for a message about it.
    pub fn place(&self, number: usize) -> String {
        if self.has_lines {
            format!("{}, line {number}", self.name)
        } else {
            self.name.clone()
        }
    }
}

/// A line that holds a problem or was meant to.
pub struct Entry {
    /// Its line in the file, or its place on the command line, counted from 1.
    pub number: usize,
    /// What it says.
    pub problem: Result<Problem, ObfError>,
}

/// The problems of a source, and the lines that should have been some.
enum Entries {
    Known(VecDeque<Entry>),
    Typed(Typed),
}

/// What comes next.
pub enum NextProblem {
    /// This.
    Entry(Rc<Label>, Box<Entry>),
    /// Something that is not there yet.
    Later,
    /// Nothing.
    End,
}

/// The problems of several sources, one source after the other.
pub struct ProblemQueue(VecDeque<Source>);

impl ProblemQueue {
    /// Everything in these.
    pub fn new(sources: Vec<Source>) -> ProblemQueue {
        ProblemQueue(sources.into())
    }

    /// The next problem, or line that should have been one. Whoever is not `patient` hears when it
    /// is not there yet, and may ask again.
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

/// Opens everything that the command line names.
///
/// # Errors
/// When a file cannot be read or something is no position.
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

/// Whether the files that end like this are of problems, or of positions like them.
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

/// Problems line by line as they arrive.
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
    /// The lines, once somebody asked for them: a thread waits for each.
    lines: Option<Receiver<Result<String>>>,
    /// Lines read so far.
    number: usize,
}

impl Typed {
    /// The next problem; `None` when it is not there yet, `Some(None)` when there is no other. Ctrl-C
    /// while somebody waits patiently for a line ends the program.
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

/// The lines of standard input, each read when the one before has been taken.
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

/// A problem as typed: a line of a problem file, or anything that is a position.
fn typed(text: &str, args: &SolveArgs) -> Result<Problem> {
    let is_game = detect(text.as_bytes()).is_some_and(|format| !format.is_of_positions());
    if text.contains(';') && !is_game && !Path::new(text).exists() {
        let read = obf::read(text).with_context(|| format!("`{text}` is not a problem"))?;
        return read.context("there is nothing to solve in a comment");
    }
    let game = position::read(text, args.size.get())?;
    // A game passes over a side that cannot move; in a problem, that side is asked about.
    let diagram = if game.turns().is_empty() {
        *game.start()
    } else {
        *game.diagram()
    };
    Ok(Problem::unknown(diagram))
}
