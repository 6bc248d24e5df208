//! What to say to a program that speaks Cassio's protocol.

use std::time::{Duration, Instant};

use rules::{Color, Game, Size, Value};

use super::message::{Command, Finding, MOST, Reply, Search};
use crate::protocol::{Driver, SILENT};
use crate::transport::{Channel, Message};
use play::ChosenMove;
use play::{Clock, Fault, shortened};

/// How many moves a program looks ahead when neither anybody nor a clock says so.
const USUAL_DEPTH: u32 = 16;

/// From so many empty squares on, it solves the rest of the game when there is no clock.
const USUAL_ENDGAME: u32 = 20;

/// The same with a clock: what every program solves in a moment.
const QUICK_ENDGAME: u32 = 12;

/// How far it looks first, and further each time, when there is a clock.
const STEP: u32 = 2;

/// How sure a program shall be in the middle of the game, in percent: the least of what programs
/// offer, because looking further is worth more.
const SELECTIVE: u8 = 73;

/// Drives a program that speaks Cassio's protocol.
///
/// The protocol knows no clocks, and not every program tells what it has found when it is stopped.
/// So with a clock a program is asked to look two moves ahead, then four, and so on, and is stopped
/// when its time is up; the deepest answer counts. Without a clock it looks as far ahead as it is
/// told, once.
#[derive(Debug, Default)]
pub struct Cassio {
    /// How many moves it looks ahead, if anybody says so.
    depth: Option<u32>,
    /// From how many empty squares on it solves the rest of the game, if anybody says so.
    endgame: Option<u32>,
    name: Option<String>,
}

/// What came of a search.
struct Searched {
    /// The last that the program said about the position.
    found: Option<Finding>,
    /// When it was ready.
    at: Instant,
    /// Whether it was stopped.
    stopped: bool,
}

impl Cassio {
    /// Drives a program that has not been spoken to yet. `depth` is how many moves it looks ahead,
    /// `endgame` from how many empty squares on it solves the rest of the game.
    #[must_use]
    pub fn new(depth: Option<u32>, endgame: Option<u32>) -> Cassio {
        Cassio {
            depth,
            endgame,
            name: None,
        }
    }

    /// How far to look, one search after the other; `None` is to the end of the game.
    fn plan(&self, empties: u32, timed: bool) -> Vec<Option<u32>> {
        let endgame = if timed { QUICK_ENDGAME } else { USUAL_ENDGAME };
        let usual = if timed { empties } else { USUAL_DEPTH };
        let depth = self.depth.unwrap_or(usual).clamp(1, empties.max(1));
        let solves = empties <= self.endgame.unwrap_or(endgame) || (timed && depth == empties);
        let last = Some(depth).filter(|_| !solves);
        let before = match (timed, last) {
            (false, _) => 0..0,
            // Something to play, and then the whole of it.
            (true, None) if empties <= QUICK_ENDGAME => 1..2,
            (true, _) => 1..depth.div_ceil(STEP),
        };
        let steps = before.map(|step| Some(step * STEP));
        steps
            .filter(|step| *step < Some(empties))
            .chain([last])
            .collect()
    }

    /// Searches a position, and stops when it is enough.
    fn search(
        &self,
        talk: &mut Channel,
        search: &Search,
        mut enough: Option<Instant>,
        deadline: Option<Instant>,
    ) -> Result<Searched, Fault> {
        talk.say(&Command::Search(Box::new(search.clone())).to_string())?;
        let mut stopped = false;
        let mut found = None;
        // One `ready.` may still be about something before.
        let mut ready = false;
        loop {
            let until = match (enough, deadline) {
                (Some(enough), Some(deadline)) => Some(enough.min(deadline)),
                (enough, deadline) => enough.or(deadline),
            };
            let Some(Message { text, at }) = talk.line(until)? else {
                if enough.take().is_none() {
                    return Err(SILENT);
                }
                stopped = true;
                talk.say(&Command::Stop.to_string())?;
                continue;
            };
            match Reply::read(&text) {
                Some(Reply::Found(finding)) if finding.diagram == search.diagram => {
                    found = Some(*finding);
                }
                Some(Reply::Ready) if found.is_some() || stopped || ready => {
                    return Ok(Searched { found, at, stopped });
                }
                Some(Reply::Ready) => ready = true,
                Some(Reply::Error(said)) => return Err(refused(&said)),
                _ => {}
            }
        }
    }

    /// Waits until the program has nothing more to say.
    fn until_ready(&mut self, talk: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault> {
        loop {
            let heard = talk.line(deadline)?.ok_or(SILENT)?;
            match Reply::read(&heard.text) {
                Some(Reply::Ready) => return Ok(()),
                Some(Reply::Version(name)) => self.name = Some(shortened(&name)),
                Some(Reply::Error(said)) => return Err(refused(&said)),
                _ => {}
            }
        }
    }
}

impl Driver for Cassio {
    fn greet(&mut self, talk: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault> {
        talk.say(&Command::Init.to_string())?;
        self.until_ready(talk, deadline)?;
        talk.say(&Command::GetVersion.to_string())?;
        // The first programs did not know this question, and had said that they were ready before
        // they were asked anything.
        while self.name.is_none() {
            let heard = talk.line(deadline)?.ok_or(SILENT)?;
            match Reply::read(&heard.text) {
                Some(Reply::Version(name)) => self.name = Some(shortened(&name)),
                Some(Reply::Error(_)) => break,
                _ if heard.text.contains("SYNTAX ERROR") => break,
                _ => {}
            }
        }
        self.until_ready(talk, deadline)
    }

    fn begin(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        _: Color,
        _: &Clock,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        if game.size() != Size::EIGHT {
            let text = "Cassio's protocol knows only the 8×8 board".to_string();
            return Err(Fault::Protocol(text));
        }
        talk.say(&Command::NewPosition.to_string())?;
        self.until_ready(talk, deadline)
    }

    fn choose(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        let asked = Instant::now();
        let empties = game.empties();
        let time = thinking_time(clock, empties);
        let enough = time.and_then(|time| asked.checked_add(time));
        let mut best: Option<(Finding, Instant)> = None;
        for depth in self.plan(empties, enough.is_some()) {
            let search = Search {
                diagram: *game.diagram(),
                alpha: -MOST,
                beta: MOST,
                depth,
                precision: if depth.is_none() { 100 } else { SELECTIVE },
            };
            let searched = self.search(talk, &search, enough, deadline)?;
            // A search that was stopped may have less to say than the one before.
            let known = best.as_ref().map_or(0, |(found, _)| found.depth);
            let deepest = searched.found.filter(|found| found.depth >= known);
            best = match (deepest, best) {
                (Some(found), _) => Some((found, searched.at)),
                (None, best) => best.map(|(found, _)| (found, searched.at)),
            };
            // The next search takes longer than all before.
            let half = time.is_some_and(|time| asked.elapsed() >= time / 2);
            if searched.stopped || half {
                break;
            }
        }
        match best {
            Some((found, at)) => Ok(answer(&found, at)),
            None => Err(Fault::Protocol(
                "it was ready without having found a move".to_string(),
            )),
        }
    }

    fn end(&mut self, _: &mut Channel, _: &Game, _: Option<Instant>) -> Result<(), Fault> {
        // Every question names its position.
        Ok(())
    }

    fn farewell(&mut self, talk: &mut Channel) {
        let _ = talk.say(&Command::Quit.to_string());
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

fn refused(said: &str) -> Fault {
    let said = shortened(said);
    Fault::Protocol(format!("it answered with an error: `{said}`"))
}

fn answer(found: &Finding, at: Instant) -> ChosenMove {
    // A bound that says nothing is none.
    let value = match (found.lower > -MOST, found.upper < MOST) {
        (true, false) if found.lower < MOST => Some(found.lower),
        (false, true) if found.upper > -MOST => Some(found.upper),
        (false, false) if found.lower < found.upper => None,
        _ => Some((found.lower + found.upper) / 2.0),
    };
    let value = value.map(|discs| Value((discs * 100.0).round() as i32));
    let chosen = ChosenMove {
        point: found.point,
        analysis: None,
        at,
    };
    chosen.stated(value, Some(found.depth))
}

/// How long to let a program think: most of what a move may take, a share of what is left for the
/// game.
fn thinking_time(clock: &Clock, empties: u32) -> Option<Duration> {
    let allowed = clock.allowed()?;
    let mut time = allowed / 10 * 8;
    if let Some(left) = clock.left() {
        let moves = (empties / 2).max(2);
        let share = left / moves + clock.control().increment / 10 * 8;
        time = time.min(share);
    }
    Some(time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_lets_a_program_look_further_and_further() {
        let free = Cassio::new(None, None);
        assert_eq!(free.plan(60, false), [Some(16)]);
        assert_eq!(free.plan(20, false), [None]);
        let steps = free.plan(60, true);
        assert_eq!(steps[..3], [Some(2), Some(4), Some(6)]);
        assert_eq!(steps[steps.len() - 2..], [Some(58), None]);
        assert_eq!(free.plan(12, true), [Some(2), None]);
        assert_eq!(free.plan(1, true), [None]);
        let told = Cassio::new(Some(5), Some(8));
        assert_eq!(told.plan(60, true), [Some(2), Some(4), Some(5)]);
        assert_eq!(told.plan(60, false), [Some(5)]);
        assert_eq!(told.plan(8, false), [None]);
    }
}
