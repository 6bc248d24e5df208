//! What is printed about the answers, as a table or as JSON.

use std::io::Write;

use anyhow::Result;

use crate::cli::SolveArgs;
use crate::paint::Paint;
use crate::solve::answer::Answer;
use crate::solve::{json, table};
use play::solve::Totals;

/// Prints answers one by one, each as soon as it is there.
pub struct Report {
    out: Box<dyn Write>,
    paint: Paint,
    json: bool,
    all_moves: bool,
    /// Whether sources are named above their answers.
    named: bool,
    /// The source of the last answer.
    source: Option<String>,
}

impl Report {
    /// A report on so many sources, as the command line wants it.
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

    /// Heads the table, and names the source of what follows if it is a new one.
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

    /// Prints the sums, unless they would only repeat the only answer.
    pub fn close(&mut self, totals: &Totals, is_stopped: bool) -> Result<()> {
        let plain = totals.solved + totals.skipped < 2 && totals.judged == 0 && !is_stopped;
        if !self.json && !plain {
            write!(self.out, "{}", table::totals(totals, is_stopped))?;
        }
        Ok(self.out.flush()?)
    }
}
