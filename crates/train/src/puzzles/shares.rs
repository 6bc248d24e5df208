//! `reversi-train puzzles shares`: what share of people solves each middle-game puzzle, by the human-move
//! model. Only the shares and the order change; there is no search.

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use play::people::HumanModel;
use play::puzzle::middle::{self, Puzzle};
use records::files::write_atomically;

/// Options of `puzzles shares`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// File of middle-game puzzles; it is replaced
    file: PathBuf,
}

/// Computes the shares of a file's puzzles again and sorts them.
///
/// # Errors
/// When the file cannot be read or written, or a line of it is not a puzzle.
pub fn run(options: &Options) -> Result<()> {
    let name = options.file.display();
    let text =
        std::fs::read_to_string(&options.file).with_context(|| format!("cannot read {name}"))?;
    let again = refitted(&text).map_err(|(line, error)| anyhow!("{name}, line {line}: {error}"))?;
    write_atomically(&options.file, again.as_bytes())
}

/// The text of a file with the shares of the model of this program. Its first comments are kept.
///
/// # Errors
/// The first line that is not a puzzle, with its number.
pub fn refitted(text: &str) -> Result<String, (usize, middle::PuzzleError)> {
    let mut puzzles = middle::read(text)?;
    let model = HumanModel::embedded();
    for puzzle in &mut puzzles {
        puzzle.refit(&model);
    }
    let head = text.lines().take_while(|line| line.starts_with('%'));
    Ok(file(head, puzzles))
}

/// The text of a file: comments, then puzzles, first those that most people solve.
pub fn file<'a>(head: impl IntoIterator<Item = &'a str>, mut puzzles: Vec<Puzzle>) -> String {
    puzzles.sort_by_cached_key(|puzzle| (std::cmp::Reverse(puzzle.share()), puzzle.to_string()));
    let mut text: String = head.into_iter().map(|line| format!("{line}\n")).collect();
    for puzzle in puzzles {
        text += &format!("{puzzle}\n");
    }
    text
}
