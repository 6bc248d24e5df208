//! `reversi-train accuracy`: fits accuracy, strength and labels of reviews, and measures them.
//!
//! The figures come from the program's own reviews. `docs/review.md` has the method and the results.

pub mod fit;
pub mod levels;
pub mod opponents;
pub mod people;
pub mod reviews;
pub mod statistics;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use engine::Level;
use rules::Game;

use opponents::Subject;
use reviews::Reviews;

/// Options of `accuracy`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Folders of .wtb files with games of people: tournaments first, then an online server. Without
    /// folders, only opponents are measured
    folders: Vec<PathBuf>,
    /// Number of games of people
    #[arg(long, default_value_t = 3000)]
    games: usize,
    /// Number of games of people that are reviewed at levels 10, 16 and 20
    #[arg(long, default_value_t = 0)]
    deep: usize,
    /// Opponents to measure
    #[arg(long, value_delimiter = ',', default_value = "random,greedy,rivals")]
    opponents: Vec<Subject>,
    /// Games of each opponent against engine:8, and the same number against itself
    #[arg(long, default_value_t = 50)]
    each: usize,
    /// Level of the reviews
    #[arg(long, default_value_t = 10)]
    level: u32,
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep finished reviews in this file, and take them from there
    #[arg(long)]
    reviews: Option<PathBuf>,
    /// Take only games of people whose reviews are in that file
    #[arg(long, requires = "reviews")]
    kept: bool,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Prints the figures of accuracy and strength, and the constants that fit them.
///
/// # Errors
/// When games cannot be read, or reviews cannot be kept.
pub fn run(options: &Options) -> Result<()> {
    let level = level(options.level)?;
    let mut reviews = Reviews::open(options.reviews.as_deref(), options.threads)?;
    let subjects: Vec<Subject> = options.opponents.iter().flat_map(Subject::each).collect();
    let opponents = subjects
        .iter()
        .map(|subject| {
            let figures =
                opponents::measure(*subject, options.each, options.seed, level, &mut reviews)?;
            println!("{figures}");
            Ok(figures)
        })
        .collect::<Result<Vec<opponents::Figures>>>()?;
    if options.folders.is_empty() {
        return Ok(());
    }
    let is_wanted = |game: &Game| !options.kept || reviews.has(game, level);
    let games = people::choose(&options.folders, options.games, options.seed, is_wanted)?;
    let sides = people::measure(&games, level, &mut reviews)?;
    print!("{}", people::report(&sides));
    print!("{}", fit::report(&sides, &opponents));
    if options.deep > 0 {
        print!(
            "{}",
            levels::report(&games, options.deep, options.kept, &mut reviews)?
        );
    }
    Ok(())
}

fn level(number: u32) -> Result<Level> {
    Level::new(number).ok_or_else(|| anyhow::anyhow!("{number} is not a level; levels begin at 1"))
}
