//! Where problems come from: files, standard input and the command line.

use std::ffi::OsStr;
use std::iter;
use std::path::Path;

use anyhow::{Context, Result, bail};
use rules::formats::detect;
use rules::formats::obf::{self, ObfError, Problem};

use crate::cli::SolveArgs;
use crate::interrupt::Interrupt;
use crate::{files, input, position};

/// Longer problem files than this are not read.
const LONGEST_FILE: usize = 16 << 20;

/// Some problems that belong together.
pub struct Source {
    /// What to call it: a file's name, or what was typed.
    pub name: String,
    /// Whether its problems are the lines of something longer.
    pub has_lines: bool,
    /// How many problems it has, where that is known.
    pub count: Option<usize>,
    /// Its problems and the lines that should have been some.
    pub entries: Box<dyn Iterator<Item = Result<Entry>>>,
}

impl Source {
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
        } else if extension.is_some_and(|end| end.eq_ignore_ascii_case("obf")) {
            from_file(path, wanted.clone())?
        } else {
            let problem = Ok(typed(text, args)?);
            let entry = Entry { number, problem };
            from_entries(text.trim().to_string(), false, vec![entry])
        });
    }
    Ok(sources)
}

fn from_entries(name: String, has_lines: bool, entries: Vec<Entry>) -> Source {
    Source {
        name,
        has_lines,
        count: Some(entries.len()),
        entries: Box::new(entries.into_iter().map(Ok)),
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
    let lines = iter::from_fn(move || interrupt.wait(input::read_line)?.transpose());
    let entries = (1..).zip(lines).filter(move |&(number, _)| wanted(number));
    let entries = entries.filter_map(|(number, line)| {
        let read = line.map(|line| obf::read(&line).transpose());
        let entry = |problem| Entry { number, problem };
        read.map(|problem| problem.map(entry)).transpose()
    });
    Source {
        name: "standard input".to_string(),
        has_lines: true,
        count: None,
        entries: Box::new(entries),
    }
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
