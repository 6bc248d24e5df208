//! Report: what a student reads about the hand-in.

use std::fmt::Write;
use std::path::Path;

use arena::cup::config::Config;
use arena::intake::{Built, HandIn, Outcome, Recipe};

use super::BOTS;
use crate::input::{printable, shown};

/// Maximum number of lines of a build's output in a report.
const MAX_OUTPUT_LINES: usize = 40;

/// Maximum length of a line of a report.
const MAX_LINE_CHARS: usize = 300;

/// What is known about a hand-in, section by section.
#[derive(Debug, Default)]
pub struct Report {
    sections: String,
    advice: String,
    /// Whether the terms are told by the check.
    has_terms: bool,
}

impl Report {
    /// A section with plain text.
    pub fn section(&mut self, title: &str, text: &str) {
        let _ = write!(self.sections, "\n## {title}\n\n{}\n", text.trim_end());
    }

    /// How to mend what failed.
    pub fn advise(&mut self, advice: &str) {
        self.advice = advice.to_string();
    }

    /// A section about the build.
    pub fn build(&mut self, recipe: &Recipe, built: &Built) {
        let result = match &built.failure {
            None => "It worked.".to_string(),
            Some(failure) => format!("It {}.", shown(failure)),
        };
        let mut text = format!(
            "`{}`, because of `{}`. {result}\n",
            shown(&recipe.command),
            shown(&recipe.found)
        );
        if !built.output.trim().is_empty() {
            let lines: Vec<&str> = built.output.lines().collect();
            let last = &lines[lines.len().saturating_sub(MAX_OUTPUT_LINES)..];
            let _ = write!(text, "\nIts output ends so:\n\n{}", indented(last));
        }
        self.section("Build", &text);
    }

    /// A section with the results of the check.
    pub fn check(&mut self, text: &str) {
        let lines: Vec<&str> = text.lines().collect();
        self.section("Check", &indented(&lines));
        self.has_terms = true;
    }

    /// The whole report. `command` makes the check at home.
    pub fn text(&self, hand_in: &HandIn, outcome: &Outcome, terms: &str, command: &str) -> String {
        let mut text = format!("# {}\n\n", printable(&hand_in.name));
        let file = shown(&hand_in.file_name());
        let _ = match &outcome.failure {
            None => writeln!(
                text,
                "The hand-in `{file}` can play, as `{}`.",
                shown(&outcome.player)
            ),
            Some(failure) => writeln!(
                text,
                "The hand-in `{file}` cannot play: {}.",
                shown(failure)
            ),
        };
        if !self.advice.is_empty() {
            let _ = write!(text, "\n## What to do\n\n{}\n", self.advice);
        }
        text += &self.sections;
        if !self.has_terms {
            let lines: Vec<&str> = terms.lines().collect();
            let _ = write!(text, "\n## Terms of the cup\n\n{}", indented(&lines));
        }
        let _ = write!(
            text,
            "\n## At home\n\nThis makes the same check, in the folder of the program once it is \
             built:\n\n    {}\n",
            shown(command)
        );
        text
    }
}

/// The command that makes the check of a program at home.
pub fn at_home(config: &Config, outcome: &Outcome) -> String {
    let terms = match config.time.per_move {
        Some(time) if config.time.per_game.is_none() => {
            format!("-n {} --time {}", config.size, time.as_secs_f64())
        }
        _ => "--cup cup.toml".to_string(),
    };
    let player = match outcome.player.as_str() {
        "" => "simple:./bot",
        player => player,
    };
    let escaped = player.chars().flat_map(|letter| {
        let escape = "\"\\$`".contains(letter).then_some('\\');
        escape.into_iter().chain([letter])
    });
    let escaped: String = escaped.collect();
    format!("reversi cup check {terms} \"{escaped}\"")
}

/// A report without the paths of the teacher: the program's folder is `.`, the home folder is `~`.
pub fn redacted(text: &str, bots: &Path, student: &str) -> String {
    let own = without(text, &bots.join(student), ".");
    let text = without(&own, bots, BOTS);
    match std::env::var_os("HOME") {
        Some(home) => without(&text, Path::new(&home), "~"),
        None => text,
    }
}

/// A text with another word for a path. Longer names that begin so are other paths.
fn without(text: &str, path: &Path, word: &str) -> String {
    let Some(path) = path.to_str().filter(|path| path.len() > 1) else {
        return text.to_string();
    };
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(path) {
        let goes_on = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
        let is_longer = after.starts_with(goes_on);
        result += before;
        result += if is_longer { path } else { word };
        rest = after;
    }
    result + rest
}

/// Lines as a block of code, without control characters.
fn indented(lines: &[&str]) -> String {
    let line = |line: &&str| {
        let line: String = printable(line).chars().take(MAX_LINE_CHARS).collect();
        format!("    {line}\n")
    };
    lines.iter().map(line).collect()
}
