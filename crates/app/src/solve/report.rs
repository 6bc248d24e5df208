//! Prints answers as a table or as JSON.

use std::io::Write;

use anyhow::Result;

use crate::cli::SolveArgs;
use crate::paint::Paint;
use crate::solve::answer::Answer;
use crate::solve::{json, table};
use play::solve::Totals;

/// Prints each answer when it is there.
pub struct Report {
    out: Box<dyn Write>,
    paint: Paint,
    json: bool,
    all_moves: bool,
    /// True if the names of sources are printed above their answers.
    named: bool,
    /// The source of the last answer.
    source: Option<String>,
}

impl Report {
    /// A report for a number of sources.
    pub fn new(args: &SolveArgs, sources: usize, out: Box<dyn Write>) -> Report {
        Report {
            out,
            paint: Paint::detect(),
            json: args.json,
            all_moves: args.all_moves,
            named: sources > 1,
            source: None,
        }
    }

    /// Prints an answer.
    pub fn add(&mut self, answer: &Answer) -> Result<()> {
        if self.json {
            write!(self.out, "{}", json::line(answer, self.all_moves))?;
        } else {
            self.head(answer.source)?;
            write!(self.out, "{}", table::lines(answer, self.paint))?;
        }
        Ok(self.out.flush()?)
    }

    /// Prints the table heading once, and the name of each new source.
    fn head(&mut self, source: &str) -> Result<()> {
        if self.source.is_none() {
            write!(self.out, "{}", table::heading())?;
        }
        if self.source.as_deref() != Some(source) {
            if self.named {
                writeln!(self.out, "{}", crate::input::shown(source))?;
            }
            self.source = Some(source.to_string());
        }
        Ok(())
    }

    /// Prints the sums, unless they would repeat a single answer.
    pub fn close(&mut self, totals: &Totals, is_stopped: bool) -> Result<()> {
        let plain = totals.solved + totals.skipped < 2 && totals.judged == 0 && !is_stopped;
        if !self.json && !plain {
            write!(self.out, "{}", table::totals(totals, is_stopped))?;
        }
        Ok(self.out.flush()?)
    }
}
