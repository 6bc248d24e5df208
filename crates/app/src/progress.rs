//! How far a long piece of work has come, for somebody at a terminal.

use std::env;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A line on standard error that follows the work and is gone when it is done. Where standard
/// error is not a terminal, there is none.
pub struct Progress(ProgressBar);

impl Progress {
    /// Begins work of so many steps, or of nobody knows how many: then it may be somebody at the
    /// same terminal who types what to do next, and is left alone.
    pub fn new(steps: Option<usize>) -> Progress {
        let dumb = is_dumb();
        let typing = steps.is_none() && io::stdin().is_terminal();
        let (bar, template) = match steps {
            _ if dumb || typing => (ProgressBar::hidden(), ""),
            Some(steps) => (
                ProgressBar::new(steps as u64),
                "{spinner} {bar:20} {pos}/{len}  {wide_msg}",
            ),
            None => (ProgressBar::no_length(), "{spinner} {pos}  {wide_msg}"),
        };
        let style = ProgressStyle::with_template(template).expect("known fields only");
        bar.set_style(style.progress_chars("=> "));
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Progress(bar)
    }

    /// Begins to work through so many bytes.
    pub fn through_bytes(length: u64) -> Progress {
        let bar = if is_dumb() {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(length)
        };
        let template = "{spinner} {bar:20} {bytes}/{total_bytes}  {wide_msg}";
        let style = ProgressStyle::with_template(template).expect("known fields only");
        bar.set_style(style.progress_chars("=> "));
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Progress(bar)
    }

    /// Begins work that goes on until it is done.
    pub fn spinner() -> Progress {
        let bar = if is_dumb() {
            ProgressBar::hidden()
        } else {
            ProgressBar::no_length()
        };
        let style = ProgressStyle::with_template("{spinner} {wide_msg}");
        bar.set_style(style.expect("known fields only"));
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Progress(bar)
    }

    /// Begins work that is told in several lines.
    pub fn block() -> Progress {
        let bar = if is_dumb() {
            ProgressBar::hidden()
        } else {
            ProgressBar::no_length()
        };
        let style = ProgressStyle::with_template("{msg}");
        bar.set_style(style.expect("known fields only"));
        Progress(bar)
    }

    /// Whether a line that changes can be shown.
    pub fn is_possible() -> bool {
        io::stderr().is_terminal() && !is_dumb()
    }

    /// Says what is going on; the text is made only if somebody sees it.
    pub fn say(&self, text: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(text());
        }
    }

    /// So many steps are done.
    pub fn done(&self, steps: usize) {
        self.0.set_position(steps as u64);
    }

    /// So many bytes are done.
    pub fn done_bytes(&self, bytes: u64) {
        self.0.set_position(bytes);
    }

    /// Prints something without the line in its way.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

fn is_dumb() -> bool {
    env::var_os("TERM").is_none_or(|term| term == "dumb")
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
