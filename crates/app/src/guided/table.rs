//! Where a game is played: how it is shown and written down, whoever plays it.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use play::{Player, Session};
use rules::{ByColor, Game};

use super::round::Round;
use super::text::{Language, Message};
use crate::draw::Style;
use crate::input::Input;
use crate::paint::{Paint, Role};
use crate::record::Record;

/// How a game is shown and written down, whoever plays it.
pub struct Table {
    /// The language spoken at it.
    pub language: Language,
    /// How the board looks.
    pub style: Style,
    /// With colours or without.
    pub paint: Paint,
    /// How long computers that play each other pause after a move.
    pub pause: Duration,
    /// Where games are written down.
    pub record: Option<Record>,
    /// Where it all is printed.
    pub out: Box<dyn Write>,
}

/// Somebody at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The name used in messages.
    pub name: String,
    /// Who decides the moves.
    pub player: Player,
}

impl Table {
    /// Prints a message.
    pub fn tell(&mut self, message: &Message) -> Result<()> {
        let text = self.language.say(message);
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints a message that something was wrong.
    pub fn object(&mut self, message: &Message) -> Result<()> {
        let text = self.paint.paint(Role::Error, self.language.say(message));
        Ok(writeln!(self.out, "{text}")?)
    }

    /// The characters for discs, where they are what tells the colours apart.
    pub(super) fn symbols(&self) -> Option<ByColor<char>> {
        (!self.style.is_felt(self.paint)).then(|| self.style.discs())
    }

    /// Plays a game to its end, or until somebody gives up.
    pub fn play(
        &mut self,
        game: Game,
        seats: &ByColor<Seat>,
        seed: u64,
        input: &mut Input,
    ) -> Result<()> {
        let players = ByColor::from_fn(|color| seats[color].player);
        let names = ByColor::from_fn(|color| seats[color].name.clone());
        let session = Session::new(game, players, seed);
        Round::new(self, input, session, names).play()
    }
}
