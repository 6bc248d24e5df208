//! `reversi-train label`: positions of games get new scores, by a deeper search or by solving.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, ensure};
use clap::Args;
use engine::Score;
use jobs::cli::FarmArgs;
use jobs::{Control, Failure, LocalExecutor, RemoteJob};
use rules::{Bitboard, Board};
use serde::{Deserialize, Serialize};

use crate::blocks::Run;
use crate::evaluator::AnyEvaluator;
use crate::executor::executor;
use crate::labels::{self, BLOCK};
use crate::progress::Progress;
use crate::records;
use crate::scorer::{Scorer, SearchLimits};

/// Options of `label`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Files of training games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// File for the labels; an unfinished file is continued
    #[arg(long)]
    out: PathBuf,
    /// Weights of the search; without this, those of the program
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Minimum number of empty squares
    #[arg(long, default_value_t = 0)]
    from: u32,
    /// Maximum number of empty squares
    #[arg(long, default_value_t = 60)]
    to: u32,
    /// Maximum number of positions for each number of empty squares
    #[arg(long, default_value_t = 100_000)]
    count: usize,
    /// Search limits
    #[command(flatten)]
    reach: SearchLimits,
    /// Number of local threads; workers of a farm have their own
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Start no more blocks after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// Where to run
    #[command(flatten)]
    farm: FarmArgs,
}

/// Scores positions until all are done or the time is over.
///
/// # Errors
/// When the options ask for too much or a file cannot be used.
pub fn run(options: &Options, evaluator: &AnyEvaluator) -> Result<()> {
    options.reach.check()?;
    let boards = chosen(options)?;
    eprintln!("{} positions", boards.len());
    let run = Run {
        path: &options.out,
        magic: labels::MAGIC,
        seed: 0,
        blocks: boards.len().div_ceil(BLOCK) as u32,
        seconds: options.seconds,
    };
    let of_block = |number: u32| {
        let start = number as usize * BLOCK;
        &boards[start..boards.len().min(start + BLOCK)]
    };
    let title = format!(
        "label into {}, depth {}, solve {}",
        options.out.display(),
        options.reach.depth,
        options.reach.solve
    );
    let evaluator = evaluator.clone();
    let mut executor = executor(&options.farm, options.weights.as_deref(), &title, || {
        LocalExecutor::new(options.threads, move |_| evaluator.clone())
    })?;
    run.make(
        &mut *executor,
        |number| Job::new(options.reach, of_block(number)),
        |number, scores| labels::write_block(of_block(number), &scores),
    )
}

/// A block of positions to score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The search limits.
    pub reach: SearchLimits,
    /// The positions, 32 hexadecimal digits each: the discs of the side to move, then those of the
    /// other; a1 is the lowest bit.
    pub positions: String,
}

impl Job {
    /// The job for these positions.
    #[must_use]
    pub fn new(reach: SearchLimits, boards: &[Board]) -> Job {
        let digits = |board: &Board| format!("{:016x}{:016x}", board.own().0, board.opponent().0);
        Job {
            reach,
            positions: boards.iter().map(digits).collect(),
        }
    }

    /// Scores the positions.
    fn score(
        &self,
        evaluator: &AnyEvaluator,
        control: &mut Control<'_>,
    ) -> Result<Vec<i16>, Failure> {
        let boards = self.boards();
        let boards = boards.map_err(|reason| Failure::Failed(reason.to_string()))?;
        let mut scorer = Scorer::new(evaluator.clone(), self.reach).until(control.stop);
        let mut progress = Progress::new("positions", boards.len());
        let mut scores = Vec::with_capacity(boards.len());
        for board in boards {
            let score = scorer.best(board).1 * f64::from(Score::DISC);
            if control.stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            scores.push(score.round() as i16);
            progress.one_more(control);
        }
        Ok(scores)
    }

    /// Whether these can be the scores of the positions: in range; an even number of discs where
    /// the game was solved; the result where the game is over.
    fn check_scores(&self, scores: &[i16]) -> Result<()> {
        let boards = self.boards()?;
        labels::write_block(&boards, scores)?;
        for (board, &score) in boards.iter().zip(scores) {
            let score = i32::from(score);
            if board.is_over() {
                let result = board.final_score() * Score::DISC;
                ensure!(score == result, "a game that is over has another result");
            }
            if board.empties() <= self.reach.solve {
                let is_even = score % (2 * Score::DISC) == 0;
                ensure!(is_even, "a solved score is not an even number of discs");
            }
        }
        Ok(())
    }

    /// The positions of the job.
    ///
    /// # Errors
    /// The reason why the job is invalid.
    pub fn boards(&self) -> Result<Vec<Board>> {
        self.reach.check()?;
        let digits = self.positions.as_bytes();
        let count = digits.len().div_ceil(DIGITS);
        ensure!(
            (1..=BLOCK).contains(&count),
            "{count} positions: 1 to {BLOCK} are possible"
        );
        digits.chunks(DIGITS).map(read_board).collect()
    }
}

/// The hexadecimal digits of a position.
const DIGITS: usize = 32;

fn read_board(digits: &[u8]) -> Result<Board> {
    let words = || format!("no position: {}", digits.escape_ascii());
    ensure!(
        digits.len() == DIGITS && digits.iter().all(u8::is_ascii_hexdigit),
        words()
    );
    let (own, opponent) = str::from_utf8(digits)?.split_at(DIGITS / 2);
    let discs = |digits| u64::from_str_radix(digits, 16).map(Bitboard);
    let board = Board::new(discs(own)?, discs(opponent)?).with_context(words)?;
    // The engine expects at least the four discs of the start.
    ensure!(board.empties() <= 60, words());
    Ok(board)
}

impl jobs::Job for Job {
    /// A score for each position, in 1/128 disc, for the side to move.
    type Answer = Vec<i16>;
    type Worker = AnyEvaluator;

    fn run(
        &self,
        evaluator: &mut AnyEvaluator,
        control: &mut Control<'_>,
    ) -> Result<Vec<i16>, Failure> {
        self.score(evaluator, control)
    }

    fn verify(&self, scores: &Vec<i16>) -> Result<(), String> {
        self.check_scores(scores)
            .map_err(|error| format!("the labels make no sense: {error:#}"))
    }
}

impl RemoteJob for Job {
    const KIND: &'static str = "label";

    /// All scores are equal: every worker scores the positions in their order with a table of one size.
    fn agrees(&self, one: &Vec<i16>, other: &Vec<i16>) -> bool {
        one == other
    }
}

/// The positions to score: all of the games, also after other moves, thinned out evenly.
fn chosen(options: &Options) -> Result<Vec<Board>> {
    let mut by_empties: Vec<Vec<Board>> = vec![Vec::new(); 61];
    for path in &options.games {
        for record in records::read_all(path)? {
            let boards = record.boards();
            let known = boards.get(record.known_from..);
            let known = known.context("an illegal move in a record")?;
            for (thought, board) in record.thoughts.iter().zip(known) {
                for &(square, _) in &thought.asides {
                    let child = board.play(square).context("an illegal move aside")?;
                    by_empties[child.empties() as usize].push(child);
                }
            }
            for board in boards {
                by_empties[board.empties() as usize].push(board);
            }
        }
    }
    let range = options.from as usize..(options.to as usize + 1).min(61);
    let mut chosen = Vec::new();
    for boards in by_empties.drain(range) {
        let count = options.count.min(boards.len());
        chosen.extend((0..count).map(|number| boards[number * boards.len() / count]));
    }
    Ok(chosen)
}
