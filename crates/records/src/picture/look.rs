//! Output formats and appearance of a picture.

use std::time::Duration;

use super::theme::Theme;

/// The output format.
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

/// The appearance of a picture.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Time for each move of a whole game.
    pub delay: Duration,
    /// Width in pixels; the default depends on the board size.
    pub width: Option<u32>,
    /// The colours.
    pub theme: Theme,
    /// Mark the legal moves.
    pub legal: bool,
    /// Number the discs in the order in which they were placed.
    pub moves: bool,
    /// Mark the disc placed last; a whole game always does.
    pub last: bool,
    /// Show coordinates around the board.
    pub coordinates: bool,
    /// Show a caption with the count and the last move; by default only for a whole game.
    pub caption: Option<bool>,
}

impl Default for Look {
    /// The default appearance.
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
    /// True if there is a caption.
    pub fn has_caption(&self, kind: Kind) -> bool {
        let moving = matches!(kind, Kind::MovingSvg | Kind::Gif);
        self.caption.unwrap_or(moving)
    }
}
