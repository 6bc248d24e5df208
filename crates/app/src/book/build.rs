//! `reversi book build` and `add`: extend opening books.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result, bail};
use engine::book::Book;
use engine::book_builder::{Builder, Event, Orders, Recipe};
use rules::Board;

use super::{counted, games, is_default, read};
use crate::cli::{AddArgs, BuildArgs, SearchArgs, cores};
use crate::interrupt::{self, Interrupt};
use crate::progress::Progress;
use records::files;

/// Time between two saves.
const INTERVAL: Duration = Duration::from_secs(30);

/// Creates a book, or extends one by self-play.
pub fn build(args: &BuildArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    let mut work = Work::begin(&args.book, &args.search, args.plies, out)?;
    let lines = games::lines(&args.from, args.plies, args.at_least, &work.interrupt)?;
    work.skipped = lines.skipped;
    let until = args.seconds.and_then(|time| work.begun.checked_add(time));
    work.note(&format!(
        "up to {} by self-play",
        counted(args.positions, "position")
    ));
    work.save()?;
    let aim = args.positions.max(work.book.len());
    work.search(until, aim, |builder, book, orders| {
        builder.add(book, &lines.positions, orders);
        builder.grow(book, args.positions, orders);
    })?;
    work.finish()
}

/// Adds the positions of games to a book.
pub fn add(args: &AddArgs, out: Box<dyn Write>) -> Result<ExitCode> {
    let mut work = Work::begin(&args.book, &args.search, args.plies, out)?;
    let lines = games::lines(&args.games, args.plies, args.at_least, &work.interrupt)?;
    work.skipped = lines.skipped;
    let until = args.seconds.and_then(|time| work.begun.checked_add(time));
    let missing = work.builder.missing(&work.book, &lines.positions).len();
    if missing > 0 {
        work.note(&format!("up to {} of games", counted(missing, "position")));
        work.save()?;
    }
    let aim = work.book.len() + missing;
    work.search(until, aim, |builder, book, orders| {
        builder.add(book, &lines.positions, orders);
    })?;
    work.finish()
}

/// A book being extended.
struct Work {
    path: PathBuf,
    book: Book,
    builder: Builder,
    recipe: Recipe,
    interrupt: Interrupt,
    begun: Instant,
    /// Positions in the book at the start, and positions searched since.
    before: usize,
    searched: usize,
    /// Number of skipped games.
    skipped: usize,
    out: Box<dyn Write>,
}

impl Work {
    /// Opens or creates a book file.
    fn begin(name: &str, args: &SearchArgs, plies: u32, out: Box<dyn Write>) -> Result<Work> {
        if is_default(name) {
            bail!("the book that comes with the program stays as it is; name a file");
        }
        let path = files::expand_home(name);
        let book = if path.exists() {
            read(&path)?
        } else {
            Book::default()
        };
        let start = book.look_up(Board::START).map(|page| page.depth);
        let usual = start.unwrap_or(Recipe::default().depth);
        let recipe = Recipe {
            depth: args.depth.unwrap_or(usual),
            plies,
            threads: args.threads.unwrap_or_else(cores),
            hash_mb: args.hash,
        };
        Ok(Work {
            path,
            before: book.len(),
            searched: 0,
            skipped: 0,
            book,
            builder: Builder::new(recipe),
            recipe,
            interrupt: Interrupt::listen()?,
            begun: Instant::now(),
            out,
        })
    }

    /// Adds a line to the description inside the book.
    fn note(&mut self, what: &str) {
        let now = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let date = now.split('T').next().unwrap_or_default();
        let line = format!(
            "{date}, reversi {}: {what}, {} ahead",
            env!("CARGO_PKG_VERSION"),
            counted(self.recipe.depth as usize, "move"),
        );
        let known = self.book.about();
        if known.lines().next_back() != Some(&line) {
            let about = format!("{known}\n{line}");
            self.book.set_about(about.trim_start());
        }
    }

    /// Runs a task of the builder; saves the book at intervals and at the end.
    fn search(
        &mut self,
        until: Option<Instant>,
        aim: usize,
        task: impl FnOnce(&mut Builder, &mut Book, &mut Orders<'_>),
    ) -> Result<()> {
        let progress = Progress::new(Some(aim));
        let (path, searched) = (&self.path, &mut self.searched);
        let (depth, mut size) = (self.recipe.depth, self.before);
        let mut saved = Instant::now();
        let mut failure = None;
        progress.done(size);
        let mut on_event = |event: Event<'_>| match event {
            Event::Searched(_) => {
                *searched += 1;
                size += 1;
                progress.done(size.min(aim));
                progress.say(|| format!("searched {searched}, {depth} moves ahead"));
            }
            Event::Learned(book) => {
                // Some positions were in the book already.
                size = book.len();
                if saved.elapsed() >= INTERVAL {
                    failure = files::write_atomically(path, &book.write()).err();
                    saved = Instant::now();
                }
            }
        };
        let mut orders = Orders {
            stop: self.interrupt.flag(),
            until,
            on_event: &mut on_event,
        };
        task(&mut self.builder, &mut self.book, &mut orders);
        drop(progress);
        match failure {
            // The final save decides: an earlier failure is likely to repeat.
            Some(error) => self.save().context(error),
            None if self.searched > 0 => self.save(),
            None => Ok(()),
        }
    }

    fn save(&self) -> Result<()> {
        files::write_atomically(&self.path, &self.book.write())
    }

    /// Prints the result.
    fn finish(mut self) -> Result<ExitCode> {
        let is_stopped = self.interrupt.is_stopped();
        writeln!(
            self.out,
            "{}{}: {}, {} of them new; {} searched in {:.1} s",
            if is_stopped { "Stopped: " } else { "" },
            crate::input::shown(&self.path.display().to_string()),
            counted(self.book.len(), "position"),
            self.book.len().saturating_sub(self.before),
            self.searched,
            self.begun.elapsed().as_secs_f64(),
        )?;
        if self.skipped > 0 {
            writeln!(self.out, "{} skipped", counted(self.skipped, "game"))?;
        }
        self.out.flush()?;
        Ok(if is_stopped {
            interrupt::EXIT_CODE.into()
        } else if self.skipped > 0 {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        })
    }
}
