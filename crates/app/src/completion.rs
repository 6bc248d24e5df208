//! What the Tab key offers.

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::{Context, Helper, Highlighter, Hinter, Result, Validator};

/// What follows a command's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Nothing, or something that cannot be guessed.
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
    files: FilenameCompleter,
    /// Squares to offer where one is expected; without commands, everywhere.
    pub squares: Vec<String>,
}

impl Completion {
    /// Offers these commands.
    pub fn new(commands: Vec<(&'static str, Argument)>) -> Completion {
        Completion {
            commands,
            files: FilenameCompleter::new(),
            squares: Vec::new(),
        }
    }

    /// Whether something is to be typed after a word, which then ends with a blank.
    fn takes_argument(&self, word: &str) -> bool {
        let argument = self.commands.iter().find(|(name, _)| *name == word);
        argument.is_some_and(|(_, argument)| *argument != Argument::Free)
    }

    /// Words that begin with `start`, in any case.
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

    fn complete(
        &self,
        line: &str,
        cursor: usize,
        context: &Context<'_>,
    ) -> Result<(usize, Vec<Pair>)> {
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
        let start = typed.rfind(' ').map_or(0, |blank| blank + 1);
        let word = &typed[start..];
        let known = |(name, _): &&(&str, Argument)| name.eq_ignore_ascii_case(command);
        let found = match self.commands.iter().find(known) {
            Some((_, Argument::Square)) => Completion::matching(word, squares()),
            Some((_, Argument::Command)) => Completion::matching(word, commands()),
            Some((_, Argument::OneOf(words))) => Completion::matching(word, words.iter().copied()),
            Some((_, Argument::File)) => return self.files.complete(line, cursor, context),
            Some((_, Argument::Free)) | None => Vec::new(),
        };
        Ok((start, found))
    }
}
