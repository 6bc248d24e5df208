//! How a picture looks, and what it is written as.

use std::time::Duration;

use super::theme::Theme;

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One position, as SVG.
    Svg,
    /// One position, as PNG.
    Png,
    /// A whole game, as SVG.
    MovingSvg,
    /// A whole game, as GIF.
    Gif,
}

/// How a picture looks.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// How long each move of a whole game is shown.
    pub delay: Duration,
    /// Width in pixels; without it, one that suits the size of the board.
    pub width: Option<u32>,
    /// The colours.
    pub theme: Theme,
    /// Mark where the next disc may be placed.
    pub legal: bool,
    /// Number the discs in the order in which they were placed.
    pub moves: bool,
    /// Mark the disc placed last; a whole game always does.
    pub last: bool,
    /// Letters and numbers around the board.
    pub coordinates: bool,
    /// A line with the count and the last move; without it, only for a whole game.
    pub caption: Option<bool>,
}

impl Default for Look {
    /// As without any options.
    fn default() -> Look {
        Look {
            delay: Duration::from_millis(900),
            width: None,
            theme: Theme::default(),
            legal: false,
            moves: false,
            last: false,
            coordinates: true,
            caption: None,
        }
    }
}

impl Look {
    /// Whether there is a line under the board.
    pub fn has_caption(&self, kind: Kind) -> bool {
        let moving = matches!(kind, Kind::MovingSvg | Kind::Gif);
        self.caption.unwrap_or(moving)
    }
}
