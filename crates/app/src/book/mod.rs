//! `reversi book`: build, extend, show and check opening books.
//!
//! `build` searches positions, `games` collects them from given games, `show` and `check` read a
//! book.

mod build;
mod check;
mod games;
mod show;

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use engine::book::Book;
use play::Repertoire;

use crate::cli::{BookArgs, BookChoice, BookCommand};
use records::files;

/// Maximum size of a book file, which is read whole.
const LARGEST: usize = 64 << 20;

/// Runs the subcommand.
pub fn run(args: &BookArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    match &args.command {
        BookCommand::Build(args) => build::build(args, out),
        BookCommand::Add(args) => build::add(args, out),
        BookCommand::Show(args) => show::run(args, out).map(|()| ExitCode::SUCCESS),
        BookCommand::Check(args) => check::run(args, out),
    }
}

/// The book that the options of a game select.
pub fn chosen(choice: &BookChoice) -> Result<Repertoire> {
    Ok(match &choice.book {
        _ if choice.no_book => Repertoire::None,
        Some(name) if !is_default(name) => Repertoire::Own(open(name)?),
        _ => Repertoire::Default,
    })
}

/// Whether a name means the book that comes with the program.
fn is_default(name: &str) -> bool {
    name.eq_ignore_ascii_case("default")
}

/// The book in a file, or the one that comes with the program.
fn open(name: &str) -> Result<Arc<Book>> {
    if is_default(name) {
        return Ok(Book::embedded());
    }
    let path = files::expand_home(name);
    if !path.exists() {
        bail!(
            "there is no book {name}; the word default means the one that comes with the program"
        );
    }
    read(&path).map(Arc::new)
}

fn read(path: &Path) -> Result<Book> {
    let bytes = files::read_up_to(path, LARGEST)?;
    let name = path.display();
    if bytes.len() > LARGEST {
        bail!("{name} is too large for a book");
    }
    Book::read(&bytes).with_context(|| name.to_string())
}

/// `1 position`, `2 positions`.
fn counted(count: usize, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{ending}")
}
