//! Where a game is played: how it is shown, spoken of and written down, whoever plays it.
//!
//! `round` is one game at a terminal, `answer` what a person types in it.

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
use game_loop::GameLoop;
use records::RecordFile;

/// How long computers that play each other pause after a move when somebody watches.
const PAUSE: Duration = Duration::from_millis(700);

/// A place to play at.
pub struct Terminal {
    /// The language spoken at it.
    pub language: Language,
    /// How the board looks.
    pub style: Style,
    /// How long computers that play each other pause after a move.
    pub pause: Duration,
    paint: Paint,
    record: Option<RecordFile>,
    /// What the engine opens from.
    repertoire: Repertoire,
    display: SearchDisplay,
    input: Input,
    out: Box<dyn Write>,
}

impl Terminal {
    /// The terminal that the command line asks for.
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
        let text = self.language.say(message);
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints a message that something was wrong.
    fn object(&mut self, message: &Message) -> Result<()> {
        let text = self.paint.paint(Role::Error, self.language.say(message));
        Ok(writeln!(self.out, "{text}")?)
    }

    /// The next line that is typed.
    fn line(&mut self) -> Result<String> {
        self.input.line("> ", &mut *self.out)
    }

    /// Asks until the answer can be understood.
    ///
    /// # Errors
    /// [`Closed`] when nobody answers, or with `quit`.
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

    /// Asks how far the computer shall look ahead.
    pub fn ask_level(&mut self) -> Result<Level> {
        let level: Level = self.ask(&Message::AskLevel, |answer| {
            answer.parse().map_err(|_| Message::BadLevel { answer })
        })?;
        self.tell(&Message::LevelSet { level })?;
        Ok(level)
    }

    /// Whether somebody types the answers.
    pub fn has_person(&self) -> bool {
        self.input.is_terminal()
    }

    /// Plays a game to its end, or until somebody gives up.
    pub fn play(&mut self, game: Game, seats: &ByColor<Seat>, seed: u64) -> Result<()> {
        let players = ByColor::from_fn(|color| seats[color].player);
        let names = ByColor::from_fn(|color| seats[color].name.clone());
        let mut session = Session::new(game, players, seed);
        session.open_from(self.repertoire.clone());
        GameLoop::new(self, session, names).play()
    }

    /// Prints what is still to be printed.
    pub fn close(mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }
}

/// Whether an answer is a wish to leave.
fn is_leaving(answer: &str) -> bool {
    ["quit", "exit"].contains(&answer.to_ascii_lowercase().as_str())
}
