//! Ctrl-C handling.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

/// The exit code after Ctrl-C.
pub const EXIT_CODE: u8 = 130;

/// A stop flag that Ctrl-C sets. The first Ctrl-C requests a stop, so that results so far can still
/// be printed; the second one ends the program.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    waiting: Arc<AtomicBool>,
}

impl Interrupt {
    /// Installs the handler.
    pub fn listen() -> Result<Interrupt> {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        ctrlc::set_handler(move || {
            let was_waiting = heard.waiting.load(Ordering::SeqCst);
            let again = heard.stop.swap(true, Ordering::SeqCst);
            // The work may have ended and cleared `stop` meanwhile: then the request was served.
            let unheard = || heard.waiting.load(Ordering::SeqCst) && heard.is_stopped();
            if was_waiting || again || unheard() {
                process::exit(EXIT_CODE.into());
            }
        })?;
        Ok(interrupt)
    }

    /// Like `listen`, but outside of [`during`](Interrupt::during) Ctrl-C ends the program.
    pub fn listen_idle() -> Result<Interrupt> {
        let interrupt = Interrupt::listen()?;
        interrupt.waiting.store(true, Ordering::Relaxed);
        Ok(interrupt)
    }

    /// Runs work that Ctrl-C may stop: `work` watches the flag.
    pub fn during<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> T {
        self.stop.store(false, Ordering::SeqCst);
        self.waiting.store(false, Ordering::SeqCst);
        let result = work(&self.stop);
        // In this order, so that the Ctrl-C that stopped the work is not taken for a later one.
        self.stop.store(false, Ordering::SeqCst);
        self.waiting.store(true, Ordering::SeqCst);
        result
    }

    /// The flag that a search watches.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The same flag, shared.
    pub fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// True if Ctrl-C was pressed.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Waits for something that cannot be stopped, such as a line of input; meanwhile the first
    /// Ctrl-C ends the program. `None` when Ctrl-C was pressed before.
    pub fn wait<T>(&self, wait: impl FnOnce() -> T) -> Option<T> {
        // The handler sets `stop`, then reads `waiting`; this sets `waiting`, then reads `stop`:
        // one of the two always sees the other.
        self.waiting.store(true, Ordering::SeqCst);
        let answer = (!self.is_stopped()).then(wait);
        self.waiting.store(false, Ordering::SeqCst);
        answer
    }
}
