//! Ctrl-C while the program works.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

/// What a program that Ctrl-C ended tells the shell.
pub const EXIT_CODE: u8 = 130;

/// Whether somebody wants the work to stop. The first Ctrl-C asks for it, so that what is known
/// can still be printed; the second ends the program at once.
#[derive(Clone, Debug, Default)]
pub struct Interrupt {
    stop: Arc<AtomicBool>,
    waiting: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens for Ctrl-C from now on.
    pub fn listen() -> Result<Interrupt> {
        let interrupt = Interrupt::default();
        let heard = interrupt.clone();
        ctrlc::set_handler(move || {
            let was_waiting = heard.waiting.load(Ordering::SeqCst);
            let again = heard.stop.swap(true, Ordering::SeqCst);
            // The work may be done by now, and `stop` taken back: then it was heard.
            let unheard = || heard.waiting.load(Ordering::SeqCst) && heard.is_stopped();
            if was_waiting || again || unheard() {
                process::exit(EXIT_CODE.into());
            }
        })?;
        Ok(interrupt)
    }

    /// The same, but as long as no [work](Interrupt::during) is done, Ctrl-C ends the program.
    pub fn listen_idle() -> Result<Interrupt> {
        let interrupt = Interrupt::listen()?;
        interrupt.waiting.store(true, Ordering::Relaxed);
        Ok(interrupt)
    }

    /// Does something that Ctrl-C may cut short: `work` watches the flag.
    pub fn during<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> T {
        self.stop.store(false, Ordering::SeqCst);
        self.waiting.store(false, Ordering::SeqCst);
        let result = work(&self.stop);
        // In this order, so that Ctrl-C that cut the work short is not taken for one that came
        // after it.
        self.stop.store(false, Ordering::SeqCst);
        self.waiting.store(true, Ordering::SeqCst);
        result
    }

    /// The flag that a search watches.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// The same flag for those who may outlive this.
    pub fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether Ctrl-C was pressed.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    /// Waits for something that cannot be asked to stop, such as a line of input: meanwhile the
    /// first Ctrl-C ends the program. `None` when it came before.
    pub fn wait<T>(&self, wait: impl FnOnce() -> T) -> Option<T> {
        // The handler sets `stop`, then looks at `waiting`; here it is the other way round, so
        // that one of the two always sees the other.
        self.waiting.store(true, Ordering::SeqCst);
        let answer = (!self.is_stopped()).then(wait);
        self.waiting.store(false, Ordering::SeqCst);
        answer
    }
}
