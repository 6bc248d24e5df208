//! Options of `reversi match`.

use std::path::PathBuf;
use std::time::Duration;

use arena::contest::Entrant;
use arena::matches::MatchFormat;
use arena::rating::Sprt;
use clap::Args;
use jobs::cli::FarmArgs;
use play::TimeControl;

use super::contender::{Contender, PlayerWord};
use super::opening_source::OpeningsArg;
use super::solve::threads;
use super::times::{ClockArg, margin, seconds};
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
    /// Two or more players: NAME or NAME:LEVEL, as in walle:5; our engine, as in engine:level=10 or
    /// engine:time=0.1,threads=1,weights=FILE; or another program by its protocol and command, as
    /// in gtp:COMMAND, nboard:, cassio:, console:, simple: or once:. Options of a player follow it:
    /// name=NAME, time=SECONDS, clock=SECONDS+SECONDS, nodes=N
    #[arg(value_names = ["A", "B"], num_args = 2.., required = true)]
    pub players: Vec<PlayerWord>,
    /// Which players meet if there are more than two
    #[arg(long, value_enum, default_value = "round-robin")]
    pub format: FormatArg,
    /// Number of games, rounded up to pairs: each opening is played with both colours; for each two
    /// players that meet [default: 100, or until --sprt is decided]
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
    /// first or by the second Elo difference, as in 0,10; in normalized Elo, as in nelo:0,10
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
    /// End a game with this many empty squares or fewer (16 if no number is given) when both players
    /// and the exact solver report the same final score
    #[arg(
        long,
        value_name = "EMPTIES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "16",
        value_parser = empties
    )]
    pub adjudicate: Option<u32>,
    /// Keep finished games in this file, and go on from there after an interruption
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Add every game to this file, in GGF
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Write the games to this file at the end, in PGN; it is replaced
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<PathBuf>,
    /// Write the games to this file at the end, in GGF; it is replaced
    #[arg(long, value_name = "FILE")]
    pub ggf: Option<PathBuf>,
    /// Write all lines to and from other programs into this folder, one file for each game
    #[arg(long, value_name = "FOLDER")]
    pub talk: Option<PathBuf>,
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
    pub fn contenders(&self) -> Result<Vec<Contender>, Usage> {
        let mut contenders = Contender::list(&self.players)?;
        if self.sprt.is_some() && contenders.len() > 2 {
            return Err(Usage("--sprt is for two players"));
        }
        for contender in &mut contenders {
            let is_timed = self.is_timed() || contender.is_timed();
            if let Entrant::Engine(options) = &mut contender.entrant {
                let told = options.level.is_some()
                    || options.time.is_some()
                    || options.depth.is_some()
                    || options.nodes.is_some();
                if !told && !is_timed {
                    options.level = Some(engine::Level::DEFAULT);
                }
            }
        }
        Ok(contenders)
    }

    fn is_timed(&self) -> bool {
        self.time.is_some() || self.clock.is_some()
    }

    /// The time limits of players without their own.
    pub fn time_control(&self) -> TimeControl {
        let is_outside =
            |word: &PlayerWord| matches!(word, PlayerWord::Player(Entrant::Program(..), _));
        let unlimited = !self.is_timed() && self.players.iter().any(is_outside);
        self.control(self.time.or(unlimited.then_some(LONGEST)), self.clock)
    }

    /// The time limits of a player that has its own.
    pub fn own_time(&self, contender: &Contender) -> Option<TimeControl> {
        let own = || self.control(contender.time, contender.clock);
        contender.is_timed().then(own)
    }

    fn control(&self, per_move: Option<Duration>, clock: Option<ClockArg>) -> TimeControl {
        TimeControl {
            per_move,
            per_game: clock.map(|clock| clock.time),
            increment: clock.map_or(Duration::ZERO, |clock| clock.increment),
            margin: self.margin,
        }
    }
}

/// Which players of a match meet, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum FormatArg {
    /// Each player meets every other one.
    RoundRobin,
    /// The first player meets every other one.
    Gauntlet,
}

impl FormatArg {
    /// Its name, as typed.
    pub fn name(self) -> &'static str {
        match self {
            FormatArg::RoundRobin => "round-robin",
            FormatArg::Gauntlet => "gauntlet",
        }
    }
}

impl From<FormatArg> for MatchFormat {
    fn from(format: FormatArg) -> MatchFormat {
        match format {
            FormatArg::RoundRobin => MatchFormat::RoundRobin,
            FormatArg::Gauntlet => MatchFormat::Gauntlet,
        }
    }
}

fn games(text: &str) -> Result<usize, String> {
    count(text, MOST_GAMES)
}

fn pairs(text: &str) -> Result<usize, String> {
    count(text, MOST_GAMES / 2)
}

fn empties(text: &str) -> Result<u32, String> {
    super::values::within(text, 1, 24)
}

fn plies(text: &str) -> Result<usize, String> {
    count(text, 1000)
}

fn count(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok();
    let number = number.filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("it must be a whole number from 1 to {most}"))
}
