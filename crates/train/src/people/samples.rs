//! Positions of people's games as features, for the training of the human-move model.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;
use engine::Network;
use play::people::features::{Features, GLOBALS, MOVE_NUMBERS, PLANES};
use play::people::memory::{self, Habit};
use rules::Board;

use super::games::{self, Part, PeopleGame};
use super::scale::PeopleRatings;

/// Options of `people samples`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Folders of .wtb files
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Beginning of the names of the files to write
    #[arg(long)]
    out: PathBuf,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// A position is remembered if people came to it in this many games.
pub const FEWEST_GAMES: u32 = 2;

/// Players below and above this rating have counts of their own.
pub const MIDDLE: f64 = 2000.0;

/// How often people came to each position, from the games that are learnt from.
#[derive(Default)]
pub struct Counts(HashMap<u32, Habit>);

/// The half of the memory a rating counts in.
#[must_use]
pub fn half(rating: f64) -> usize {
    usize::from(rating >= MIDDLE)
}

impl Counts {
    /// The counts of all training games.
    #[must_use]
    pub fn of(games: &[PeopleGame], ratings: &PeopleRatings) -> Counts {
        let mut counts = Counts::default();
        for game in games.iter().filter(|game| game.part() == Part::Train) {
            for (board, color, square) in game.positions() {
                if board.empties() < memory::FEWEST_EMPTIES {
                    break;
                }
                let next = board.play_unchecked(square);
                let habit = counts.0.entry(memory::key(next)).or_default();
                habit[half(ratings.of(game, color))] += 1;
            }
        }
        counts
    }

    /// The positions that are worth remembering.
    pub fn kept(&self) -> impl Iterator<Item = (u32, Habit)> {
        let kept = self.0.iter().map(|(key, habit)| (*key, *habit));
        kept.filter(|(_, habit)| habit[0] + habit[1] >= FEWEST_GAMES)
    }

    /// What a memory made of the other games would say.
    fn without(&self, next: Board, own: Option<usize>) -> Habit {
        if next.empties() + 1 < memory::FEWEST_EMPTIES {
            return Habit::default();
        }
        let mut habit = self.0.get(&memory::key(next)).copied().unwrap_or_default();
        if let Some(half) = own {
            habit[half] = habit[half].saturating_sub(1);
        }
        match habit[0] + habit[1] >= FEWEST_GAMES {
            true => habit.map(memory::rounded),
            false => Habit::default(),
        }
    }
}

/// Writes the positions of training and validation games with more than one legal move.
///
/// # Errors
/// When games cannot be read or files cannot be written.
pub fn run(options: &Options) -> Result<()> {
    let games = games::read(&options.folders)?;
    let ratings = PeopleRatings::new(&games);
    let counts = Counts::of(&games, &ratings);
    println!("{} positions are remembered", counts.kept().count());
    write_memory(&counts, &with_ending(&options.out, "memory"))?;
    let network = Network::embedded();
    for (part, name) in [(Part::Train, "train"), (Part::Validation, "check")] {
        let chosen: Vec<&PeopleGame> = games.iter().filter(|game| game.part() == part).collect();
        let own = part == Part::Train;
        let threads = options.threads.max(1);
        remove_after(&options.out, name, threads)?;
        std::thread::scope(|scope| {
            let (chosen, ratings, counts, network) = (&chosen, &ratings, &counts, &network);
            let workers: Vec<_> = (0..threads)
                .map(|thread| {
                    let path = with_ending(&options.out, &format!("{name}.{thread}"));
                    scope.spawn(move || {
                        let games = chosen.iter().skip(thread).step_by(threads);
                        let games = games.copied();
                        write(games, own, ratings, counts, network, &path)
                    })
                })
                .collect();
            let mut total = 0;
            for worker in workers {
                total += worker.join().expect("a worker does not panic")?;
            }
            println!("{name}: {} games, {total} positions", chosen.len());
            Ok::<(), anyhow::Error>(())
        })?;
    }
    Ok(())
}

/// Removes the files that a run with more threads left: what is trained reads all there are.
fn remove_after(out: &Path, name: &str, threads: usize) -> Result<()> {
    for thread in threads.. {
        let mut was_there = false;
        for kind in ["positions", "moves"] {
            let path = with_ending(out, &format!("{name}.{thread}.{kind}"));
            match std::fs::remove_file(&path) {
                Ok(()) => was_there = true,
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    return Err(error).with_context(|| format!("cannot remove {}", path.display()));
                }
            }
        }
        if !was_there {
            break;
        }
    }
    Ok(())
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{ending}"));
    name.into()
}

/// Writes keys and counts, 12 bytes each.
fn write_memory(counts: &Counts, path: &Path) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let mut file = BufWriter::new(File::create(path).with_context(cannot)?);
    let mut kept: Vec<(u32, Habit)> = counts.kept().collect();
    kept.sort_unstable();
    for (key, [low, high]) in kept {
        for number in [key, low, high] {
            file.write_all(&number.to_le_bytes()).with_context(cannot)?;
        }
    }
    file.flush().with_context(cannot)
}

/// Writes two files: positions of a fixed size, and the squares of their moves with their numbers.
///
/// A position is its planes, its globals, the rating (i16), the number of moves (u8), the place of the
/// played move among them (u8), the pool (u8) and the empty squares (u8).
fn write<'a>(
    games: impl Iterator<Item = &'a PeopleGame>,
    own: bool,
    ratings: &PeopleRatings,
    counts: &Counts,
    network: &Network,
    path: &Path,
) -> Result<usize> {
    let cannot = || format!("cannot write {}", path.display());
    let open = |ending| -> Result<BufWriter<File>> {
        let file = File::create(with_ending(path, ending)).with_context(cannot)?;
        Ok(BufWriter::with_capacity(1 << 20, file))
    };
    let (mut positions, mut moves) = (open("positions")?, open("moves")?);
    let mut count = 0;
    for game in games {
        for (board, color, played) in game.positions() {
            if board.legal_moves().len() < 2 {
                continue;
            }
            let rating = ratings.of(game, color);
            let after = board.play_unchecked(played);
            let features = Features::with_habits(board, network, |next| {
                counts.without(next, (own && next == after).then_some(half(rating)))
            });
            let place = features
                .moves
                .iter()
                .position(|(square, _)| *square == played);
            let place = place.expect("games are legal");
            let mut bytes = Vec::with_capacity(8 * PLANES + GLOBALS + 6);
            for plane in features.planes {
                bytes.extend(plane.to_le_bytes());
            }
            bytes.extend(features.globals.map(|number| number as u8));
            bytes.extend((rating.round() as i16).to_le_bytes());
            let numbers = [
                features.moves.len() as u8,
                place as u8,
                game.pool as u8,
                board.empties() as u8,
            ];
            bytes.extend(numbers);
            positions.write_all(&bytes).with_context(cannot)?;
            for (square, numbers) in &features.moves {
                let mut bytes = [0; 1 + MOVE_NUMBERS];
                bytes[0] = square.index() as u8;
                for (byte, number) in bytes[1..].iter_mut().zip(numbers) {
                    *byte = *number as u8;
                }
                moves.write_all(&bytes).with_context(cannot)?;
            }
            count += 1;
        }
    }
    positions.flush().with_context(cannot)?;
    moves.flush().with_context(cannot)?;
    Ok(count)
}
