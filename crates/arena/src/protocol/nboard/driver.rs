//! Driver of NBoard's protocol.

use std::time::{Duration, Instant};

use rules::{ByColor, Color, Game, Record};

use super::clock::Times;
use super::message::{Command, Depth, Reply, Setup};
use crate::protocol::driver::{Driver, SILENT};
use crate::transport::{Channel, Message};
use play::{ChosenMove, Clock, Fault, shortened};

/// Drives a program that speaks NBoard's protocol.
///
/// Before every move the driver sends the whole game, passes included, with the time left as the time
/// for the game. So the program cannot lose track and needs no clock of its own. Unknown lines are
/// ignored.
#[derive(Debug, Default)]
pub struct NBoard {
    /// The search depth, if given.
    depth: Option<u32>,
    name: Option<String>,
    /// The number of the last ping.
    pings: u32,
}

impl NBoard {
    /// A driver for a program that was just started. `depth` is its search depth; `None` leaves the
    /// depth to the program.
    #[must_use]
    pub fn new(depth: Option<u32>) -> NBoard {
        NBoard {
            depth,
            ..NBoard::default()
        }
    }

    /// The next reply that is known to us.
    fn next_reply(
        &mut self,
        channel: &mut Channel,
        deadline: Option<Instant>,
    ) -> Result<(Reply, Instant), Fault> {
        loop {
            let Message { text, at } = channel.read_line(deadline)?.ok_or(SILENT)?;
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

    /// Waits until the program has stopped and has read all commands.
    fn ping(&mut self, channel: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault> {
        self.pings += 1;
        let word = self.pings.to_string();
        channel.send_line(&Command::Ping(word.clone()).to_string())?;
        loop {
            if let (Reply::Pong(found), _) = self.next_reply(channel, deadline)?
                && found == word
            {
                return Ok(());
            }
        }
    }

    /// Sends the game with its clock.
    fn set_game(&self, channel: &mut Channel, game: &Game, clock: &Clock) -> Result<(), Fault> {
        let times = times(clock);
        let setup = Setup {
            record: Record::from(game.clone()),
            passed: false,
            times: ByColor {
                black: times,
                white: times,
            },
        };
        channel.send_line(&Command::Game(Box::new(setup)).to_string())
    }
}

impl Driver for NBoard {
    fn greet(&mut self, channel: &mut Channel, deadline: Option<Instant>) -> Result<(), Fault> {
        channel.send_line(&Command::NBoard(2).to_string())?;
        if let Some(depth) = self.depth {
            channel.send_line(&Command::Depth(depth).to_string())?;
        }
        self.ping(channel, deadline)
    }

    fn begin(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        _: Color,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<(), Fault> {
        self.set_game(channel, game, clock)?;
        self.ping(channel, deadline)
    }

    fn choose(
        &mut self,
        channel: &mut Channel,
        game: &Game,
        clock: &Clock,
        deadline: Option<Instant>,
    ) -> Result<ChosenMove, Fault> {
        self.set_game(channel, game, clock)?;
        self.ping(channel, deadline)?;
        channel.send_line(&Command::Go.to_string())?;
        let mut searched = Vec::new();
        loop {
            match self.next_reply(channel, deadline)? {
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
                    // Only a few are kept. The sandbox limits the amount of output.
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

    fn farewell(&mut self, channel: &mut Channel) {
        let _ = channel.send_line(&Command::Quit.to_string());
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }
}

/// The time left, as the time for the whole game. With a time for each move, the main time and the
/// increment are both this time, so that no move can take more.
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
