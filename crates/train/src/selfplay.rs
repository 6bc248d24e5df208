//! Games that the program plays against itself.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, ensure};
use clap::Args;
use jobs::FarmArgs;
use jobs::batch::{Failure, Pool, Pulse, Work};
use serde::{Deserialize, Serialize};

use crate::blocks::Run;
use crate::crew::crew;
use crate::judge::{Judge, Judgement, Reach};
use crate::player::Player;
use crate::progress::Progress;
use crate::records::{self, MAGIC};

/// Games in a block: what is played before anything is written.
const BLOCK: u32 = 128;
/// The most other moves that are judged at a turn.
const MOST_ASIDES: usize = 16;
/// The most random moves: there are no more in a game.
const MOST_RANDOM: usize = 60;

/// The most bytes of a block: two records for each game, see `records.rs`.
const BLOCK_BYTES: usize = 2 * BLOCK as usize * (3 + 60 + 60 * (1 + 2 * MOST_ASIDES));
const _: () = assert!(
    BLOCK_BYTES.div_ceil(3) * 4 < 700_000,
    "a block has to fit into a message"
);

/// How to play training games.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// How many games the file shall hold
    #[arg(long, default_value_t = 100_000)]
    pub games: u32,
    /// Where they go; an unfinished file is continued
    #[arg(long)]
    pub out: PathBuf,
    /// Weights or network to judge with; without this, that of the program
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Judge by hand-made rules instead, as when there are no weights yet
    #[arg(long, conflicts_with_all = ["weights", "url"])]
    pub handmade: bool,
    /// Which games
    #[command(flatten)]
    pub manner: Manner,
    /// Threads that play here; workers of a farm have their own
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Begin no more games after this many seconds
    #[arg(long)]
    pub seconds: Option<u64>,
    /// Who plays
    #[command(flatten)]
    pub farm: FarmArgs,
}

/// Everything that decides which games are played, but for the judgement.
#[derive(Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manner {
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How far the players look
    #[command(flatten)]
    pub reach: Reach,
    /// Random moves at the start, at least
    #[arg(long, default_value_t = 0)]
    pub random_from: usize,
    /// Random moves at the start, at most
    #[arg(long, default_value_t = 20)]
    pub random_to: usize,
    /// The random moves of every other game are drawn anew until neither side is further ahead
    /// than this many discs
    #[arg(long, default_value_t = 8.0)]
    pub balance: f64,
    /// Other moves to judge at each turn, 16 at most
    #[arg(long, default_value_t = 2)]
    pub asides: usize,
}

impl Manner {
    /// Whether games can be played like this.
    ///
    /// # Errors
    /// Says what is too much.
    pub fn check(&self) -> Result<()> {
        self.reach.check()?;
        for count in [self.random_from, self.random_to] {
            ensure!(
                count <= MOST_RANDOM,
                "{count} random moves are too many: a game has {MOST_RANDOM}"
            );
        }
        ensure!(
            (0.0..=64.0).contains(&self.balance),
            "a balance of {} is none: 0 to 64 discs are possible",
            self.balance
        );
        ensure!(
            self.asides <= MOST_ASIDES,
            "{} moves aside are too many: {MOST_ASIDES} is the most",
            self.asides
        );
        Ok(())
    }
}

impl fmt::Display for Manner {
    /// A few words that tell it apart from others.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Manner { seed, reach, .. } = self;
        write!(
            f,
            "seed {seed}, depth {}, solve {}",
            reach.depth, reach.solve
        )
    }
}

/// Plays games until there are enough or the time is over.
///
/// # Errors
/// When the options ask for too much or the file cannot be used.
pub fn run(options: &Options, judgement: &impl Judgement) -> Result<()> {
    options.manner.check()?;
    let run = Run {
        path: &options.out,
        magic: MAGIC,
        seed: options.manner.seed,
        blocks: options.games.div_ceil(BLOCK),
        seconds: options.seconds,
    };
    let job = |number| Job {
        manner: options.manner.clone(),
        block: number,
        games: BLOCK,
    };
    let title = format!(
        "selfplay into {}, {}",
        options.out.display(),
        options.manner
    );
    let judgement = judgement.clone();
    let mut crew = crew(&options.farm, options.weights.as_deref(), &title, || {
        Pool::new(options.threads, move || Playing::new(judgement.clone()))
    })?;
    run.make(&mut *crew, job, |number, Games(block)| {
        job(number).check_games(&block)?;
        Ok(block)
    })
}

/// The games of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// How they are played.
    pub manner: Manner,
    /// The number of the block.
    pub block: u32,
    /// How many games every block has, each with its branch.
    pub games: u32,
}

impl Job {
    /// Whether it can be done.
    fn check(&self) -> Result<()> {
        ensure!(
            (1..=BLOCK).contains(&self.games),
            "a block of {} games: 1 to {BLOCK} are possible",
            self.games
        );
        self.manner.check()
    }

    /// Whether a block holds what was asked for.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn check_games(&self, block: &[u8]) -> Result<()> {
        let games = records::read_block(block).context("a broken block of games")?;
        ensure!(
            games.len() == 2 * self.games as usize,
            "a block of {} games instead of {}",
            games.len(),
            2 * self.games
        );
        for game in &games {
            game.check()?;
            let asides = game.thoughts.iter().map(|thought| thought.asides.len());
            ensure!(
                asides.max().unwrap_or(0) <= self.manner.asides,
                "a game with more moves aside than asked for"
            );
        }
        Ok(())
    }
}

/// A block of games, as it is in the file; base64 in a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games(#[serde(with = "crate::base64_text")] pub Vec<u8>);

/// Plays blocks of games, one after the other.
pub struct Playing<J> {
    judgement: J,
}

impl<J: Judgement> Playing<J> {
    /// Players that judge like this.
    pub fn new(judgement: J) -> Playing<J> {
        Playing { judgement }
    }
}

impl<J: Judgement> Work for Playing<J> {
    const KIND: &'static str = "selfplay";
    type Job = Job;
    type Answer = Games;

    fn perform(&mut self, job: &Job, pulse: &mut Pulse<'_>) -> Result<Games, Failure> {
        job.check()
            .map_err(|reason| Failure::Failed(reason.to_string()))?;
        let judge = Judge::new(&self.judgement, job.manner.reach);
        let mut player = Player::new(&job.manner, judge.until(pulse.stop));
        let mut progress = Progress::new("games", job.games as usize);
        let mut block = Vec::new();
        for game in 0..job.games {
            let number = u64::from(job.block) * u64::from(job.games) + u64::from(game);
            player.play(number, &mut block);
            if pulse.stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            progress.one_more(pulse);
        }
        Ok(Games(block))
    }
}
