//! `reversi play`, the guided game: a menu, or a game at once when the command line gives all
//! settings.

mod ladder;
mod setup;

use std::io::Write;

use anyhow::Result;
use clap::ValueEnum;
use engine::{Level, Opponent};
use play::rival::Progress;
use play::{ComputerSpec, PlayerSpec};
use rules::{ByColor, Color, Diagram, Game, Size, Start};

use crate::cli::{PlayArgs, SeatArg};
use crate::input::printable;
use crate::position;
use crate::rival_memory::RivalMemory;
use crate::seats;
use crate::seats::Seat;
use crate::terminal::Terminal;
use crate::text::{Beginning, Message};

/// The menu with its settings.
struct Guide {
    terminal: Terminal,
    /// The settings given on the command line.
    answers: PlayArgs,
    /// The start position.
    start: Game,
    beginning: Beginning,
    opponent: ComputerSpec,
    /// What `rival:auto` remembers.
    memory: RivalMemory,
    /// How the person does against the rival of the last game.
    progress: Progress,
    seed: u64,
}

/// Runs the guided game.
pub fn run(args: PlayArgs, out: Box<dyn Write>) -> Result<()> {
    args.check()?;
    // A level is one of the engine; without any, a person gets a rival that suits.
    let usual = match args.level {
        Some(_) => ComputerSpec::Opponent(Opponent::Engine, None),
        None => ComputerSpec::AutoRival,
    };
    let start = position::starting(&args.game)?;
    let memory = RivalMemory::open(start.size());
    let beginning = match (&args.game.position, args.game.mirrored) {
        (Some(_), _) => Beginning::Given,
        (None, true) => Beginning::Mirrored,
        (None, false) => Beginning::Standard,
    };
    let mut guide = Guide {
        start,
        beginning,
        terminal: Terminal::open(&args.game, out)?,
        opponent: args.opponent.unwrap_or(usual),
        progress: memory.progress(),
        memory,
        seed: args.game.seed.seed(),
        answers: args,
    };
    match guide.seats_from_command_line() {
        Some(seats) => guide.play_rounds(seats)?,
        None => guide.menu()?,
    }
    guide.terminal.close()
}

impl Guide {
    fn menu(&mut self) -> Result<()> {
        loop {
            match self.choose(&Message::Menu, &["0", "1", "2", "3"])? {
                "1" => {
                    let seats = self.ask_seats()?;
                    self.play_rounds(seats)?;
                }
                "2" => self.terminal.tell(&Message::Rules)?,
                "3" => self.change_settings()?,
                _ => return self.terminal.tell(&Message::Goodbye),
            }
        }
    }

    /// Plays games with the same players until they stop.
    fn play_rounds(&mut self, mut seats: ByColor<Seat>) -> Result<()> {
        loop {
            let game = self.terminal.play(self.start.clone(), &seats, self.seed)?;
            self.seed = self.seed.wrapping_add(1);
            self.offer_next_rival(&game, &mut seats)?;
            if !self.ask_yes(&Message::PlayAgain)? {
                return Ok(());
            }
        }
    }

    /// The players, if the command line gives any; missing settings get their defaults.
    fn seats_from_command_line(&mut self) -> Option<ByColor<Seat>> {
        let PlayArgs {
            players,
            black,
            white,
            ref name,
            ..
        } = self.answers;
        let name = name.clone();
        if black.is_none() && white.is_none() {
            let people = players?;
            let color = self.answers.color.unwrap_or(Color::Black);
            if people == 0 {
                self.watch_engine_by_default();
            }
            let computer = self.computer(Level::DEFAULT);
            return Some(self.seats(people, &name, computer, color));
        }
        let given = ByColor { black, white };
        let players = ByColor::from_fn(|color| match given[color] {
            None | Some(SeatArg::Human) => PlayerSpec::Human,
            Some(SeatArg::Computer(spec)) => {
                self.opponent = spec;
                let level = spec.level().unwrap_or(Level::DEFAULT);
                spec.computer(level, self.memory.progress().rung()).into()
            }
        });
        Some(self.named(players, &name))
    }

    /// The computer at the level the command line gives, else at `level`.
    fn computer(&self, level: Level) -> PlayerSpec {
        let opponent_level = self.answers.opponent.and_then(ComputerSpec::level);
        let level = self.answers.level.or(opponent_level).unwrap_or(level);
        let auto = self.memory.progress().rung();
        self.opponent.computer(level, auto).into()
    }

    /// Where no person plays, no rival can follow: the engine plays itself.
    fn watch_engine_by_default(&mut self) {
        if self.opponent == ComputerSpec::AutoRival {
            self.opponent = ComputerSpec::Opponent(Opponent::Engine, None);
        }
    }

    fn seats(
        &self,
        people: u8,
        names: &[String],
        computer: PlayerSpec,
        color: Color,
    ) -> ByColor<Seat> {
        let players = ByColor::from_fn(|seat| match people {
            0 => computer,
            1 if seat != color => computer,
            _ => PlayerSpec::Human,
        });
        self.named(players, names)
    }

    /// Names every player: people by the given names in order, computers by their own.
    fn named(&self, players: ByColor<PlayerSpec>, names: &[String]) -> ByColor<Seat> {
        let both = players.black.is_human() && players.white.is_human();
        let mut given = names.iter().map(|name| printable(name.trim()));
        let mut seats = seats::seats(players, self.terminal.language);
        for (color, number) in [(Color::Black, 1), (Color::White, 2)] {
            if players[color].is_human() {
                let number = both.then_some(number);
                let nameless = self.terminal.language.say(&Message::DefaultName { number });
                let name = given.next().filter(|name| !name.is_empty());
                seats[color].name = name.unwrap_or(nameless);
            }
        }
        if seats.black.name == seats.white.name {
            seats.white.name += " 2";
        }
        seats
    }

    /// Shows the settings and changes them until the user is done.
    fn change_settings(&mut self) -> Result<()> {
        loop {
            let style = self.terminal.style.to_possible_value();
            let size = self.start.size();
            let message = Message::Settings {
                style: style.as_ref().map_or("", |style| style.get_name()),
                size: size.side(),
                start: self.beginning,
                opponent: &seats::typed_name(self.opponent),
            };
            match self.choose(&message, &["0", "1", "2", "3", "4"])? {
                "1" => self.terminal.style = self.ask_style()?,
                "2" => {
                    let other = self.ask_size()?;
                    if other != size {
                        let mirrored = self.beginning == Beginning::Mirrored;
                        self.begin_with(other, mirrored);
                    }
                }
                "3" => self.begin_with(size, self.beginning != Beginning::Mirrored),
                "4" => {
                    let other = self.ask_opponent()?;
                    if other != self.opponent {
                        self.opponent = other;
                        // The level belonged to the old opponent.
                        self.answers.opponent = other.level().map(|_| other);
                    }
                }
                _ => return Ok(()),
            }
        }
    }

    /// Sets the start position: the usual one or its mirror image.
    fn begin_with(&mut self, size: Size, mirrored: bool) {
        let (start, beginning) = if mirrored {
            (Start::Mirrored, Beginning::Mirrored)
        } else {
            (Start::Standard, Beginning::Standard)
        };
        self.start = Game::from_diagram(Diagram::start(size, start));
        self.beginning = beginning;
        if size != self.memory.size() {
            self.memory = RivalMemory::open(size);
            self.progress = self.memory.progress();
        }
    }
}
