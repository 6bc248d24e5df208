//! Colour, where the terminal has it.

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal};

use anstyle::{Ansi256Color, AnsiColor, Style};

/// Whether to colour what is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Plain text.
    Plain,
    /// With colours.
    Colored,
}

/// What a piece of text is, which settles how it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A black disc.
    Black,
    /// A white disc.
    White,
    /// A square where one may play.
    Legal,
    /// The black disc placed last.
    LastBlack,
    /// The white disc placed last.
    LastWhite,
    /// A black disc on a green board.
    BlackOnFelt,
    /// A white disc on a green board.
    WhiteOnFelt,
    /// A square of a green board where one may play.
    LegalOnFelt,
    /// An empty square of a green board.
    EmptyOnFelt,
    /// The lines and labels of a board.
    Frame,
    /// What to type.
    Hint,
    /// Something is as it should be.
    Good,
    /// Something went wrong.
    Error,
}

impl Paint {
    /// Colours when standard output is a terminal that has them and the user does not mind.
    pub fn detect() -> Paint {
        let set = |name: &str| env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_none_or(|term| term == "dumb");
        let wanted = io::stdout().is_terminal() && !dumb && !set("NO_COLOR");
        if wanted || set("CLICOLOR_FORCE") {
            Paint::Colored
        } else {
            Paint::Plain
        }
    }

    /// The text, coloured for its role.
    pub fn paint(self, role: Role, text: impl Display) -> String {
        match self {
            Paint::Plain => text.to_string(),
            Paint::Colored => {
                let style = role.style();
                format!("{style}{text}{style:#}")
            }
        }
    }
}

impl Role {
    /// The same disc, as the one placed last.
    pub fn underlined(self) -> Role {
        match self {
            Role::Black => Role::LastBlack,
            Role::White => Role::LastWhite,
            other => other,
        }
    }

    fn style(self) -> Style {
        let color = |color: AnsiColor| Style::new().fg_color(Some(color.into()));
        match self {
            Role::Black => color(AnsiColor::BrightBlue).bold(),
            Role::White => color(AnsiColor::BrightYellow).bold(),
            Role::Legal | Role::Good => color(AnsiColor::Green),
            Role::LastBlack => Role::Black.style().underline(),
            Role::LastWhite => Role::White.style().underline(),
            Role::BlackOnFelt => felt(16).bold(),
            Role::WhiteOnFelt => felt(231).bold(),
            Role::LegalOnFelt => felt(227).bold(),
            Role::EmptyOnFelt => felt(22),
            Role::Frame => Style::new().dimmed(),
            Role::Hint => color(AnsiColor::Cyan),
            Role::Error => color(AnsiColor::Red),
        }
    }
}

/// A colour of the terminal's 256, on the green of a board.
fn felt(color: u8) -> Style {
    Style::new()
        .bg_color(Some(Ansi256Color(28).into()))
        .fg_color(Some(Ansi256Color(color).into()))
}
