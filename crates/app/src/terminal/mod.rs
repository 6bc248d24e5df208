//! Games between people and computers at the terminal, for `reversi play` and `reversi demo`.
//!
//! `game_loop` plays one game, `turn_input` parses what a person types at a turn.

mod game_loop;
mod turn_input;

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use engine::Level;
use play::{Repertoire, Session};
use rules::{ByColor, Game};

use crate::book;
use crate::cli::GameArgs;
use crate::completion::Completion;
use crate::draw::Style;
use crate::input::{Closed, Input, printable};
use crate::paint::{Paint, Role};
use crate::search_display::SearchDisplay;
use crate::seats::Seat;
use crate::text::{Language, Message};
use crate::wrap::fitted;
use game_loop::GameLoop;
use records::RecordFile;

/// Default pause after a move between computers at a terminal.
const PAUSE: Duration = Duration::from_millis(700);

/// The terminal with its settings: language, style, record file, opening book.
pub struct Terminal {
    /// The language of messages.
    pub language: Language,
    /// The style of the board.
    pub style: Style,
    /// Pause after a move when computers play each other.
    pub pause: Duration,
    paint: Paint,
    record: Option<RecordFile>,
    /// The opening book.
    repertoire: Repertoire,
    display: SearchDisplay,
    input: Input,
    out: Box<dyn Write>,
}

impl Terminal {
    /// Opens the terminal with the options of the command line.
    pub fn open(args: &GameArgs, out: Box<dyn Write>) -> Result<Terminal> {
        let paint = Paint::detect();
        let input = Input::open(Completion::new(Vec::new()))?;
        let usual_pause = if input.is_terminal() {
            PAUSE
        } else {
            Duration::ZERO
        };
        let language = args.lang.unwrap_or_else(Language::detect);
        Ok(Terminal {
            language,
            style: args.style.unwrap_or(Style::preferred(paint)),
            pause: args.pause.unwrap_or(usual_pause),
            paint,
            record: args.record.as_deref().map(RecordFile::open).transpose()?,
            repertoire: book::chosen(&args.book)?,
            display: SearchDisplay::open(language)?,
            input,
            out,
        })
    }

    /// Prints a message.
    pub fn tell(&mut self, message: &Message) -> Result<()> {
        let text = fitted(&self.language.say(message));
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints an error message.
    fn object(&mut self, message: &Message) -> Result<()> {
        let text = fitted(&self.language.say(message));
        let text = self.paint.paint(Role::Error, text);
        Ok(writeln!(self.out, "{text}")?)
    }

    /// The next input line.
    fn line(&mut self) -> Result<String> {
        self.input.line("> ", &mut *self.out)
    }

    /// Repeats a question until the answer is valid.
    ///
    /// # Errors
    /// [`Closed`] at the end of the input, or after `quit`.
    pub fn ask<T>(
        &mut self,
        question: &Message,
        understand: impl for<'a> Fn(&'a str) -> Result<T, Message<'a>>,
    ) -> Result<T> {
        self.tell(question)?;
        loop {
            let answer = printable(self.line()?.trim());
            if is_leaving(&answer) {
                return Err(Closed.into());
            }
            match understand(&answer) {
                Ok(answer) => return Ok(answer),
                Err(objection) => self.object(&objection)?,
            }
        }
    }

    /// Asks for the level of the computer.
    pub fn ask_level(&mut self) -> Result<Level> {
        let level: Level = self.ask(&Message::AskLevel, |answer| {
            answer.parse().map_err(|_| Message::BadLevel { answer })
        })?;
        self.tell(&Message::LevelSet { level })?;
        Ok(level)
    }

    /// True if a person types at a terminal.
    pub fn has_person(&self) -> bool {
        self.input.is_terminal()
    }

    /// Plays a game to its end, or until a person quits. Returns the game.
    pub fn play(&mut self, game: Game, seats: &ByColor<Seat>, seed: u64) -> Result<Game> {
        let players = ByColor::from_fn(|color| seats[color].player);
        let names = ByColor::from_fn(|color| seats[color].name.clone());
        let mut session = Session::new(game, players, seed);
        session.open_from(self.repertoire.clone());
        GameLoop::new(self, session, names).play()
    }

    /// Flushes the output.
    pub fn close(mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }
}

/// True if an answer means to quit.
fn is_leaving(answer: &str) -> bool {
    ["quit", "exit"].contains(&answer.to_ascii_lowercase().as_str())
}
