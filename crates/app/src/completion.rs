//! Tab completion.

use std::fs;
use std::path::{MAIN_SEPARATOR, PathBuf};

use rustyline::completion::{Completer, Pair};
use rustyline::{Context, Helper, Highlighter, Hinter, Result, Validator};

use records::files;

/// What follows a command's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Nothing, or something that cannot be completed.
    Free,
    /// A square.
    Square,
    /// The name of a command.
    Command,
    /// The name of a file.
    File,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// Completes commands, squares and file names.
#[derive(Helper, Highlighter, Hinter, Validator)]
pub struct Completion {
    commands: Vec<(&'static str, Argument)>,
    /// The squares to offer; without commands they are offered at the start of the line.
    pub squares: Vec<String>,
}

impl Completion {
    /// Offers these commands.
    pub fn new(commands: Vec<(&'static str, Argument)>) -> Completion {
        Completion {
            commands,
            squares: Vec::new(),
        }
    }

    /// True if a word takes an argument: then a blank is added after it.
    fn takes_argument(&self, word: &str) -> bool {
        let argument = self.commands.iter().find(|(name, _)| *name == word);
        argument.is_some_and(|(_, argument)| *argument != Argument::Free)
    }

    /// Words that start with `start`, in any case.
    fn matching<'a>(start: &str, words: impl Iterator<Item = &'a str>) -> Vec<Pair> {
        let begins = |word: &&str| {
            let head = word.get(..start.len());
            head.is_some_and(|head| head.eq_ignore_ascii_case(start))
        };
        words
            .filter(begins)
            .map(|word| Pair {
                display: word.to_string(),
                replacement: word.to_string(),
            })
            .collect()
    }
}

impl Completer for Completion {
    type Candidate = Pair;

    fn complete(&self, line: &str, cursor: usize, _: &Context<'_>) -> Result<(usize, Vec<Pair>)> {
        let typed = line.get(..cursor).unwrap_or(line);
        let commands = || self.commands.iter().map(|(name, _)| *name);
        let squares = || self.squares.iter().map(String::as_str);
        let Some((command, _)) = typed.split_once(' ') else {
            let mut found = Completion::matching(typed, commands().chain(squares()));
            for pair in &mut found {
                if self.takes_argument(&pair.display) {
                    pair.replacement.push(' ');
                }
            }
            return Ok((0, found));
        };
        let known = |(name, _): &&(&str, Argument)| name.eq_ignore_ascii_case(command);
        let argument = self
            .commands
            .iter()
            .find(known)
            .map(|(_, argument)| argument);
        if argument == Some(&Argument::File) {
            // A file name extends to the end of the line, blanks included.
            return Ok((
                command.len() + 1,
                matching_files(&typed[command.len() + 1..]),
            ));
        }
        let start = typed.rfind(' ').map_or(0, |blank| blank + 1);
        let word = &typed[start..];
        let found = match argument {
            Some(Argument::Square) => Completion::matching(word, squares()),
            Some(Argument::Command) => Completion::matching(word, commands()),
            Some(Argument::OneOf(words)) => Completion::matching(word, words.iter().copied()),
            Some(Argument::File | Argument::Free) | None => Vec::new(),
        };
        Ok((start, found))
    }
}

/// Files that match the typed text, which may contain a folder and start with a quote.
fn matching_files(typed: &str) -> Vec<Pair> {
    let name = typed.trim_start();
    let name = name.strip_prefix(['"', '\'']).unwrap_or(name);
    let (folder, start) = match name.rfind(MAIN_SEPARATOR) {
        Some(last) => name.split_at(last + 1),
        None => ("", name),
    };
    let searched = match folder {
        "" => PathBuf::from("."),
        folder => files::expand_home(folder),
    };
    let before = &typed[..typed.len() - start.len()];
    let entries = fs::read_dir(searched).into_iter().flatten().flatten();
    let mut found: Vec<Pair> = entries
        .filter_map(|entry| {
            let mut name = entry.file_name().into_string().ok()?;
            let hidden = name.starts_with('.') && !start.starts_with('.');
            if hidden || !name.starts_with(start) {
                return None;
            }
            if fs::metadata(entry.path()).is_ok_and(|file| file.is_dir()) {
                name.push(MAIN_SEPARATOR);
            }
            Some(Pair {
                replacement: format!("{before}{name}"),
                display: name,
            })
        })
        .collect();
    found.sort_by(|one, other| one.display.cmp(&other.display));
    found
}
