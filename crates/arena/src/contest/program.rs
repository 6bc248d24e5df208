//! `Program`: another program as a player.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rules::{Color, Game};

use super::stoppable::Stoppable;
use crate::protocol::{Driver, Lifetime};
use crate::talk::TalkLog;
use crate::transport::{Channel, Transport};
use play::{ChosenMove, Clock, Fault, Player, Usage, Watch};

/// Starts a program, as often as it is needed.
pub type Start = Box<dyn FnMut() -> Result<Box<dyn Transport>, Fault> + Send>;

/// Another program as a [`Player`]. It is started for the first game, plays the next ones too if its
/// protocol allows that, and is started again after a fault.
pub struct Program {
    /// Its name: its command until the caller or the program itself gives one.
    name: String,
    /// Whether the caller gave the name.
    named: bool,
    start: Start,
    driver: Box<dyn Fn() -> Box<dyn Driver> + Send>,
    manners: Manners,
    stop: Arc<AtomicBool>,
    running: Option<Running>,
    stderr: String,
    /// What the last process used in its last turn, if it has ended since.
    usage: Usage,
    log: TalkLog,
}

/// Time limits of a program outside of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manners {
    /// Time until it is ready for a game.
    pub startup: Duration,
    /// Time to acknowledge the end of a game, and to exit when asked to.
    pub patience: Duration,
    /// Whether the same process plays the next game too.
    pub stays: bool,
}

impl Default for Manners {
    /// Enough time for programs that start a virtual machine.
    fn default() -> Manners {
        Manners {
            startup: Duration::from_secs(10),
            patience: Duration::from_secs(1),
            stays: true,
        }
    }
}

/// A process and the driver that talks to it.
struct Running {
    talk: Channel,
    driver: Box<dyn Driver>,
}

impl Program {
    /// A program that is not running yet. `command` is its name until it gives one; `driver` makes a
    /// driver for each process.
    #[must_use]
    pub fn new(
        command: &str,
        start: Start,
        driver: impl Fn() -> Box<dyn Driver> + Send + 'static,
    ) -> Program {
        Program {
            name: command.to_string(),
            named: false,
            start,
            driver: Box::new(driver),
            manners: Manners::default(),
            stop: Arc::default(),
            running: None,
            stderr: String::new(),
            usage: Usage::default(),
            log: TalkLog::default(),
        }
    }

    /// The same program with a name given by the caller.
    #[must_use]
    pub fn named(mut self, name: &str) -> Program {
        self.name = name.to_string();
        self.named = true;
        self
    }

    /// The same program with other time limits.
    #[must_use]
    pub fn with_manners(mut self, manners: Manners) -> Program {
        self.manners = manners;
        self
    }

    /// The same program; waiting for it ends when the flag is set.
    #[must_use]
    pub fn stopped_by(mut self, stop: Arc<AtomicBool>) -> Program {
        self.stop = stop;
        self
    }

    fn start(&mut self, driver: Box<dyn Driver>) -> Result<Running, Fault> {
        let transport = (self.start)().inspect_err(|fault| self.log.note(&fault.to_string()))?;
        let stop = Arc::clone(&self.stop);
        let talk = Channel::new(Box::new(Stoppable::new(transport, stop)));
        let talk = talk.recorded(self.log.clone());
        Ok(Running { talk, driver })
    }

    /// The process of the last game, if it still runs.
    fn still_running(&mut self) -> Result<Option<Running>, Fault> {
        let Some(mut running) = self.running.take() else {
            return Ok(None);
        };
        running.talk.resume()?;
        let died = |running: &mut Running| -> Result<Option<String>, Fault> {
            let ended = running.talk.has_ended()?;
            Ok(ended.then(|| running.talk.exit_status()))
        };
        match died(&mut running) {
            Ok(None) => Ok(Some(running)),
            // It ended after the game: that is allowed.
            Ok(Some(cause)) if cause == "exit status: 0" => {
                self.hear_out(&mut running);
                Ok(None)
            }
            Ok(Some(cause)) => {
                self.hear_out(&mut running);
                Err(Fault::Died(format!("{cause}, after the game before")))
            }
            Err(fault) => {
                self.hear_out(&mut running);
                Err(fault)
            }
        }
    }

    /// Keeps the standard error of a process before it is gone.
    fn hear_out(&mut self, running: &mut Running) {
        self.stderr += &running.talk.stderr();
    }

    /// Keeps a process after success, ends it after a fault.
    fn keep<T>(&mut self, mut running: Running, outcome: Result<T, Fault>) -> Result<T, Fault> {
        let Err(fault) = &outcome else {
            self.running = Some(running);
            return outcome;
        };
        self.log.note(&fault.to_string());
        self.usage = running.talk.rest().unwrap_or_default();
        // First this, so that its standard error is complete.
        let _ = running.talk.stop(Duration::ZERO);
        self.hear_out(&mut running);
        outcome
    }

    /// Asks the program to exit, if it runs, and kills it if it does not.
    ///
    /// # Errors
    /// When it did not exit by itself, or not with success.
    pub fn leave(&mut self) -> Result<(), Fault> {
        let running = self.running.take();
        running.map_or(Ok(()), |running| self.dismiss(running))
    }

    /// Asks a process to exit, and kills it if it does not.
    fn dismiss(&mut self, mut running: Running) -> Result<(), Fault> {
        let _ = running.talk.resume();
        running.driver.farewell(&mut running.talk);
        let patience = if self.stop.load(Ordering::SeqCst) {
            Duration::ZERO
        } else {
            self.manners.patience
        };
        let left = running.talk.stop(patience);
        self.hear_out(&mut running);
        left
    }
}

impl Player for Program {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, game: &Game, color: Color, clock: &Clock) -> Result<(), Fault> {
        self.log.restart();
        let startup = self.manners.startup;
        let deadline = Instant::now().checked_add(startup);
        let mut running = match self.still_running()? {
            Some(running) => running,
            None => {
                let driver = (self.driver)();
                if driver.lifetime() == Lifetime::Move {
                    return Ok(());
                }
                let mut running = self.start(driver)?;
                let greeted = running.driver.greet(&mut running.talk, deadline);
                if greeted.is_err() {
                    return self.keep(running, greeted.map_err(|fault| fault.within(startup)));
                }
                running
            }
        };
        let Running { talk, driver } = &mut running;
        let begun = driver.begin(talk, game, color, clock, deadline);
        if let Some(said) = driver.name().filter(|_| !self.named) {
            self.name = said.to_string();
        }
        self.keep(running, begun.map_err(|fault| fault.within(startup)))?;
        self.rest().map(drop)
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: &Clock,
        _: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault> {
        let deadline = clock.deadline();
        let mut running = match self.running.take() {
            Some(running) => running,
            None => {
                let driver = (self.driver)();
                self.start(driver)?
            }
        };
        let Running { talk, driver } = &mut running;
        let answer = talk
            .resume()
            .and_then(|()| driver.choose(talk, game, clock, deadline));
        if let Ok(chosen) = &answer
            && deadline.is_some_and(|deadline| chosen.at > deadline)
        {
            self.log.note("late");
        }
        if answer.is_ok() && running.driver.lifetime() == Lifetime::Move {
            self.usage = running.talk.rest()?;
            let _ = self.dismiss(running);
            return answer;
        }
        self.keep(running, answer)
    }

    fn resume(&mut self) -> Result<(), Fault> {
        let Some(mut running) = self.running.take() else {
            return Ok(());
        };
        let resumed = running.talk.resume();
        self.keep(running, resumed)
    }

    fn rest(&mut self) -> Result<Usage, Fault> {
        // A process that has ended was measured before.
        let ended = std::mem::take(&mut self.usage);
        let Some(mut running) = self.running.take() else {
            return Ok(ended);
        };
        let rested = running.talk.rest();
        self.keep(running, rested)
    }

    fn end(&mut self, game: &Game) -> Result<(), Fault> {
        let Some(mut running) = self.running.take() else {
            return Ok(());
        };
        let deadline = Instant::now().checked_add(self.manners.patience);
        let Running { talk, driver } = &mut running;
        let noted = talk
            .resume()
            .and_then(|()| driver.end(talk, game, deadline));
        let noted = noted.map_err(|fault| fault.within(self.manners.patience));
        if noted.is_ok() && !(self.manners.stays && driver.lifetime() == Lifetime::Games) {
            return self.dismiss(running);
        }
        self.keep(running, noted)?;
        self.rest().map(drop)
    }

    fn stderr(&mut self) -> String {
        if let Some(running) = &mut self.running {
            self.stderr += &running.talk.stderr();
        }
        std::mem::take(&mut self.stderr)
    }

    fn talk(&mut self) -> String {
        self.log.take()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.leave();
    }
}
