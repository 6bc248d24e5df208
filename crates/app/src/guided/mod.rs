//! The guided game: a menu that leads to a game, or straight to it when the command line says all.
//!
//! `setup` asks the questions, `table` is where a game is played, `round` is one game, `answer`
//! what is typed in it, `text` holds every sentence.

mod answer;
mod round;
mod setup;
pub mod table;
pub mod text;

use std::io::Write;

use anyhow::{Result, bail};
use clap::ValueEnum;
use engine::{Level, Opponent};
use play::Player;
use rules::{ByColor, Color, Diagram, Game, Size, Start};

use crate::cli::{GameArgs, PlayArgs};
use crate::completion::Completion;
use crate::draw::Style;
use crate::input::{Input, printable};
use crate::paint::Paint;
use crate::position;
use crate::record::Record;
use crate::roster;
use table::{Seat, Table};
use text::{Language, Message};

/// The menu and what it leads to.
struct Guide {
    table: Table,
    input: Input,
    /// What the command line has answered already.
    answers: PlayArgs,
    /// Where games begin.
    start: Game,
    opponent: Opponent,
    seed: u64,
}

/// Runs the guided game.
pub fn run(args: PlayArgs, out: Box<dyn Write>) -> Result<()> {
    let opponent = match args.opponent {
        None => Opponent::Engine,
        Some(Player::Computer(opponent, _)) => opponent,
        Some(Player::Human) => bail!("for two people say --players 2 instead of --opponent human"),
    };
    let mut guide = Guide {
        start: starting_position(&args.game)?,
        table: open_table(&args.game, out)?,
        input: Input::open(Completion::new(Vec::new()))?,
        opponent,
        seed: args.game.seed.seed(),
        answers: args,
    };
    match guide.seats_from_command_line() {
        Some(seats) => guide.play_rounds(&seats)?,
        None => guide.menu()?,
    }
    Ok(guide.table.out.flush()?)
}

/// The table that the command line asks for.
pub fn open_table(args: &GameArgs, out: Box<dyn Write>) -> Result<Table> {
    let paint = Paint::detect();
    Ok(Table {
        language: args.lang.unwrap_or_else(Language::detect),
        style: args.style.unwrap_or(Style::preferred(paint)),
        paint,
        pause: args.pause.unwrap_or_default(),
        record: args.record.as_deref().map(Record::open).transpose()?,
        out,
    })
}

/// The position that the command line asks for.
pub fn starting_position(args: &GameArgs) -> Result<Game> {
    match &args.position {
        Some(text) => position::read(text, args.size),
        None if args.mirrored => Ok(start(args.size, Start::Mirrored)),
        None => Ok(start(args.size, Start::Standard)),
    }
}

fn start(size: Size, start: Start) -> Game {
    Game::from_diagram(Diagram::start(size, start))
}

impl Guide {
    fn menu(&mut self) -> Result<()> {
        loop {
            match self.choose(&Message::Menu, &["0", "1", "2", "3"])? {
                "1" => {
                    let seats = self.ask_seats()?;
                    self.play_rounds(&seats)?;
                }
                "2" => self.table.tell(&Message::Rules)?,
                "3" => self.change_settings()?,
                _ => return self.table.tell(&Message::Goodbye),
            }
        }
    }

    /// Plays games with the same players until they have had enough.
    fn play_rounds(&mut self, seats: &ByColor<Seat>) -> Result<()> {
        loop {
            let game = self.start.clone();
            self.table.play(game, seats, self.seed, &mut self.input)?;
            self.seed = self.seed.wrapping_add(1);
            if !self.ask_yes(&Message::PlayAgain)? {
                return Ok(());
            }
        }
    }

    /// The players, if the command line says who they are; what it leaves open gets the usual.
    fn seats_from_command_line(&self) -> Option<ByColor<Seat>> {
        let PlayArgs {
            players,
            black,
            white,
            ..
        } = self.answers;
        if black.is_none() && white.is_none() {
            return players.map(|players| {
                let color = self.answers.color.unwrap_or(Color::Black);
                self.seats(
                    players,
                    &self.answers.name,
                    self.computer(Level::DEFAULT),
                    color,
                )
            });
        }
        let players = ByColor {
            black: black.unwrap_or(Player::Human),
            white: white.unwrap_or(Player::Human),
        };
        Some(self.named(players, &self.answers.name))
    }

    /// The computer at the level the command line gives, else at `level`.
    fn computer(&self, level: Level) -> Player {
        let level = match (self.answers.level, self.answers.opponent) {
            (Some(level), _) | (None, Some(Player::Computer(_, level))) => level,
            _ => level,
        };
        Player::Computer(self.opponent, level)
    }

    fn seats(&self, people: u8, names: &[String], computer: Player, color: Color) -> ByColor<Seat> {
        let players = ByColor::from_fn(|seat| match people {
            0 => computer,
            1 if seat != color => computer,
            _ => Player::Human,
        });
        self.named(players, names)
    }

    /// Gives every player a name: people theirs, in the order they came, computers one of ours.
    fn named(&self, players: ByColor<Player>, names: &[String]) -> ByColor<Seat> {
        let people = Color::ALL.map(|color| players[color].is_human());
        let both = people == [true, true];
        let computers = roster::names(&players);
        let mut given = names.iter();
        ByColor::from_fn(|color| {
            let number = both.then_some(if color == Color::Black { 1 } else { 2 });
            let name = match players[color] {
                Player::Human => given.next().map_or_else(
                    || self.table.language.say(&Message::DefaultName { number }),
                    |name| printable(name),
                ),
                Player::Computer(..) => computers[color].clone(),
            };
            Seat {
                name,
                player: players[color],
            }
        })
    }

    /// Shows the settings and changes them until the user is content.
    fn change_settings(&mut self) -> Result<()> {
        loop {
            let style = self.table.style.to_possible_value();
            let mirrored =
                *self.start.start() == Diagram::start(self.start.size(), Start::Mirrored);
            let size = self.start.size();
            let message = Message::Settings {
                style: style.as_ref().map_or("", |style| style.get_name()),
                size: size.side(),
                mirrored,
                opponent: self.opponent.name(),
            };
            let choice = self.choose(&message, &["0", "1", "2", "3", "4"])?;
            let (same, other) = if mirrored {
                (Start::Mirrored, Start::Standard)
            } else {
                (Start::Standard, Start::Mirrored)
            };
            match choice {
                "1" => self.table.style = self.ask_style()?,
                "2" => self.start = start(self.ask_size()?, same),
                "3" => self.start = start(size, other),
                "4" => self.opponent = self.ask_opponent()?,
                _ => return Ok(()),
            }
        }
    }
}
