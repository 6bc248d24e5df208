//! The progress bar of long commands.

use std::env;
use std::io::{self, IsTerminal};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A progress line on standard error, cleared at the end. Hidden if standard error is not a
/// terminal.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar with this many steps. Without a number of steps the work may come from a person typing
    /// at the same terminal: then the bar is hidden.
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

    /// A bar for a number of bytes.
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

    /// A spinner for work of unknown length.
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

    /// A message of several lines without a bar.
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

    /// True if a progress line can be shown.
    pub fn is_possible() -> bool {
        io::stderr().is_terminal() && !is_dumb()
    }

    /// Sets the message; the text is only built if it is visible.
    pub fn say(&self, text: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(text());
        }
    }

    /// Sets the number of finished steps.
    pub fn done(&self, steps: usize) {
        self.0.set_position(steps as u64);
    }

    /// Sets the number of processed bytes.
    pub fn done_bytes(&self, bytes: u64) {
        self.0.set_position(bytes);
    }

    /// Prints something while the bar is hidden.
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
