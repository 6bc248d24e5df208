//! What to say to a program that speaks NBoard's protocol.

use std::time::{Duration, Instant};

use rules::{ByColor, Color, Game, Record};

use super::clock::Times;
use super::message::{Command, Depth, Reply, Setup};
use crate::protocol::{Driver, SILENT};
use crate::transport::{Channel, Message};
use play::ChosenMove;
use play::{Clock, Fault, shortened};

/// Drives a program that speaks NBoard's protocol.
///
/// Before every move the program is sent the whole game, passes and all, with what is left on the
/// clock as if it were the time for the game: that way it cannot lose track, and needs no clock of
/// its own. Lines that mean nothing to us are passed over.
#[derive(Debug, Default)]
pub struct NBoard {
    /// How many moves it is asked to look ahead, if anybody says so.
    depth: Option<u32>,
    name: Option<String>,
    /// The number of the last ping.
    pings: u32,
}

impl NBoard {
    /// Drives a program that has not been spoken to yet, and lets it look so many moves ahead; or
    /// as many as it likes.
    #[must_use]
    pub fn new(depth: Option<u32>) -> NBoard {
        NBoard {
            depth,
            ..NBoard::default()
        }
    }

    /// The next thing that the program says and that means something.
    fn listen(
        &mut self,
        talk: &mut Channel,
        deadline: Option<Instant>,
    ) -> Result<(Reply, Instant), Fault> {
        loop {
            let Message { text, at } = talk.line(deadline)?.ok_or(SILENT)?;
            match Reply::read(&text) {
                Some(Reply::Name(name)) => self.name = Some(shortened(&name)),
                Some(reply) => return Ok((reply, at)),
                None if text.trim_start().starts_with("===") => {
                    let said = text.trim_start().trim_start_matches('=').trim();
                    return Err(Fault::Unreadable(said.to_string()));
                }
                None => {}
            }
        }
    }

    /// Waits until the program has stopped and has heard everything.
    fn ping(&mut self, talk: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault> {
        self.pings += 1;
        let word = self.pings.to_string();
        talk.say(&Command::Ping(word.clone()).to_string())?;
        loop {
            if let (Reply::Pong(found), _) = self.listen(talk, deadline)?
                && found == word
            {
                return Ok(());
            }
        }
    }

    fn set_game(&self, talk: &mut Channel, game: &Game, clock: &Clock) -> Result<(), Fault> {
        let times = times(clock);
        let setup = Setup {
            record: Record::from(game.clone()),
            passed: false,
            times: ByColor {
                black: times,
                white: times,
            },
        };
        talk.say(&Command::Game(Box::new(setup)).to_string())
    }
}

impl Driver for NBoard {
    fn greet(&mut self, talk: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault> {
        talk.say(&Command::NBoard(2).to_string())?;
        if let Some(depth) = self.depth {
            talk.say(&Command::Depth(depth).to_string())?;
        }
        self.ping(talk, deadline)
    }

    fn begin(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        _: Color,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        self.set_game(talk, game, clock)?;
        self.ping(talk, deadline)
    }

    fn choose(
        &mut self,
        talk: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        self.set_game(talk, game, clock)?;
        self.ping(talk, deadline)?;
        talk.say(&Command::Go.to_string())?;
        let mut searched = Vec::new();
        loop {
            match self.listen(talk, deadline)? {
                (Reply::Move(made), at) => {
                    let depth = |(first, depth)| (first == made.point).then_some(depth);
                    let depth = searched.into_iter().rev().find_map(depth);
                    let chosen = ChosenMove {
                        point: made.point,
                        analysis: None,
                        at,
                    };
                    return Ok(chosen.stated(made.value, depth));
                }
                (Reply::Search(hint) | Reply::Book(hint), _) => {
                    // No more than a few: whoever floods us is stopped elsewhere.
                    if searched.len() >= 256 {
                        searched.clear();
                    }
                    let depth = match hint.depth {
                        Depth::Moves(moves) => moves,
                        _ => game.empties(),
                    };
                    let first = hint.line.first().copied().flatten();
                    searched.push((first, depth));
                }
                _ => {}
            }
        }
    }

    fn end(&mut self, _: &mut Channel, _: &Game, _: Option<Instant>) -> Result<(), Fault> {
        // The next game replaces this one.
        Ok(())
    }

    fn farewell(&mut self, talk: &mut Channel) {
        let _ = talk.say(&Command::Quit.to_string());
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// What is left, as time for the whole game. Where every move has its own time, there is that much
/// now and as much again after each move, so that no move can take more.
fn times(clock: &Clock) -> Option<Times> {
    let control = clock.control();
    let main = clock.allowed()?;
    let increment = match control.per_move {
        Some(one) if clock.left().is_none() => one,
        _ => control.increment,
    };
    Some(Times {
        main: main.max(Duration::from_millis(1)),
        increment,
    })
}
