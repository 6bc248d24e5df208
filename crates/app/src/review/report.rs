//! The output of `reversi review --all`.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use play::review::why::Reason;
use play::review::{Reviewed, Totals, annotated, json};
use rules::formats::Format;

use super::rows;
use crate::cli::ReviewArgs;
use crate::input;
use crate::paint::Paint;
use records::{WriteError, Writer};

/// Prints a row or a JSON object for each review, and writes annotated games into files.
pub struct Report {
    out: Box<dyn Write>,
    json: bool,
    paint: Paint,
    files: Vec<Writer>,
    totals: Totals,
}

impl Report {
    /// A report before the first game.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn new(args: &ReviewArgs, out: Box<dyn Write>) -> Result<Report> {
        let wanted = [(&args.ggf, Format::Ggf), (&args.sgf, Format::Sgf)];
        let files = wanted
            .into_iter()
            .filter_map(|(path, format)| Some((path.as_deref()?, format)));
        let begun = files.map(|(path, format): (&Path, Format)| Writer::create(path, format));
        Ok(Report {
            out,
            json: args.json,
            paint: Paint::detect(),
            files: begun.collect::<Result<_>>()?,
            totals: Totals::default(),
        })
    }

    /// Prints the next review.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, number: usize, reviewed: &Reviewed) -> Result<()> {
        let annotated = (!self.files.is_empty()).then(|| annotated(reviewed, Reason::english));
        for (file, record) in self.files.iter_mut().zip(annotated.iter().cycle()) {
            let name = file.name().to_string();
            match file.write(record) {
                Ok(()) => {}
                Err(WriteError::NoPlace(reason)) => {
                    let message = format!("game {number} is not written into {name}: {reason}");
                    // A failed write is ignored: the sums report it too.
                    let _ = writeln!(io::stderr(), "reversi: {}", input::shown(&message));
                }
                Err(WriteError::Failed(error)) => {
                    return Err(error).with_context(|| format!("cannot write {name}"));
                }
            }
        }
        if self.json {
            write!(self.out, "{}", json::numbered(number, reviewed))?;
        } else {
            if self.totals.games() == 0 {
                write!(self.out, "{}", rows::heading())?;
            }
            write!(self.out, "{}", rows::row(number, reviewed, self.paint))?;
        }
        self.out.flush()?;
        self.totals.add(reviewed);
        Ok(())
    }

    /// Commits the files and prints the sums. Without any game nothing is printed.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn close(mut self, skipped: usize, is_stopped: bool) -> Result<()> {
        let mut written = Vec::new();
        for file in self.files {
            if file.written() > 0 {
                written.push(format!("The games with notes are in {}", file.name()));
                file.finish()?;
            }
        }
        if self.totals.games() == 0 {
            if is_stopped {
                writeln!(io::stderr(), "Stopped before any game was reviewed.")?;
            }
            return Ok(());
        }
        if !self.json {
            let sums = rows::totals(&self.totals, skipped, is_stopped);
            write!(self.out, "{sums}")?;
            for line in written {
                writeln!(self.out, "{line}")?;
            }
        }
        self.out.flush()?;
        Ok(())
    }
}
