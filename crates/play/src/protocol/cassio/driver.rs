//! What to say to a program that speaks Cassio's protocol.

use std::time::{Duration, Instant};

use rules::{Color, Diagram, Game, Size, Value};

use super::message::{Command, Finding, MOST, Reply, Search};
use crate::contest::{Answer, Clock, Fault, Heard, Talk, shortened};
use crate::protocol::{Driver, SILENT};

/// How many moves a program looks ahead when neither anybody nor a clock says so.
const USUAL_DEPTH: u32 = 16;

/// From so many empty squares on, it solves the rest of the game when there is no clock.
const USUAL_ENDGAME: u32 = 20;

/// The same with a clock: what every program solves in a moment.
const QUICK_ENDGAME: u32 = 12;

/// How far to look when the clock decides.
const DEEPEST: u32 = 60;

/// How sure a program shall be in the middle of the game, in percent: the least of what programs
/// offer, because looking further is worth more.
const SELECTIVE: u8 = 73;

/// Drives a program that speaks Cassio's protocol.
///
/// The protocol knows no clocks: the program is asked to look further than it can, tells what it
/// finds on the way, and is stopped when its time is up; its last word counts. Without a clock it
/// looks as far ahead as it is told.
#[derive(Debug, Default)]
pub struct Cassio {
    /// How many moves it looks ahead, if anybody says so.
    depth: Option<u32>,
    /// From how many empty squares on it solves the rest of the game, if anybody says so.
    endgame: Option<u32>,
    name: Option<String>,
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

    /// What to ask about a position, and when to cut the answer short.
    fn question(&self, diagram: &Diagram, clock: &Clock) -> (Search, Option<Duration>) {
        let empties = diagram.board().empties();
        let time = thinking_time(clock, empties);
        let (depth, endgame) = match time {
            Some(_) => (DEEPEST, QUICK_ENDGAME),
            None => (USUAL_DEPTH, USUAL_ENDGAME),
        };
        let depth = self.depth.unwrap_or(depth).clamp(1, empties.max(1));
        let to_the_end = empties <= self.endgame.unwrap_or(endgame);
        let search = Search {
            diagram: *diagram,
            alpha: -MOST,
            beta: MOST,
            depth: Some(depth).filter(|_| !to_the_end),
            precision: if to_the_end { 100 } else { SELECTIVE },
        };
        (search, time)
    }

    /// Waits until the program has nothing more to say.
    fn until_ready(&mut self, talk: &mut Talk, deadline: Option<Instant>) -> Result<(), Fault> {
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
    fn greet(&mut self, talk: &mut Talk, deadline: Option<Instant>) -> Result<(), Fault> {
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
        talk: &mut Talk,
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
        talk: &mut Talk,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<Answer, Fault> {
        let asked = Instant::now();
        let diagram = game.diagram();
        let (search, time) = self.question(diagram, clock);
        talk.say(&Command::Search(Box::new(search)).to_string())?;
        let mut enough = time.and_then(|time| asked.checked_add(time));
        let mut last: Option<(Finding, Instant)> = None;
        // One `ready.` may still be about something before.
        let mut ready = 0;
        loop {
            let until = match (enough, deadline) {
                (Some(enough), Some(deadline)) => Some(enough.min(deadline)),
                (enough, deadline) => enough.or(deadline),
            };
            let Some(Heard { text, at }) = talk.line(until)? else {
                if enough.take().is_none() {
                    return Err(SILENT);
                }
                talk.say(&Command::Stop.to_string())?;
                continue;
            };
            match Reply::read(&text) {
                Some(Reply::Found(found)) if found.diagram == *diagram => {
                    last = Some((*found, at));
                }
                Some(Reply::Ready) => match last.take() {
                    Some((found, _)) => return Ok(answer(&found, at)),
                    None if ready > 0 => {
                        let text = "it was ready without having found a move".to_string();
                        return Err(Fault::Protocol(text));
                    }
                    None => ready += 1,
                },
                Some(Reply::Error(said)) => return Err(refused(&said)),
                _ => {}
            }
        }
    }

    fn end(&mut self, _: &mut Talk, _: &Game, _: Option<Instant>) -> Result<(), Fault> {
        // Every question names its position.
        Ok(())
    }

    fn farewell(&mut self, talk: &mut Talk) {
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

fn answer(found: &Finding, at: Instant) -> Answer {
    // A bound that says nothing is none.
    let value = match (found.lower > -MOST, found.upper < MOST) {
        (true, false) if found.lower < MOST => Some(found.lower),
        (false, true) if found.upper > -MOST => Some(found.upper),
        (false, false) if found.lower < found.upper => None,
        _ => Some((found.lower + found.upper) / 2.0),
    };
    Answer {
        point: found.point,
        value: value.map(|discs| Value((discs * 100.0).round() as i32)),
        depth: Some(found.depth),
        at,
    }
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
