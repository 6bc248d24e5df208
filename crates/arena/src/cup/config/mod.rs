//! What a cup is, as its `cup.toml` says.

mod keys;
mod participant;
mod read;
mod values;

pub use keys::ConfigError;
pub use participant::Participant;

use std::path::PathBuf;
use std::time::Duration;

use rules::Size;

use super::terms::Terms;
use play::TimeControl;

/// A `cup.toml` to begin with. It works as it stands.
pub const EXAMPLE: &str = include_str!("example.toml");

/// What a cup is.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// What it is called.
    pub title: String,
    /// Where, or for whom, it is held; may be empty.
    pub place: String,
    /// What decides who meets whom.
    pub terms: Terms,
    /// On which board.
    pub size: Size,
    /// In how much time.
    pub time: TimeControl,
    /// How long a program may take until it is ready to play.
    pub startup: Duration,
    /// Where games begin.
    pub openings: Beginning,
    /// How many games are played at once.
    pub tables: usize,
    /// How much memory a program may use, in bytes.
    pub memory: Option<u64>,
    /// How many processes it may have.
    pub processes: Option<u32>,
    /// Whether programs are shut in.
    pub sandbox: Shutting,
    /// Whether each program is kept on a processor core of its own.
    pub pin: bool,
    /// Who plays, in the order of seeding; the house program, if there is one, comes last.
    pub participants: Vec<Participant>,
    /// Where results are kept.
    pub results: PathBuf,
}

/// Where games begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Beginning {
    /// Always from the usual start.
    #[default]
    Start,
    /// After random moves: so many, or as many as is usual.
    Random(Option<u32>),
    /// After random moves, where the engine finds neither side ahead.
    Balanced,
    /// From the positions of a file.
    File(PathBuf),
}

/// Whether programs are shut in, without network and with nothing to write to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shutting {
    /// Where the machine allows it.
    #[default]
    Auto,
    /// Not at all.
    Off,
    /// Or nothing is played.
    Required,
}

/// The most entrants of a knock-out.
pub const MOST_IN_KNOCKOUT: usize = 16;
