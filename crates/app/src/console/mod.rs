//! The command console.
//!
//! `command` is the table of commands, `verbs` implements them, `state` prints a position, `rivals`
//! follows the results of games against `rival:auto`.

mod command;
mod rivals;
mod state;
mod verbs;

use std::io::Write;

use anyhow::Result;
use engine::Level;
use play::{Computer, ComputerSpec, PlayerSpec, Session};
use rules::{ByColor, Color, Game, Size};

use crate::book;
use crate::cli::ConsoleArgs;
use crate::completion::Completion;
use crate::input::{Input, shown};
use crate::paint::{Paint, Role};
use crate::rival_memory::RivalMemory;
use crate::search_display::SearchDisplay;
use crate::text::Language;
use crate::wrap::fitted;

/// The console: a session, what the user set, and where to print.
pub struct Console {
    session: Session,
    /// The default size of a new game.
    default_size: Size,
    human: Color,
    opponent: ComputerSpec,
    level: Level,
    /// What `rival:auto` remembers; read when it is first asked for.
    memory: Option<RivalMemory>,
    /// Whether the result of this game was counted for `rival:auto`, or shall not be.
    is_counted: bool,
    show_legal: bool,
    /// True at a terminal: settings are confirmed.
    talkative: bool,
    display: SearchDisplay,
    paint: Paint,
    out: Box<dyn Write>,
}

/// Whether to read another command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Read the next command.
    Continue,
    /// Leave the console.
    Quit,
}

/// Runs the console until `quit` or the end of the input.
pub fn run(args: &ConsoleArgs, out: Box<dyn Write>) -> Result<()> {
    let mut input = Input::open(Completion::new(command::completions()))?;
    let mut console = Console::new(args, input.is_terminal(), out);
    console.display = SearchDisplay::open(Language::En)?;
    console.session.open_from(book::chosen(&args.book)?);
    if console.talkative {
        console.greet()?;
    }
    loop {
        let legal = console.session.human_moves();
        input.offer_squares(legal.into_iter().map(|point| point.to_string()));
        let line = input.line("> ", &mut *console.out)?;
        if console.obey(&line)? == Flow::Quit {
            break;
        }
    }
    Ok(console.out.flush()?)
}

impl Console {
    /// A console before its first command.
    pub fn new(args: &ConsoleArgs, talkative: bool, out: Box<dyn Write>) -> Console {
        let human = if args.white {
            Color::White
        } else {
            Color::Black
        };
        let level = args.level.or(args.opponent.level());
        let nobody = ByColor {
            black: PlayerSpec::Human,
            white: PlayerSpec::Human,
        };
        let mut console = Console {
            session: Session::new(Game::new(args.size.get()), nobody, args.seed.seed()),
            default_size: args.size.get(),
            human,
            opponent: args.opponent,
            level: level.unwrap_or(Level::LOWEST),
            memory: None,
            is_counted: false,
            show_legal: args.legal,
            talkative,
            display: SearchDisplay::default(),
            paint: Paint::detect(),
            out,
        };
        console.seat();
        console
    }

    /// Assigns the human and the opponent to their colours.
    fn seat(&mut self) {
        let computer = self.computer().into();
        let human = self.human;
        self.session.seat(ByColor::from_fn(|color| {
            if color == human {
                PlayerSpec::Human
            } else {
                computer
            }
        }));
    }

    fn greet(&mut self) -> Result<()> {
        self.show_state(None)?;
        let legal = self.session.game().legal_moves();
        let square = legal
            .into_iter()
            .nth(2)
            .map_or(String::new(), |p| p.to_string());
        let first = match self.human {
            Color::Black => format!("Type play {square}, then cont."),
            Color::White => "Type cont to begin.".to_string(),
        };
        let hint = format!("{first} For more: help, or reversi play for a guided game.");
        writeln!(self.out, "{}", self.paint.paint(Role::Hint, fitted(&hint)))?;
        if self.computer() == Computer::Engine(Level::LOWEST) {
            let strong = "You play against engine:1, which already beats most people. For one that suits you: \
                          opponent rival:auto";
            writeln!(self.out, "{}", self.paint.paint(Role::Hint, fitted(strong)))?;
        }
        Ok(())
    }

    /// Executes one line. Problems with the line are printed; only a failed write is an error.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn obey(&mut self, line: &str) -> Result<Flow> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Flow::Continue);
        }
        let (name, argument) = match line.split_once(char::is_whitespace) {
            Some((name, argument)) => (name, argument.trim()),
            None => (line, ""),
        };
        match command::find(name) {
            Ok(entry) if entry.usage.is_empty() && !argument.is_empty() => {
                let name = entry.name;
                self.complain(&format!("`{name}` stands alone; type just: {name}"))
            }
            Ok(entry) => (entry.run)(self, argument),
            Err(unknown) => self.complain(&unknown),
        }
    }

    fn say(&mut self, text: &str) -> Result<Flow> {
        writeln!(self.out, "{text}")?;
        Ok(Flow::Continue)
    }

    /// Confirms a setting at a terminal. In a pipe settings are silent.
    fn mention(&mut self, text: &str) -> Result<Flow> {
        if self.talkative {
            self.say(&fitted(text))
        } else {
            Ok(Flow::Continue)
        }
    }

    /// Prints an error message. It may quote what the user typed.
    fn complain(&mut self, text: &str) -> Result<Flow> {
        let text = self.paint.paint(Role::Error, fitted(&shown(text)));
        writeln!(self.out, "{text}")?;
        Ok(Flow::Continue)
    }
}
