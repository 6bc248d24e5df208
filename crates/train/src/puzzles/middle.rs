//! `reversi-train puzzles middle`: makes middle-game puzzles from games between people.
//!
//! One position of each game is tried. Its best move must lead by [`middle::MARGIN`] discs in three
//! searches, each deeper than the one before. Puzzles are spread over the shares of people who solve
//! them; no two are nearly alike, and few come from one opening.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, ensure};
use clap::Args;
use engine::Random;
use play::puzzle::middle::{self, Puzzle};
use records::files::write_atomically;
use rules::formats::wthor::{self, Entry, Names};
use rules::{Board, Diagram, Game};

use super::screen::{Depths, Screen};
use super::shares;

/// Options of `puzzles middle`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Files of games, .wtb
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Number of puzzles, the same for each fifth of the shares
    #[arg(long, default_value_t = 300)]
    count: usize,
    /// Draw at most this many games; without it, all if need be
    #[arg(long)]
    most_games: Option<usize>,
    /// The same seed gives the same puzzles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Depths of the three searches; the second gives the scores
    #[arg(long, default_value = "10,20,26")]
    depths: Depths,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Megabytes for the transposition table of each thread
    #[arg(long, default_value_t = 128)]
    hash: usize,
    /// File for the puzzles
    #[arg(long)]
    out: PathBuf,
}

/// The numbers of empty squares of a puzzle.
const FEWEST: u32 = 20;
const MOST: u32 = 44;

/// The number of parts of the scale of shares that have equally many puzzles.
const PARTS: usize = 5;

/// At most this many puzzles share the position after [`OPENING_MOVES`] moves.
const SAME_OPENING: usize = 4;
const OPENING_MOVES: usize = 10;

/// Two puzzles differ on at least this many squares, however one of them is turned or mirrored.
const LEAST_DIFFERENCE: u32 = 10;

/// Games that are searched before the puzzles found are counted. It does not depend on the number of
/// threads: one seed gives the same puzzles.
const BATCH: usize = 512;

/// A position of a game between people.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The position, with its colours.
    pub diagram: Diagram,
    /// The position after the opening moves of its game.
    pub opening: Board,
}

/// Writes puzzles, first those that most people solve.
///
/// # Errors
/// When a file cannot be read or written.
pub fn run(options: &Options) -> Result<()> {
    let mut sources = sources(&options.games, options.seed)?;
    sources.truncate(options.most_games.unwrap_or(usize::MAX));
    ensure!(
        !sources.is_empty(),
        "these games have no position of the middle game"
    );
    let depths = options.depths;
    let most_games = options.most_games;
    let most_games = most_games.map_or(String::new(), |count| format!(" --most-games {count}"));
    let head = [
        format!(
            "% Middle-game puzzles, by reversi-train puzzles middle --count {}{most_games} --seed {} --depths {depths}.",
            options.count, options.seed
        ),
        format!(
            "% Scores: a search to depth {}, the margin confirmed at depth {}; with 24 squares empty or fewer, \
             solved to the end.",
            depths.scores, depths.proof
        ),
        format!(
            "% After each problem: for each move, how many of a hundred people rated {} play it, and the line after it.",
            middle::reference()
        ),
    ];
    let mut written = Ok(());
    let resources = (options.threads, options.hash);
    puzzles(&sources, options.count, depths, resources, |found| {
        // After every batch, so that a run that is ended early leaves what it has.
        let text = shares::file(head.iter().map(String::as_str), found.to_vec());
        written = write_atomically(&options.out, text.as_bytes());
        written.is_ok()
    });
    written
}

/// One position of each game, in an order that depends on the seed.
///
/// # Errors
/// When a file cannot be read.
fn sources(paths: &[PathBuf], seed: u64) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in paths {
        let name = || format!("cannot use {}", path.display());
        let bytes = std::fs::read(path).with_context(name)?;
        let (header, entries) = wthor::read(&bytes).with_context(name)?;
        for (number, entry) in (0_u64..).zip(entries) {
            let entry: Entry = entry.with_context(name)?;
            // A damaged game is no reason to stop: there are enough others.
            let Ok(record) = entry.to_record(&header, &Names::new()) else {
                continue;
            };
            let place = number ^ u64::from(header.year) << 32;
            let mut random = Random::new(seed ^ place.wrapping_mul(0xa076_1d64_78bd_642f));
            sources.extend(
                source(&record.game, &mut random).map(|source| (random.below(usize::MAX), source)),
            );
        }
    }
    sources.sort_by_key(|&(order, _)| order);
    Ok(sources.into_iter().map(|(_, source)| source).collect())
}

/// A random position of the middle of a game.
pub fn source(game: &Game, random: &mut Random) -> Option<Source> {
    let turns = game.turns();
    let opening = turns.get(OPENING_MOVES)?.before().to_board()?.canonical();
    let empties = MOST - random.below((MOST - FEWEST + 1) as usize) as u32;
    let mut diagrams = turns.iter().map(rules::Turn::before);
    let diagram = *diagrams.find(|diagram| diagram.board().empties() == empties)?;
    Some(Source { diagram, opening })
}

/// Up to `count` puzzles from the positions, searched by `threads` threads with a transposition table of
/// `hash_mb` megabytes each. `on_batch` gets those found so far from time to time, and ends the search
/// with false.
pub fn puzzles(
    sources: &[Source],
    count: usize,
    depths: Depths,
    (threads, hash_mb): (usize, usize),
    mut on_batch: impl FnMut(&[Puzzle]) -> bool,
) -> Vec<Puzzle> {
    let mut chosen = Chosen::new(count);
    for (number, batch) in (1..).zip(sources.chunks(BATCH)) {
        let mut found = search(batch, &chosen, depths, threads, hash_mb);
        found.sort_by_key(|&(index, _)| index);
        let count_found = found.len();
        for (index, puzzle) in found {
            chosen.add(puzzle, batch[index].opening);
        }
        eprintln!(
            "{} games, {} new puzzles, {} in all, by share: {:?}",
            (number * BATCH).min(sources.len()),
            count_found,
            chosen.puzzles.len(),
            chosen.of_part
        );
        if !on_batch(&chosen.puzzles) || chosen.is_full() {
            break;
        }
    }
    chosen.puzzles
}

/// The puzzles among some positions, with their places.
fn search(
    batch: &[Source],
    chosen: &Chosen,
    depths: Depths,
    threads: usize,
    hash_mb: usize,
) -> Vec<(usize, Puzzle)> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut screen = Screen::new(depths, hash_mb);
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(source) = batch.get(index) else {
                        break;
                    };
                    let candidate = screen.candidate(&source.diagram);
                    let candidate = candidate.filter(|candidate| chosen.wants(candidate.share));
                    if let Some(puzzle) = candidate.and_then(|candidate| screen.prove(&candidate)) {
                        let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                        found.push((index, puzzle));
                    }
                }
            });
        }
    });
    found.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The puzzles chosen so far.
struct Chosen {
    puzzles: Vec<Puzzle>,
    of_part: [usize; PARTS],
    most_of_part: usize,
    openings: HashMap<(u64, u64), usize>,
}

impl Chosen {
    fn new(count: usize) -> Chosen {
        Chosen {
            puzzles: Vec::new(),
            of_part: [0; PARTS],
            most_of_part: count.div_ceil(PARTS),
            openings: HashMap::new(),
        }
    }

    fn is_full(&self) -> bool {
        self.of_part.iter().all(|&count| count >= self.most_of_part)
    }

    /// Whether more puzzles are wanted that this share of people solves.
    fn wants(&self, share: u8) -> bool {
        self.of_part[part(share)] < self.most_of_part
    }

    fn add(&mut self, puzzle: Puzzle, opening: Board) {
        let key = (opening.own().0, opening.opponent().0);
        let from_opening = self.openings.get(&key).copied().unwrap_or_default();
        let is_like = |other: &Puzzle| difference(&puzzle, other) < LEAST_DIFFERENCE;
        if !self.wants(puzzle.share())
            || from_opening >= SAME_OPENING
            || self.puzzles.iter().any(is_like)
        {
            return;
        }
        self.openings.insert(key, from_opening + 1);
        self.of_part[part(puzzle.share())] += 1;
        self.puzzles.push(puzzle);
    }
}

/// The fifth of the scale in which a share lies.
fn part(share: u8) -> usize {
    (usize::from(share) * PARTS / 100).min(PARTS - 1)
}

/// The least number of squares on which two puzzles differ, over all symmetries.
pub fn difference(one: &Puzzle, other: &Puzzle) -> u32 {
    let boards = one.diagram().to_board().zip(other.diagram().to_board());
    let Some((one, other)) = boards else {
        return 64;
    };
    let differing = |image: Board| {
        let own = image.own().0 ^ one.own().0;
        (own | image.opponent().0 ^ one.opponent().0).count_ones()
    };
    other
        .symmetries()
        .map(differing)
        .into_iter()
        .min()
        .unwrap_or(64)
}
