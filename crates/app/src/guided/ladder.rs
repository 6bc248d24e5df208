//! The ladder of rivals in the guided game: which one a person plays, and which one next.

use anyhow::Result;
use play::rival::{self, Progress, Rung};
use play::{Computer, ComputerSpec};
use rules::{ByColor, Color, Game};

use super::Guide;
use crate::seats::{self, Seat};
use crate::text::Message;

impl Guide {
    /// Asks for a rival. A number is remembered as the one that suits the person.
    pub(super) fn ask_rival(&mut self) -> Result<Computer> {
        let suits = self.memory.progress().rung();
        let size = self.start.size();
        let question = Message::AskRival { suits, size };
        let rung = loop {
            let answer = self.terminal.ask(&question, |answer| match answer {
                "" | "auto" => Ok(Some(suits)),
                "list" => Ok(None),
                _ => {
                    let number = answer.strip_prefix("rival:").unwrap_or(answer);
                    let rung = number.parse().map(Some);
                    rung.map_err(|_| Message::BadRival { answer })
                }
            })?;
            match answer {
                Some(rung) => break rung,
                None => {
                    for rung in Rung::all() {
                        self.terminal.tell(&Message::AboutRival { rung, size })?;
                    }
                }
            }
        };
        if rung != suits {
            self.remember(Progress::at(rung))?;
        }
        Ok(Computer::Rival(rung))
    }

    /// After a game of one person against a rival: offers the next rival, or the one before, if that suits
    /// better now.
    pub(super) fn offer_next_rival(
        &mut self,
        game: &Game,
        seats: &mut ByColor<Seat>,
    ) -> Result<()> {
        let Some((person, rung)) = against_rival(seats) else {
            return Ok(());
        };
        let Some(outcome) = game.outcome().filter(|_| rival::is_whole(game)) else {
            return Ok(());
        };
        if self.progress.rung() != rung {
            self.progress = Progress::at(rung);
        }
        let score = outcome.score(person);
        let next = self.progress.note(score, game.size().area());
        let follows = self.opponent == ComputerSpec::AutoRival;
        // Before the question: a person who leaves there has played the game, too.
        let is_kept = follows && self.remember(self.progress)?;
        if let Some(next) = next {
            let result = self.terminal.language.say(&Message::RivalResult {
                has_won: score > 0,
                is_clear: rival::is_clear(score, game.size().area()),
            });
            let question = Message::NextRival {
                rung: next,
                size: game.size(),
                result: &result,
            };
            if self.ask_yes(&question)? {
                self.progress = Progress::at(next);
                let seat = &mut seats[person.opponent()];
                let computer = Computer::Rival(next);
                seat.name = seats::display_name(computer, self.terminal.language);
                seat.player = computer.into();
            } else {
                self.progress = Progress::at(rung);
            }
            if is_kept {
                self.remember(self.progress)?;
            }
        }
        Ok(())
    }

    /// Remembers where the person stands; false, and a message, if later runs will not know it.
    fn remember(&mut self, progress: Progress) -> Result<bool> {
        self.progress = progress;
        if let Err(error) = self.memory.keep(progress) {
            let why = &format!("{error:#}");
            self.terminal.tell(&Message::NotRemembered { why })?;
            return Ok(false);
        }
        Ok(true)
    }
}

/// The colour of the person and the rung of the rival, if a person plays a rival.
fn against_rival(seats: &ByColor<Seat>) -> Option<(Color, Rung)> {
    Color::ALL.into_iter().find_map(|color| {
        let rung = seats[color.opponent()].player.rung()?;
        seats[color].player.is_human().then_some((color, rung))
    })
}
