//! A computer that takes its time: what it thinks is shown, and Ctrl-C makes it move.

use std::sync::atomic::AtomicBool;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Result;
use engine::Analysis;
use play::Watch;

use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::text::{Language, Message};

/// Nobody is bothered with what is thought in less time than this.
const SHOW_AFTER: Duration = Duration::from_secs(1);

/// How often what is shown is brought up to date.
const REFRESH_INTERVAL: Duration = Duration::from_millis(200);

/// Somebody who waits for computers to move.
#[derive(Debug, Default)]
pub struct SearchDisplay {
    /// Without one, nothing cuts a computer short.
    interrupt: Option<Interrupt>,
    /// What to say about it, if anybody sees it.
    language: Option<Language>,
}

impl SearchDisplay {
    /// Listens for Ctrl-C, and shows at a terminal what computers think.
    ///
    /// # Errors
    /// When the system does not let us listen.
    pub fn open(language: Language) -> Result<SearchDisplay> {
        Ok(SearchDisplay {
            interrupt: Some(Interrupt::listen_idle()?),
            language: Progress::is_possible().then_some(language),
        })
    }

    /// Lets a computer think and follows it.
    pub fn follow<T>(&self, think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        let notice = &Notice::default();
        thread::scope(|scope| {
            if let Some(language) = self.language {
                scope.spawn(move || notice.show(language));
            }
            // However thinking ends, the one who shows it goes home.
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

/// What is known so far, written by the one who thinks and read by the one who shows it.
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

    /// Shows what is known until thinking is done.
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
    language.say(&Message::Thinking {
        place: square.as_deref(),
        score: line.map_or(engine::Score::DRAW, |line| line.score),
        moves: latest.map_or(0, |analysis| analysis.depth),
    })
}
