//! The questions before a game.

use anyhow::Result;
use clap::ValueEnum;
use engine::Level;
use play::{ComputerSpec, ParsePlayerError, PlayerSpec};
use rules::{ByColor, Color, Size};

use super::Guide;
use crate::draw::Style;
use crate::seats;
use crate::seats::Seat;
use crate::text::Message;

impl Guide {
    /// Asks for the players, except for what the command line gives.
    pub(super) fn ask_seats(&mut self) -> Result<ByColor<Seat>> {
        match self.choose(&Message::HowManyPlayers, &["0", "1", "2"])? {
            "0" => {
                let chosen = self.opponent;
                self.watch_engine_by_default();
                let level = self.ask_level()?;
                self.ask_pause()?;
                let seats = self.seats(0, &[], self.computer(level), Color::Black);
                self.opponent = chosen;
                Ok(seats)
            }
            "1" => {
                let name = self.ask_name(None)?;
                if !name.is_empty() {
                    self.terminal.tell(&Message::Welcome { name: &name })?;
                }
                let computer = match self.opponent {
                    ComputerSpec::AutoRival => self.ask_rival()?.into(),
                    _ => {
                        let level = self.ask_level()?;
                        self.computer(level)
                    }
                };
                let color = self.ask_color(computer)?;
                Ok(self.seats(1, &[name], computer, color))
            }
            _ => {
                let names = [self.ask_name(Some(1))?, self.ask_name(Some(2))?];
                Ok(self.seats(2, &names, PlayerSpec::Human, Color::Black))
            }
        }
    }

    fn ask_name(&mut self, number: Option<usize>) -> Result<String> {
        let given = self.answers.name.get(number.unwrap_or(1) - 1);
        if let Some(name) = given {
            return Ok(name.clone());
        }
        // Any name is valid; an empty one gets a default later.
        let question = Message::AskName { number };
        self.terminal
            .ask(&question, |answer| Ok(answer.to_string()))
    }

    fn ask_level(&mut self) -> Result<Level> {
        let given = self.answers.opponent.and_then(ComputerSpec::level);
        let settled = self.answers.level.or(given).is_some();
        if settled || !self.opponent.has_level() {
            return Ok(Level::DEFAULT);
        }
        self.terminal.ask_level()
    }

    fn ask_color(&mut self, opponent: PlayerSpec) -> Result<Color> {
        if let Some(color) = self.answers.color {
            return Ok(color);
        }
        let opponent = &match opponent {
            PlayerSpec::Computer(computer) => seats::display_name(computer, self.terminal.language),
            PlayerSpec::Human => String::new(),
        };
        let offered = "1, 2";
        self.terminal
            .ask(&Message::AskColor { opponent }, |answer| match answer {
                "1" => Ok(Color::Black),
                "2" => Ok(Color::White),
                _ => answer.parse().map_err(|_| not_offered(answer, offered)),
            })
    }

    fn ask_pause(&mut self) -> Result<()> {
        if self.answers.game.pause.is_none() {
            self.terminal.pause = self.terminal.ask(&Message::AskPause, |answer| {
                crate::cli::pause(answer).map_err(|_| Message::BadPause { answer })
            })?;
        }
        Ok(())
    }

    pub(super) fn ask_style(&mut self) -> Result<Style> {
        let current = self.terminal.style;
        let styles = Style::value_variants().iter();
        let names: Vec<String> = styles
            .filter_map(|style| Some(style.to_possible_value()?.get_name().to_string()))
            .collect();
        let offered = &names.join(", ");
        let question = Message::AskStyle { styles: offered };
        self.terminal.ask(&question, |answer| match answer {
            "" => Ok(current),
            _ => Style::from_str(answer, true).map_err(|_| not_offered(answer, offered)),
        })
    }

    pub(super) fn ask_size(&mut self) -> Result<Size> {
        let current = self.start.size();
        let offered = "4, 6, 8 … 26";
        self.terminal.ask(&Message::AskSize, |answer| match answer {
            "" => Ok(current),
            _ => answer.parse().map_err(|_| not_offered(answer, offered)),
        })
    }

    pub(super) fn ask_opponent(&mut self) -> Result<ComputerSpec> {
        let current = self.opponent;
        let list = &seats::list(self.terminal.language);
        let names = list.lines().filter_map(|line| line.split(' ').next());
        let offered = &names.collect::<Vec<_>>().join(", ");
        let question = Message::AskOpponent { list };
        self.terminal.ask(&question, |answer| match answer {
            "" => Ok(current),
            _ => answer.parse().map_err(|error| match error {
                ParsePlayerError::Rung(_) => Message::NoRival { answer },
                _ => not_offered(answer, offered),
            }),
        })
    }

    pub(super) fn ask_yes(&mut self, question: &Message) -> Result<bool> {
        let offered = &self.terminal.language.say(&Message::YesOrNo);
        self.terminal
            .ask(question, |answer| match answer.to_lowercase().as_str() {
                "y" | "yes" | "ν" | "ναι" => Ok(true),
                "n" | "no" | "ο" | "όχι" | "οχι" => Ok(false),
                _ => Err(not_offered(answer, offered)),
            })
    }

    /// Asks for one of a few words.
    pub(super) fn choose(
        &mut self,
        question: &Message,
        words: &'static [&'static str],
    ) -> Result<&'static str> {
        let offered = &words.join(", ");
        self.terminal.ask(question, |answer| {
            let chosen = words.iter().find(|word| **word == answer);
            chosen.copied().ok_or_else(|| not_offered(answer, offered))
        })
    }
}

fn not_offered<'a>(answer: &'a str, offered: &str) -> Message<'a> {
    let offered = offered.to_string();
    Message::NotOffered { answer, offered }
}
