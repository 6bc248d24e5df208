//! `reversi-train selfplay`: games that the engine plays against itself.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, ensure};
use clap::Args;
use jobs::cli::FarmArgs;
use jobs::{Control, Failure, LocalExecutor, RemoteJob};
use serde::{Deserialize, Serialize};

use crate::blocks::Run;
use crate::evaluator::AnyEvaluator;
use crate::executor::executor;
use crate::game_settings::{GameSettings, MOST_ASIDES};
use crate::player::Player;
use crate::progress::Progress;
use crate::records::{self, MAGIC};
use crate::scorer::Scorer;

/// Games in a block, the unit that is written at once.
const BLOCK: u32 = 128;

/// The maximum size of a block: two records for each game, see `records.rs`.
const BLOCK_BYTES: usize = 2 * BLOCK as usize * (3 + 60 + 60 * (1 + 2 * MOST_ASIDES));
const _: () = assert!(
    BLOCK_BYTES.div_ceil(3) * 4 < 700_000,
    "a block has to fit into a message"
);

/// Options of self-play.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Total number of games in the file
    #[arg(long, default_value_t = 100_000)]
    pub games: u32,
    /// File for the games; an unfinished file is continued
    #[arg(long)]
    pub out: PathBuf,
    /// Weights or network of the players; without this, the network of the program
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Use the hand-made evaluation instead, when there are no weights yet
    #[arg(long, conflicts_with_all = ["weights", "url"])]
    pub handmade: bool,
    /// Which games
    #[command(flatten)]
    pub manner: GameSettings,
    /// Number of local threads; workers of a farm have their own
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
    /// Start no more games after this many seconds
    #[arg(long)]
    pub seconds: Option<u64>,
    /// Where to run
    #[command(flatten)]
    pub farm: FarmArgs,
}

/// Plays games until the file is complete or the time is over.
///
/// # Errors
/// When the options ask for too much or the file cannot be used.
pub fn run(options: &Options, evaluator: &AnyEvaluator) -> Result<()> {
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
    let evaluator = evaluator.clone();
    let mut executor = executor(&options.farm, options.weights.as_deref(), &title, || {
        LocalExecutor::new(options.threads, move |_| evaluator.clone())
    })?;
    run.make(&mut *executor, job, |_, Games(block)| Ok(block))
}

/// The games of a block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The settings of the games.
    pub manner: GameSettings,
    /// The number of the block.
    pub block: u32,
    /// The number of games in a block, each with its branch.
    pub games: u32,
}

impl Job {
    /// Whether the job is valid.
    fn check(&self) -> Result<()> {
        ensure!(
            (1..=BLOCK).contains(&self.games),
            "a block of {} games: 1 to {BLOCK} are possible",
            self.games
        );
        self.manner.check()
    }

    /// Plays the games.
    fn play(&self, evaluator: &AnyEvaluator, control: &mut Control<'_>) -> Result<Games, Failure> {
        self.check()
            .map_err(|reason| Failure::Failed(reason.to_string()))?;
        let scorer = Scorer::new(evaluator.clone(), self.manner.reach);
        let mut player = Player::new(&self.manner, scorer.until(control.stop));
        let mut progress = Progress::new("games", self.games as usize);
        let mut block = Vec::new();
        for game in 0..self.games {
            let number = u64::from(self.block) * u64::from(self.games) + u64::from(game);
            player.play(number, &mut block);
            if control.stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            progress.one_more(control);
        }
        Ok(Games(block))
    }

    /// Whether a block is a valid answer: complete games with legal moves, whose solved positions
    /// have the score of the result.
    ///
    /// # Errors
    /// The reason why it is invalid.
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
            game.check_solved(self.manner.reach.solve)?;
        }
        Ok(())
    }
}

/// A block of games as it is in the file; base64 in a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Games(#[serde(with = "crate::base64_text")] pub Vec<u8>);

impl jobs::Job for Job {
    type Answer = Games;
    type Worker = AnyEvaluator;

    fn run(
        &self,
        evaluator: &mut AnyEvaluator,
        control: &mut Control<'_>,
    ) -> Result<Games, Failure> {
        self.play(evaluator, control)
    }

    fn verify(&self, Games(block): &Games) -> Result<(), String> {
        self.check_games(block)
            .map_err(|error| format!("the games make no sense: {error:#}"))
    }
}

impl RemoteJob for Job {
    const KIND: &'static str = "selfplay";

    /// The seed determines every game.
    fn agrees(&self, one: &Games, other: &Games) -> bool {
        one == other
    }
}
