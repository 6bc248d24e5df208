//! `reversi review`: judges every move of a game.
//!
//! [`play::review`] does the work. This prints one review as a `table` with a `graph` and `reasons`,
//! or as JSON, and writes files; `many` reviews all games of a file, with a `report` of `rows` and totals.

mod graph;
mod many;
mod reasons;
mod report;
mod rows;
mod table;

use std::io::{self, Write};
use std::num::NonZero;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result, bail};
use engine::{Analysis, Engine, Settings};
use play::Watch;
use play::review::{Review, Reviewed, Reviewer, annotated, json};
use rules::Record;
use rules::formats::{ggf, sgf};

use crate::cli::{ReviewArgs, Usage};
use crate::interrupt::{self, Interrupt};
use crate::paint::Paint;
use crate::progress::Progress;
use crate::text::Language;
use records::files;
use records::picture::review_graph;
use records::{self, Reader};

/// The error for a record without moves.
const NOTHING: &str = "there is nothing to review: a position and no moves";

/// Reviews the game of the command line, or all games. Ctrl-C keeps the finished part.
pub fn run(args: &ReviewArgs, mut out: Box<dyn Write>) -> Result<ExitCode> {
    let interrupt = Interrupt::listen()?;
    if args.all {
        many::check(args)?;
        check_files(args)?;
        return many::run(args, &interrupt, out);
    }
    if args.farm.is_farm() {
        return Err(Usage("a farm is for many games: say --all with --farm").into());
    }
    let record = game(args)?;
    if record.game.turns().is_empty() {
        bail!(NOTHING);
    }
    check_files(args)?;
    let review = review(args, &record, &interrupt)?;
    let is_stopped = interrupt.is_stopped() && !review.is_complete();
    let reviewed = Reviewed { record, review };
    if reviewed.review.judged().next().is_none() {
        writeln!(io::stderr(), "Stopped before any move was judged.")?;
        return Ok(interrupt::EXIT_CODE.into());
    }
    // Files are written first: they are wanted even if the output pipe is closed early.
    let language = args.lang.unwrap_or_else(Language::detect);
    let written = write_files(args, &reviewed, language)?;
    if args.json {
        write!(out, "{}", json::text(&reviewed))?;
    } else {
        write!(out, "{}", table::text(&reviewed, Paint::detect()))?;
        let reasons = reasons::text(&reviewed.review, language);
        if !reasons.is_empty() {
            write!(out, "\n{reasons}")?;
        }
        for line in written {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(if is_stopped {
        interrupt::EXIT_CODE.into()
    } else {
        ExitCode::SUCCESS
    })
}

/// Rejects output files that cannot be written, or would replace the input.
fn check_files(args: &ReviewArgs) -> Result<()> {
    // Fails now, not after the work, when a file cannot be written.
    let outputs: Vec<_> = [&args.svg, &args.ggf, &args.sgf]
        .into_iter()
        .flatten()
        .collect();
    for (index, path) in outputs.iter().enumerate() {
        files::check_writable(path)?;
        if outputs[..index].contains(path) {
            return Err(Usage("two things cannot be written into one file").into());
        }
        let is_input = |input: &Path| path.canonicalize().ok() == input.canonicalize().ok();
        if path.exists() && is_input(Path::new(&args.game)) {
            bail!("{} holds the game; write into another file", path.display());
        }
    }
    Ok(())
}

/// The game to review.
fn game(args: &ReviewArgs) -> Result<Record> {
    let size = args.size.get();
    let Some(number) = args.number else {
        return records::read_game(&args.game, size);
    };
    let path = Path::new(&args.game);
    if !path.is_file() {
        bail!(
            "--number is for a file with several games, and there is no file {}",
            args.game
        );
    }
    let mut games = Reader::open(path)?.on(size);
    let game = games.nth(number - 1);
    Ok(game.with_context(|| format!("{} has no game {number}", path.display()))??)
}

fn review(args: &ReviewArgs, record: &Record, interrupt: &Interrupt) -> Result<Review> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let mut reviewer = Reviewer::new(record.game.clone(), args.effort(record.game.size()))?;
    let mut engine = Engine::new(Settings {
        threads: args.threads.unwrap_or_else(cores),
        hash_mb: args.hash,
    });
    let steps = reviewer.left();
    let progress = Progress::new(Some(steps));
    loop {
        let number = reviewer.left();
        progress.done(steps - number);
        let mut say = |analysis: &Analysis| progress.say(|| so_far(number, steps, analysis));
        let mut watch = Watch {
            stop: interrupt.flag(),
            on_progress: &mut say,
        };
        if interrupt.is_stopped() || !reviewer.step(&mut engine, &mut watch) {
            return Ok(reviewer.into_review());
        }
    }
}

/// The progress message.
fn so_far(number: usize, steps: usize, analysis: &Analysis) -> String {
    let place = if number == steps {
        "the end".to_string()
    } else {
        format!("move {number}")
    };
    let nodes = analysis.nodes;
    format!("{place}: depth {}  {nodes} nodes", analysis.depth)
}

/// Writes the requested files and returns a message for each.
fn write_files(args: &ReviewArgs, reviewed: &Reviewed, language: Language) -> Result<Vec<String>> {
    let mut written = Vec::new();
    if let Some(path) = &args.svg {
        let title = table::heading(reviewed, "–");
        files::write_atomically(path, review_graph::draw(reviewed, &title).as_bytes())?;
        written.push(format!("The graph is drawn in {}", path.display()));
    }
    if args.ggf.is_none() && args.sgf.is_none() {
        return Ok(written);
    }
    let annotated = annotated(reviewed, |reason| reasons::sentence(reason, language));
    if let Some(path) = &args.ggf {
        files::write_atomically(path, (ggf::write(&annotated) + "\n").as_bytes())?;
        written.push(format!("The game with notes is in {}", path.display()));
    }
    if let Some(path) = &args.sgf {
        files::write_atomically(path, (sgf::write(&annotated) + "\n").as_bytes())?;
        written.push(format!("The game with notes is in {}", path.display()));
    }
    Ok(written)
}
