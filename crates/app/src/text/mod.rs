//! Everything that is said at a table, by language.

mod english;
mod greek;

use std::env;

use clap::ValueEnum;
use engine::{Level, Opponent, Score};
use rules::{ByColor, Color, Point, Reason};

/// A language to speak.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Ελληνικά.
    El,
}

impl Language {
    /// The language of the user's locale, English if it is not one of ours.
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

    /// What to say.
    pub fn say(self, message: &Message) -> String {
        match self {
            Language::En => english::say(message),
            Language::El => greek::say(message),
        }
    }
}

/// Where games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// The usual start.
    Standard,
    /// Its mirror image.
    Mirrored,
    /// A position given on the command line.
    Given,
}

/// Something to say, with the names and numbers it is about.
#[derive(Clone, Debug, PartialEq)]
pub enum Message<'a> {
    /// The main menu.
    Menu,
    /// The rules as a numbered list.
    Rules,
    /// The answer is not one of those offered.
    NotOffered { answer: &'a str, offered: String },
    /// How many people play?
    HowManyPlayers,
    /// What is your name? With a number when there are two.
    AskName { number: Option<usize> },
    /// The name of somebody who gave none.
    DefaultName { number: Option<usize> },
    /// A greeting by name.
    Welcome { name: &'a str },
    /// How far shall the computer look ahead? With recommended values.
    AskLevel,
    /// The level is set.
    LevelSet { level: Level },
    /// What was typed is no level.
    BadLevel { answer: &'a str },
    /// Dark or light?
    AskColor { opponent: &'a str },
    /// How long to pause after each move?
    AskPause,
    /// What was typed is no pause.
    BadPause { answer: &'a str },
    /// The settings, as they are, and what can be changed.
    Settings {
        style: &'a str,
        size: usize,
        start: Beginning,
        opponent: &'a str,
    },
    /// Which board style?
    AskStyle { styles: &'a str },
    /// Which size?
    AskSize,
    /// Against whom?
    AskOpponent { list: &'a str },
    /// An opponent in a few words.
    About { opponent: Opponent },
    /// A new game begins.
    NewGame {
        names: &'a ByColor<String>,
        /// The characters for their discs, where these tell the colours apart.
        symbols: Option<ByColor<char>>,
    },
    /// Whose turn it is.
    Turn { name: &'a str, color: Color },
    /// How to type a move.
    AskMove {
        last_letter: char,
        first: usize,
        last: usize,
        /// A square that may be played.
        example: Point,
    },
    /// The column, after a row was typed alone.
    AskColumn,
    /// A square cannot be played.
    IllegalMove {
        place: &'a str,
        reason: Reason,
        legal: &'a str,
    },
    /// What was typed is neither a square nor a word we know.
    NotAMove { answer: &'a str },
    /// What can be typed beside a move.
    MoveHelp {
        /// What rows and columns are counted from.
        first: usize,
    },
    /// Somebody moved.
    Moved { name: &'a str, place: &'a str },
    /// A place on the board in row and column numbers.
    RowColumn { row: usize, column: usize },
    /// Somebody cannot move and is passed over.
    CannotMove { name: &'a str, next: &'a str },
    /// A good move.
    Hint { place: &'a str },
    /// What the computer thinks so far, and how to cut it short if that can be done.
    Thinking {
        /// The move it would make; none from opponents that cannot be cut short.
        place: Option<&'a str>,
        /// What it expects, for itself.
        score: Score,
        /// How many moves ahead.
        moves: u32,
    },
    /// The moves so far have a name.
    Opening { name: &'a str },
    /// There is nothing to take back.
    NothingToUndo,
    /// There is nothing to make again.
    NothingToRedo,
    /// The count, and how much of the board is empty.
    Score {
        names: &'a ByColor<String>,
        counts: ByColor<u32>,
        empty_percent: f64,
    },
    /// The game is over and somebody won.
    Winner {
        name: &'a str,
        human: bool,
        color: Color,
        counts: ByColor<u32>,
    },
    /// The game is over and nobody won.
    Draw { counts: ByColor<u32> },
    /// Another game?
    PlayAgain,
    /// The short words for yes and no.
    YesOrNo,
    /// What the house player is called.
    Computer,
    /// Until next time.
    Goodbye,
}

/// A colour's character in brackets, where there is one.
fn symbol(symbols: Option<ByColor<char>>, color: Color) -> String {
    symbols.map_or(String::new(), |symbols| format!(" ({})", symbols[color]))
}
