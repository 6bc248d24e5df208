//! Driver of Cassio's protocol.

use std::time::{Duration, Instant};

use rules::{Color, Game, Size, Value};

use super::message::{Command, Finding, MOST, Reply, Search};
use crate::protocol::driver::{Driver, SILENT};
use crate::transport::{Channel, Message};
use play::{ChosenMove, Clock, Fault, shortened};

/// The search depth when neither a depth nor a clock is given.
const DEFAULT_DEPTH: u32 = 16;

/// The number of empty squares from which on the program solves the game, without a clock.
const DEFAULT_ENDGAME: u32 = 20;

/// The same with a clock: every program solves this within a moment.
const TIMED_ENDGAME: u32 = 12;

/// The first depth of iterative deepening with a clock, and the increment.
const DEPTH_STEP: u32 = 2;

/// The selectivity of midgame searches, in percent: the lowest that programs offer, because depth is
/// worth more than certainty.
const MIDGAME_PRECISION: u8 = 73;

/// Drives a program that speaks Cassio's protocol.
///
/// The protocol has no clocks, and not every program reports its result when it is stopped. So with
/// a clock the driver does the iterative deepening: it asks for depth 2, then 4, and so on, and stops
/// the program when its time is up; the deepest answer counts. Without a clock there is one search to
/// the given depth.
#[derive(Debug, Default)]
pub struct Cassio {
    /// The search depth, if given.
    depth: Option<u32>,
    /// The number of empty squares from which on it solves the game, if given.
    endgame: Option<u32>,
    name: Option<String>,
}

/// The result of a search.
struct Searched {
    /// The last finding that the program reported about the position.
    found: Option<Finding>,
    /// When the program was ready.
    at: Instant,
    /// Whether it was stopped.
    stopped: bool,
}

impl Cassio {
    /// A driver for a program that was just started. `depth` is its search depth; it solves the game
    /// from `endgame` empty squares on.
    #[must_use]
    pub fn new(depth: Option<u32>, endgame: Option<u32>) -> Cassio {
        Cassio {
            depth,
            endgame,
            name: None,
        }
    }

    /// The depths of the searches, in order. `None` is to the end of the game.
    fn plan(&self, empties: u32, timed: bool) -> Vec<Option<u32>> {
        let endgame = if timed {
            TIMED_ENDGAME
        } else {
            DEFAULT_ENDGAME
        };
        let usual = if timed { empties } else { DEFAULT_DEPTH };
        let depth = self.depth.unwrap_or(usual).clamp(1, empties.max(1));
        let solves = empties <= self.endgame.unwrap_or(endgame) || (timed && depth == empties);
        let last = Some(depth).filter(|_| !solves);
        let before = match (timed, last) {
            (false, _) => 0..0,
            // First a quick move, then the solution.
            (true, None) if empties <= TIMED_ENDGAME => 1..2,
            (true, _) => 1..depth.div_ceil(DEPTH_STEP),
        };
        let steps = before.map(|step| Some(step * DEPTH_STEP));
        steps
            .filter(|step| *step < Some(empties))
            .chain([last])
            .collect()
    }

    /// Searches a position. The program is stopped at the time `enough`.
    fn search(
        &self,
        channel: &mut Channel,
        search: &Search,
        mut enough: Option<Instant>,
        deadline: Option<Instant>,
    ) -> Result<Searched, Fault> {
        channel.send_line(&Command::Search(Box::new(search.clone())).to_string())?;
        let mut stopped = false;
        let mut found = None;
        // The first `ready.` may still belong to an earlier command.
        let mut ready = false;
        loop {
            let until = match (enough, deadline) {
                (Some(enough), Some(deadline)) => Some(enough.min(deadline)),
                (enough, deadline) => enough.or(deadline),
            };
            let Some(Message { text, at }) = channel.read_line(until)? else {
                if enough.take().is_none() {
                    return Err(SILENT);
                }
                stopped = true;
                channel.send_line(&Command::Stop.to_string())?;
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

    /// Waits for `ready.`.
    fn until_ready(
        &mut self,
        channel: &mut Channel,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        loop {
            let message = channel.read_line(deadline)?.ok_or(SILENT)?;
            match Reply::read(&message.text) {
                Some(Reply::Ready) => return Ok(()),
                Some(Reply::Version(name)) => self.name = Some(shortened(&name)),
                Some(Reply::Error(said)) => return Err(refused(&said)),
                _ => {}
            }
        }
    }
}

impl Driver for Cassio {
    fn greet(&mut self, channel: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault> {
        channel.send_line(&Command::Init.to_string())?;
        self.until_ready(channel, deadline)?;
        channel.send_line(&Command::GetVersion.to_string())?;
        // The first programs did not know this command, and had reported that they were ready before
        // the first command.
        while self.name.is_none() {
            let message = channel.read_line(deadline)?.ok_or(SILENT)?;
            match Reply::read(&message.text) {
                Some(Reply::Version(name)) => self.name = Some(shortened(&name)),
                Some(Reply::Error(_)) => break,
                _ if message.text.contains("SYNTAX ERROR") => break,
                _ => {}
            }
        }
        self.until_ready(channel, deadline)
    }

    fn begin(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        _: Color,
        _: &Clock,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        if game.size() != Size::EIGHT {
            let text = "Cassio's protocol knows only the 8×8 board".to_string();
            return Err(Fault::Protocol(text));
        }
        channel.send_line(&Command::NewPosition.to_string())?;
        self.until_ready(channel, deadline)
    }

    fn choose(
        &mut self,
        channel: &mut Channel,
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
                precision: if depth.is_none() {
                    100
                } else {
                    MIDGAME_PRECISION
                },
            };
            let searched = self.search(channel, &search, enough, deadline)?;
            // A stopped search may report a lower depth than the one before.
            let known = best.as_ref().map_or(0, |(found, _)| found.depth);
            let deepest = searched.found.filter(|found| found.depth >= known);
            best = match (deepest, best) {
                (Some(found), _) => Some((found, searched.at)),
                (None, best) => best.map(|(found, _)| (found, searched.at)),
            };
            // The next search takes longer than all searches before it.
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
        // Every search command contains its position.
        Ok(())
    }

    fn farewell(&mut self, channel: &mut Channel) {
        let _ = channel.send_line(&Command::Quit.to_string());
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
    // A bound at the end of the range carries no information.
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

/// The time for a move: 80 % of the time allowed, and at most an equal share of the time left for
/// the game.
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
    fn a_clock_causes_iterative_deepening() {
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
