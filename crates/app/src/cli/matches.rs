//! Options of `reversi match`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use arena::contest::Entrant;
use arena::rating::Sprt;
use clap::Args;
use jobs::cli::FarmArgs;
use play::EngineOptions;
use play::TimeControl;

use super::solve::threads;
use super::{SandboxArgs, SeedArg, SizeArg, Usage};

/// The default number of games.
const USUAL_GAMES: usize = 100;

/// Maximum number of games.
const MOST_GAMES: usize = 100_000_000;

/// The default time limit of other programs for a move. Programs with time management use it, and
/// programs that do not answer are detected by it.
const LONGEST: Duration = Duration::from_secs(5);

/// Options of `reversi match`.
#[derive(Debug, Args)]
pub struct MatchArgs {
    /// The first player: NAME or NAME:LEVEL, as in walle:5; our engine, as in engine:level=10 or
    /// engine:time=0.1,threads=1,weights=FILE; or another program by its protocol and command, as
    /// in gtp:COMMAND, nboard:, cassio:, console:, simple: or once:
    #[arg(value_name = "A")]
    pub first: Entrant,
    /// The second player
    #[arg(value_name = "B")]
    pub second: Entrant,
    /// Number of games, rounded up to pairs: each opening is played with both colours [default:
    /// 100, or until --sprt is decided]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = games)]
    pub games: Option<usize>,
    /// Number of pairs of games
    #[arg(
        long,
        value_name = "N",
        allow_hyphen_values = true,
        value_parser = pairs,
        conflicts_with = "games"
    )]
    pub pairs: Option<usize>,
    /// Where games begin: start, random (8 random moves), random:N, balanced (8 random moves that
    /// leave neither side ahead), or a file of games or positions in any format [default: balanced
    /// on 6×6 and 8×8, otherwise random]
    #[arg(long, value_name = "OPENINGS")]
    pub openings: Option<OpeningsArg>,
    /// Use only this many moves of each game in a file of openings
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, value_parser = plies)]
    pub plies: Option<usize>,
    /// Seconds for each move [default: 5 if another program plays and no --clock is given]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = seconds)]
    pub time: Option<Duration>,
    /// Seconds for each game and increment after each move, as in 60+0.5
    #[arg(long, value_name = "SECONDS+SECONDS", allow_hyphen_values = true)]
    pub clock: Option<ClockArg>,
    /// Tolerance in seconds before a late answer loses the game
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "0.1",
        allow_hyphen_values = true,
        value_parser = margin
    )]
    pub margin: Duration,
    /// Stop as soon as a sequential probability ratio test decides whether A is stronger by the
    /// first or by the second Elo difference, as in 0,10
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<Sprt>,
    /// Probability that the test accepts the second Elo difference when the first is true
    #[arg(
        long,
        value_name = "CHANCE",
        default_value_t = Sprt::CHANCE,
        allow_hyphen_values = true,
        requires = "sprt"
    )]
    pub alpha: f64,
    /// Probability that the test accepts the first Elo difference when the second is true
    #[arg(
        long,
        value_name = "CHANCE",
        default_value_t = Sprt::CHANCE,
        allow_hyphen_values = true,
        requires = "sprt"
    )]
    pub beta: f64,
    /// Number of games played at the same time
    #[arg(long, value_name = "N", default_value = "1", allow_hyphen_values = true, value_parser = threads)]
    pub jobs: usize,
    /// Add every game to this file, in GGF
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Print one JSON object at the end, and nothing else
    #[arg(long)]
    pub json: bool,
    /// The limits of other programs.
    #[command(flatten)]
    pub sandbox: SandboxArgs,
    /// The board size.
    #[command(flatten)]
    pub size: SizeArg,
    /// The seed of openings and of ties between equal moves.
    #[command(flatten)]
    pub seed: SeedArg,
    /// Where the games are played.
    #[command(flatten)]
    pub farm: FarmArgs,
}

impl MatchArgs {
    /// Maximum number of pairs of games.
    pub fn most_pairs(&self) -> usize {
        let usual = if self.sprt.is_some() {
            MOST_GAMES
        } else {
            USUAL_GAMES
        };
        let games = self.games.unwrap_or(usual);
        self.pairs.unwrap_or(games.div_ceil(2))
    }

    /// True if the number of games is limited.
    pub fn has_end(&self) -> bool {
        self.sprt.is_none() || self.games.is_some() || self.pairs.is_some()
    }

    /// The test that may stop the match.
    pub fn test(&self) -> Result<Option<Sprt>, Usage> {
        let Some(sprt) = self.sprt else {
            return Ok(None);
        };
        let wrong = "--alpha and --beta must be more than 0 and less than 0.5";
        let sprt = sprt.with_chances(self.alpha, self.beta);
        sprt.map(Some).map_err(|_| Usage(wrong))
    }

    /// The players. Our engine without a limit plays at the default level, unless there is a clock.
    pub fn entrants(&self) -> [Entrant; 2] {
        [&self.first, &self.second].map(|entrant| match entrant {
            Entrant::Engine(options) if !self.is_timed() => {
                let told = options.level.is_some()
                    || options.time.is_some()
                    || options.depth.is_some()
                    || options.nodes.is_some();
                Entrant::Engine(EngineOptions {
                    level: options.level.or((!told).then_some(engine::Level::DEFAULT)),
                    ..options.clone()
                })
            }
            other => other.clone(),
        })
    }

    fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// The time limits of all players.
    pub fn time_control(&self) -> TimeControl {
        let outside = |entrant: &Entrant| matches!(entrant, Entrant::Program(..));
        let unlimited = !self.is_timed() && (outside(&self.first) || outside(&self.second));
        TimeControl {
            per_move: self.time.or(unlimited.then_some(LONGEST)),
            per_game: self.clock.map(|clock| clock.time),
            increment: self.clock.map_or(Duration::ZERO, |clock| clock.increment),
            margin: self.margin,
        }
    }
}

/// The openings, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningsArg {
    /// The start position.
    Start,
    /// Random moves; how many, if given.
    Random(Option<u32>),
    /// Random moves that leave neither side ahead.
    Balanced,
    /// A file.
    File(String),
}

impl FromStr for OpeningsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<OpeningsArg, String> {
        let (word, moves) = match text.split_once(':') {
            Some((word, moves)) => (word, Some(moves)),
            None => (text, None),
        };
        Ok(match (word.to_ascii_lowercase().as_str(), moves) {
            ("start", None) => OpeningsArg::Start,
            ("balanced", None) => OpeningsArg::Balanced,
            ("random", None) => OpeningsArg::Random(None),
            ("random", Some(moves)) => {
                let moves = moves.parse().map_err(|_| {
                    "after random: comes a number of moves, as in random:8".to_string()
                })?;
                OpeningsArg::Random(Some(moves))
            }
            _ => OpeningsArg::File(text.to_string()),
        })
    }
}

/// A game clock, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockArg {
    time: Duration,
    increment: Duration,
}

impl FromStr for ClockArg {
    type Err = String;

    fn from_str(text: &str) -> Result<ClockArg, String> {
        let wrong = || "it must be seconds, or seconds and what is added, as in 60+0.5".to_string();
        let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
        let time = within(time, 86_400.0).filter(|time| !time.is_zero());
        Ok(ClockArg {
            time: time.ok_or_else(wrong)?,
            increment: within(increment, 3600.0).ok_or_else(wrong)?,
        })
    }
}

fn within(text: &str, most: f64) -> Option<Duration> {
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=most)
        .contains(&seconds)
        .then(|| Duration::from_secs_f64(seconds))
}

fn seconds(text: &str) -> Result<Duration, String> {
    let time = within(text, 86_400.0).filter(|time| !time.is_zero());
    time.ok_or_else(|| "it must be a number of seconds, more than 0 and up to a day".to_string())
}

fn margin(text: &str) -> Result<Duration, String> {
    within(text, 3600.0).ok_or_else(|| "it must be a number of seconds from 0 to 3600".to_string())
}

fn games(text: &str) -> Result<usize, String> {
    count(text, MOST_GAMES)
}

fn pairs(text: &str) -> Result<usize, String> {
    count(text, MOST_GAMES / 2)
}

fn plies(text: &str) -> Result<usize, String> {
    count(text, 1000)
}

fn count(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("it must be a whole number from 1 to {most}"))
}
