//! Terminal colours.

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal};

use anstyle::{Ansi256Color, AnsiColor, Style};

/// Whether output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Plain text.
    Plain,
    /// With colours.
    Colored,
}

/// The role of a text, which determines its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A black disc.
    Black,
    /// A white disc.
    White,
    /// A legal move.
    Legal,
    /// The black disc placed last.
    LastBlack,
    /// The white disc placed last.
    LastWhite,
    /// A black disc on a green board.
    BlackOnFelt,
    /// A white disc on a green board.
    WhiteOnFelt,
    /// A legal move on a green board.
    LegalOnFelt,
    /// An empty square of a green board.
    EmptyOnFelt,
    /// The lines and labels of a board.
    Frame,
    /// A hint what to type.
    Hint,
    /// A success.
    Good,
    /// An error.
    Error,
}

impl Paint {
    /// Colours if standard output is a terminal with colours and `NO_COLOR` is not set.
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
    /// The role of the same disc when it was placed last.
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

/// A colour of the 256-colour palette on board green.
fn felt(color: u8) -> Style {
    Style::new()
        .bg_color(Some(Ansi256Color(28).into()))
        .fg_color(Some(Ansi256Color(color).into()))
}
