//! The messages of games at the terminal, in each language.

mod english;
mod greek;

use std::env;

use clap::ValueEnum;
use engine::{Level, Opponent};
use play::people::Skill;
use play::rival::Rung;
use rules::{ByColor, Color, Point, Reason, Size};

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Ελληνικά.
    El,
}

impl Language {
    /// The language of the user's locale, or English.
    pub fn detect() -> Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| env::var(name).ok())
            .find(|value| !value.is_empty());
        match locale {
            Some(locale) if locale.starts_with("el") => Language::El,
            _ => Language::En,
        }
    }

    /// The text of a message.
    pub fn say(self, message: &Message) -> String {
        match self {
            Language::En => english::say(message),
            Language::El => greek::say(message),
        }
    }
}

/// The start position, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// The usual start.
    Standard,
    /// Its mirror image.
    Mirrored,
    /// A position given on the command line.
    Given,
}

/// A message with its names and numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Message<'a> {
    /// The main menu.
    Menu,
    /// The rules as a numbered list.
    Rules,
    /// The answer is not one of those offered.
    NotOffered { answer: &'a str, offered: String },
    /// Asks how many people play.
    HowManyPlayers,
    /// Asks for a name; numbered when there are two people.
    AskName { number: Option<usize> },
    /// The default name of a person.
    DefaultName { number: Option<usize> },
    /// A greeting by name.
    Welcome { name: &'a str },
    /// Asks for the level, with recommended values.
    AskLevel,
    /// Confirms the level.
    LevelSet { level: Level },
    /// Rejects a level.
    BadLevel { answer: &'a str },
    /// Asks for the colour.
    AskColor { opponent: &'a str },
    /// Asks for the pause after each move.
    AskPause,
    /// Rejects a pause.
    BadPause { answer: &'a str },
    /// The settings menu.
    Settings {
        style: &'a str,
        size: usize,
        start: Beginning,
        opponent: &'a str,
    },
    /// Asks for the board style.
    AskStyle { styles: &'a str },
    /// Asks for the board size.
    AskSize,
    /// Asks for the opponent.
    AskOpponent { list: &'a str },
    /// Describes an opponent.
    About { opponent: Opponent },
    /// Describes the rivals together.
    AboutRivals,
    /// The display name of a rival.
    Rival { rung: Rung },
    /// A rival with its rating and what that means, where it is rated.
    AboutRival { rung: Rung, size: Size },
    /// What a rating means.
    Skill { skill: Skill },
    /// Asks for a rival; `suits` is the one that follows the person.
    AskRival { suits: Rung, size: Size },
    /// Rejects a rival.
    BadRival { answer: &'a str },
    /// Rejects a rival where any opponent can be named.
    NoRival { answer: &'a str },
    /// What a rival is on a board other than 8×8.
    RivalElsewhere { size: Size },
    /// Why another rival suits the person now: a game won or lost clearly, or two in a row.
    RivalResult { has_won: bool, is_clear: bool },
    /// Asks whether to play another rival next, after the [result](Message::RivalResult) that suggests it.
    NextRival {
        rung: Rung,
        size: Size,
        result: &'a str,
    },
    /// The rival of the next game could not be remembered.
    NotRemembered { why: &'a str },
    /// A new game begins.
    NewGame {
        names: &'a ByColor<String>,
        /// The characters of their discs, if the board is not drawn in colour.
        symbols: Option<ByColor<char>>,
    },
    /// Whose turn it is.
    Turn { name: &'a str, color: Color },
    /// Asks for a move.
    AskMove {
        last_letter: char,
        first: usize,
        last: usize,
        /// An example of a legal move.
        example: Point,
    },
    /// Asks for the column after a row.
    AskColumn,
    /// Rejects an illegal move.
    IllegalMove {
        place: &'a str,
        reason: Reason,
        legal: &'a str,
    },
    /// Rejects input that is neither a square nor a known word.
    NotAMove { answer: &'a str },
    /// Help: the words that can be typed instead of a move.
    MoveHelp {
        /// The number of the first row and column.
        first: usize,
    },
    /// A computer moved.
    Moved { name: &'a str, place: &'a str },
    /// A square as row and column numbers.
    RowColumn { row: usize, column: usize },
    /// A side has no legal move and passes.
    CannotMove { name: &'a str, next: &'a str },
    /// Suggests a move.
    Hint { place: &'a str },
    /// The progress of a search, and how to stop it if that is possible.
    Thinking {
        /// The best move so far; `None` for opponents that cannot be stopped.
        place: Option<&'a str>,
        /// The score for the computer, as text.
        score: &'a str,
        /// The search depth in moves.
        moves: u32,
    },
    /// The name of the opening.
    Opening { name: &'a str },
    /// Nothing can be taken back.
    NothingToUndo,
    /// Nothing can be replayed.
    NothingToRedo,
    /// The number of discs, and the empty part of the board in percent.
    Score {
        names: &'a ByColor<String>,
        counts: ByColor<u32>,
        empty_percent: f64,
    },
    /// The game is over with a winner.
    Winner {
        name: &'a str,
        human: bool,
        color: Color,
        counts: ByColor<u32>,
    },
    /// The game is a draw.
    Draw { counts: ByColor<u32> },
    /// Asks for another game.
    PlayAgain,
    /// The words for yes and no.
    YesOrNo,
    /// The display name of the engine.
    Computer,
    /// Says goodbye.
    Goodbye,
}

/// The character of a colour in brackets, or nothing.
fn symbol(symbols: Option<ByColor<char>>, color: Color) -> String {
    symbols.map_or(String::new(), |symbols| format!(" ({})", symbols[color]))
}
