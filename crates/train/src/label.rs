//! Positions of games, judged anew: by a deeper search, or solved.
//!
//! ```text
//! file    "RVLABEL1"  blocks of labels, see blocks.rs
//! label   own: u64  opponent: u64  score: i16     in 1/128 disc, for the side to move
//! ```

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, ensure};
use clap::Args;
use engine::Score;
use jobs::FarmArgs;
use jobs::batch::{Failure, Pool, Pulse, Work};
use rules::{Bitboard, Board};
use serde::{Deserialize, Serialize};

use crate::blocks::{self, Run};
use crate::crew::crew;
use crate::judge::{Judge, Judgement, Reach};
use crate::progress::Progress;
use crate::records;
use crate::samples::Sample;

/// What a file of labels begins with.
pub const MAGIC: &[u8; 8] = b"RVLABEL1";
/// Labels in a block: what is judged before anything is written.
const BLOCK: usize = 512;
/// Bytes of a label.
const SIZE: usize = 18;

/// Which positions to judge, and how.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Files of training games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where the labels go; an unfinished file is continued
    #[arg(long)]
    out: PathBuf,
    /// Weights to judge with; without this, those of the program
    #[arg(long)]
    pub weights: Option<PathBuf>,
    /// Positions with at least this many empty squares
    #[arg(long, default_value_t = 0)]
    from: u32,
    /// Positions with at most this many empty squares
    #[arg(long, default_value_t = 60)]
    to: u32,
    /// Positions for each number of empty squares, at most
    #[arg(long, default_value_t = 100_000)]
    count: usize,
    /// How far to look
    #[command(flatten)]
    reach: Reach,
    /// Threads that judge here; workers of a farm have their own
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Begin no more blocks after this many seconds
    #[arg(long)]
    seconds: Option<u64>,
    /// Who judges
    #[command(flatten)]
    farm: FarmArgs,
}

/// Judges positions until all are done or the time is over.
///
/// # Errors
/// When the options ask for too much or a file cannot be used.
pub fn run(options: &Options, judgement: &impl Judgement) -> Result<()> {
    options.reach.check()?;
    let boards = chosen(options)?;
    eprintln!("{} positions", boards.len());
    let run = Run {
        path: &options.out,
        magic: MAGIC,
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
    let judgement = judgement.clone();
    let mut crew = crew(&options.farm, options.weights.as_deref(), &title, || {
        Pool::new(options.threads, move || Labelling::new(judgement.clone()))
    })?;
    run.make(
        &mut *crew,
        |number| Job::new(options.reach, of_block(number)),
        |number, scores| write_labels(of_block(number), &scores),
    )
}

/// The block of positions and the scores that were answered.
///
/// # Errors
/// When the scores cannot be those of the positions.
pub fn write_labels(boards: &[Board], scores: &[i16]) -> Result<Vec<u8>> {
    ensure!(
        scores.len() == boards.len(),
        "{} scores for {} positions",
        scores.len(),
        boards.len()
    );
    let mut block = Vec::with_capacity(BLOCK * SIZE);
    for (board, score) in boards.iter().zip(scores) {
        ensure!(
            i32::from(*score).abs() <= 64 * Score::DISC,
            "a score beyond 64 discs"
        );
        block.extend(board.own().0.to_le_bytes());
        block.extend(board.opponent().0.to_le_bytes());
        block.extend(score.to_le_bytes());
    }
    Ok(block)
}

/// Positions to judge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// How far to look.
    pub reach: Reach,
    /// The positions, 32 hexadecimal digits each: the discs of the side to move, then those of the
    /// other; a1 is the lowest bit.
    pub positions: String,
}

impl Job {
    /// To judge these.
    #[must_use]
    pub fn new(reach: Reach, boards: &[Board]) -> Job {
        let digits = |board: &Board| format!("{:016x}{:016x}", board.own().0, board.opponent().0);
        Job {
            reach,
            positions: boards.iter().map(digits).collect(),
        }
    }

    /// The positions, when they can be judged.
    ///
    /// # Errors
    /// Says what is wrong with the job.
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

/// Digits of a position.
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
    // The engine knows no game with fewer than the four discs of the start.
    ensure!(board.empties() <= 60, words());
    Ok(board)
}

/// Judges blocks of positions, one after the other.
pub struct Labelling<J> {
    judgement: J,
}

impl<J: Judgement> Labelling<J> {
    /// A judge of this opinion.
    pub fn new(judgement: J) -> Labelling<J> {
        Labelling { judgement }
    }
}

impl<J: Judgement> Work for Labelling<J> {
    const KIND: &'static str = "label";
    type Job = Job;
    /// A score for each position, in 1/128 disc, for the side to move.
    type Answer = Vec<i16>;

    fn perform(&mut self, job: &Job, pulse: &mut Pulse<'_>) -> Result<Vec<i16>, Failure> {
        let boards = job
            .boards()
            .map_err(|reason| Failure::Failed(reason.to_string()))?;
        let mut judge = Judge::new(&self.judgement, job.reach).until(pulse.stop);
        let mut progress = Progress::new("positions", boards.len());
        let mut scores = Vec::with_capacity(boards.len());
        for board in boards {
            let score = judge.best(board).1 * f64::from(Score::DISC);
            if pulse.stop.load(Ordering::Relaxed) {
                return Err(Failure::Stopped);
            }
            scores.push(score.round() as i16);
            progress.one_more(pulse);
        }
        Ok(scores)
    }
}

/// The positions to judge: all of the games, after moves aside too, thinned out evenly.
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

/// All labels of a file.
///
/// # Errors
/// When the file cannot be read or is not one of labels.
pub fn read_all(path: &Path) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for block in blocks::read_all(path, MAGIC)? {
        for label in block.chunks_exact(SIZE) {
            samples.push(
                read_label(label)
                    .with_context(|| format!("a broken label in {}", path.display()))?,
            );
        }
    }
    Ok(samples)
}

fn read_label(bytes: &[u8]) -> Option<Sample> {
    let (own, rest) = bytes.split_first_chunk()?;
    let (opponent, rest) = rest.split_first_chunk()?;
    let discs = |bytes: &[u8; 8]| Bitboard(u64::from_le_bytes(*bytes));
    let units = i16::from_le_bytes(*rest.first_chunk()?);
    Some(Sample {
        board: Board::new(discs(own), discs(opponent))?,
        score: f32::from(units) / Score::DISC as f32,
    })
}
