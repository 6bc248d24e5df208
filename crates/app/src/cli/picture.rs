//! Options of `reversi picture`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgAction, Args};
use records::picture::{Kind, Look, Theme};

use super::{SizeArg, Usage};

/// Options of `reversi picture`.
#[derive(Debug, Args)]
pub struct PictureArgs {
    /// What to draw: a board string, moves such as f5d6c3, a file with a saved position or a
    /// recorded game in any format, or the word start
    #[arg(value_name = "GAME|POSITION", allow_hyphen_values = true)]
    pub game: String,
    /// The output file: .svg or .png shows the last position, .gif the whole game
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// The board size of a game given by moves.
    #[command(flatten)]
    pub size: SizeArg,
    /// Animate the whole game in a .svg file
    #[arg(long)]
    pub animate: bool,
    /// Stop after this many moves
    #[arg(long, value_name = "MOVES")]
    pub until: Option<usize>,
    /// The appearance.
    #[command(flatten)]
    pub look: LookArgs,
}

/// The appearance of a picture.
#[derive(Debug, Args)]
pub struct LookArgs {
    /// Seconds for each move of a whole game
    #[arg(long, value_name = "SECONDS", value_parser = delay, default_value = "0.9", allow_hyphen_values = true)]
    pub delay: Duration,
    /// Width in pixels [default: 480, for some board sizes another]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(1..=4096))]
    pub width: Option<u32>,
    /// Colour theme
    #[arg(long, value_enum, default_value_t)]
    pub theme: Theme,
    /// Mark the legal moves
    #[arg(long)]
    pub legal: bool,
    /// Number the discs in the order in which they were placed
    #[arg(long)]
    pub moves: bool,
    /// Mark the disc placed last; a whole game always does
    #[arg(long)]
    pub last: bool,
    /// Show coordinates around the board
    #[arg(long, value_name = "ON|OFF", value_parser = on_or_off, default_value = "on", action = ArgAction::Set)]
    pub coordinates: bool,
    /// Show a caption with the count and the last move [default: on for a whole game, else off]
    #[arg(long, value_name = "ON|OFF", value_parser = on_or_off)]
    pub caption: Option<bool>,
}

impl From<&LookArgs> for Look {
    fn from(args: &LookArgs) -> Look {
        Look {
            delay: args.delay,
            width: args.width,
            theme: args.theme,
            legal: args.legal,
            moves: args.moves,
            last: args.last,
            coordinates: args.coordinates,
            caption: args.caption,
        }
    }
}

impl PictureArgs {
    /// The output format.
    ///
    /// # Errors
    /// When the file extension is unknown, or options contradict each other.
    pub fn kind(&self) -> Result<Kind, Usage> {
        let ending = self.file.extension().and_then(|ending| ending.to_str());
        let kind = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("svg") if self.animate => Kind::MovingSvg,
            Some("svg") => Kind::Svg,
            Some("png") => Kind::Png,
            Some("gif") => Kind::Gif,
            _ => {
                return Err(Usage(
                    "the name of the picture must end in .svg, .png or .gif",
                ));
            }
        };
        let moving = matches!(kind, Kind::MovingSvg | Kind::Gif);
        Err(Usage(match kind {
            Kind::Png if self.animate => "a .png does not move; animate a .svg or a .gif",
            _ if moving && self.look.moves => {
                "--moves is for the picture of one position, .svg or .png"
            }
            _ if moving && self.look.legal => {
                "--legal is for the picture of one position, .svg or .png"
            }
            _ => return Ok(kind),
        }))
    }
}

/// Parses yes or no.
fn on_or_off(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err("it must be on or off".to_string()),
    }
}

/// Parses the time for a move.
fn delay(text: &str) -> Result<Duration, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.05..=60.0).contains(&seconds) => Ok(Duration::from_secs_f64(seconds)),
        _ => Err("it must be a number of seconds from 0.05 to 60".to_string()),
    }
}
