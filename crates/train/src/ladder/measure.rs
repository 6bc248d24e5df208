//! `reversi-train ladder measure`: the ratings of the rungs, the classics and the engine on the scale of
//! people.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use play::Computer;
use play::rival::Rung;
use rules::Size;

use super::contestant::Contestant;
use super::mistakes;
use super::round_robin::ratings;

/// Options of `ladder measure`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Folders of .wtb files: people whose mistakes join the scales. Without them the ratings of the
    /// program stay, and only the steps are measured
    folders: Vec<PathBuf>,
    /// Board size
    #[arg(long, short = 'n', default_value = "8")]
    size: Size,
    /// Number of games of each pair
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// How many players on either side of it each player plays
    #[arg(long, default_value_t = 5)]
    near: usize,
    /// Number of positions on which mistakes are compared
    #[arg(long, default_value_t = 4000)]
    positions: usize,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Rungs join the scales where many people's games are known. Beyond, hardly any mistakes are left that a
/// search of a few moves sees.
const JOINED: std::ops::RangeInclusive<f64> = 1500.0..=2450.0;

/// Games of each pair in the first round robin, which finds the order of the players.
const SORTING_GAMES: usize = 4;

/// Prints the ratings.
///
/// # Errors
/// When games cannot be read.
pub fn run(options: &Options) -> Result<()> {
    let mut players: Vec<Contestant> = Rung::all()
        .map(|rung| Contestant::Computer(Computer::Rival(rung)))
        .collect();
    players.extend(Contestant::others(options.size));
    let everybody = players.len();
    let (first, _) = ratings(
        &players,
        options.size,
        everybody,
        SORTING_GAMES,
        options.threads,
    );
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|&one, &other| first[one].elo.total_cmp(&first[other].elo));
    let players: Vec<Contestant> = order.into_iter().map(|place| players[place]).collect();
    let (rated, scores) = ratings(
        &players,
        options.size,
        options.near,
        options.games,
        options.threads,
    );
    let mut offset = 0.0;
    let mut equivalents = Vec::new();
    if options.size == Size::EIGHT && !options.folders.is_empty() {
        let positions = mistakes::positions(&options.folders, options.positions, options.threads)?;
        equivalents = players
            .iter()
            .map(|player| match player {
                Contestant::Computer(Computer::Rival(rung)) => {
                    mistakes::equivalent(&positions, &rung.strength(), options.threads)
                }
                _ => None,
            })
            .collect();
        let joined = equivalents.iter().zip(&rated);
        let differences: Vec<f64> = joined
            .filter_map(|(equal, rating)| Some((equal.as_ref()?.0, rating.elo)))
            .filter(|(equal, _)| JOINED.contains(equal))
            .map(|(equal, elo)| equal - elo)
            .collect();
        let count = differences.len() as f64;
        offset = differences.iter().sum::<f64>() / count;
        let variance = differences
            .iter()
            .map(|one| (one - offset).powi(2))
            .sum::<f64>()
            / count;
        println!(
            "{count} rungs make the mistakes of people; the scales agree within {:.0} points (sd)",
            variance.sqrt()
        );
    }
    println!("rating   ±  games  player");
    for (place, (player, rating)) in players.iter().zip(&rated).enumerate() {
        print!(
            "{:6.0} {:3.0} {:6.0}  {player:16}",
            rating.elo + offset,
            rating.error,
            rating.games
        );
        match equivalents.get(place) {
            Some(Some((equal, error))) => println!("  mistakes of {equal:.0} ± {:.0}", 2.0 * error),
            _ => println!(),
        }
    }
    for score in &scores {
        let [one, other] = [players[score.first], players[score.second]];
        let (Contestant::Computer(one), Contestant::Computer(other)) = (one, other) else {
            continue;
        };
        let next = match (one, other) {
            (Computer::Rival(one), Computer::Rival(other)) => one.next() == Some(other),
            _ => [one, other]
                .iter()
                .any(|player| matches!(player, Computer::Classic(..))),
        };
        if next {
            let share = 100.0 * score.points / score.games;
            println!("{one} against {other}: {share:.1} % of {}", score.games);
        }
    }
    Ok(())
}
