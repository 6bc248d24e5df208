//! Shows the progress of a search at the terminal; Ctrl-C stops the search and plays its best move.

use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use engine::Analysis;
use play::Watch;
use play::score_text::marked;

use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::text::{Language, Message};

/// Searches shorter than this show nothing.
const SHOW_AFTER: Duration = Duration::from_secs(1);

/// Time between two updates of the display.
const REFRESH_INTERVAL: Duration = Duration::from_millis(200);

/// Runs searches with a display and a stop flag.
#[derive(Debug, Default)]
pub struct SearchDisplay {
    /// Without it nothing stops a search.
    interrupt: Option<Interrupt>,
    /// The language of the display; `None` when it is hidden.
    language: Option<Language>,
}

impl SearchDisplay {
    /// Listens for Ctrl-C, and shows searches if standard error is a terminal.
    ///
    /// # Errors
    /// When the handler cannot be installed.
    pub fn open(language: Language) -> Result<SearchDisplay> {
        Ok(SearchDisplay {
            interrupt: Some(Interrupt::listen_idle()?),
            language: Progress::is_possible().then_some(language),
        })
    }

    /// Runs a search and shows its progress.
    pub fn follow<T>(&self, think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        let notice = &Notice::default();
        thread::scope(|scope| {
            if let Some(language) = self.language {
                scope.spawn(move || notice.show(language));
            }
            // Ends the display thread, also after a panic.
            let _closing = Closing(notice);
            let mut on_progress = |analysis: &Analysis| notice.write(analysis);
            let think = |stop: &AtomicBool| {
                think(&mut Watch {
                    stop,
                    on_progress: &mut on_progress,
                })
            };
            match &self.interrupt {
                Some(interrupt) => interrupt.during(think),
                None => think(&AtomicBool::new(false)),
            }
        })
    }
}

/// The latest analysis, written by the search and read by the display thread.
#[derive(Default)]
struct Notice {
    page: Mutex<Page>,
    turned: Condvar,
}

#[derive(Default)]
struct Page {
    latest: Option<Analysis>,
    is_done: bool,
}

impl Notice {
    fn write(&self, analysis: &Analysis) {
        self.page().latest = Some(analysis.clone());
    }

    fn close(&self) {
        self.page().is_done = true;
        self.turned.notify_all();
    }

    /// Shows the latest analysis until the search ends.
    fn show(&self, language: Language) {
        if self.is_done_within(SHOW_AFTER) {
            return;
        }
        let progress = Progress::spinner();
        loop {
            let latest = self.page().latest.clone();
            progress.say(|| describe(latest.as_ref(), language));
            if self.is_done_within(REFRESH_INTERVAL) {
                return;
            }
        }
    }

    fn is_done_within(&self, time: Duration) -> bool {
        let waiting = |page: &mut Page| !page.is_done;
        let waited = self.turned.wait_timeout_while(self.page(), time, waiting);
        waited.unwrap_or_else(PoisonError::into_inner).0.is_done
    }

    fn page(&self) -> MutexGuard<'_, Page> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Closing<'a>(&'a Notice);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

fn describe(latest: Option<&Analysis>, language: Language) -> String {
    let line = latest.and_then(|analysis| analysis.lines.first());
    let square = line.and_then(engine::Line::square).map(|s| s.to_string());
    let score = line.map(marked).unwrap_or_default();
    language.say(&Message::Thinking {
        place: square.as_deref(),
        score: &score,
        moves: latest.map_or(0, |analysis| analysis.depth),
    })
}
