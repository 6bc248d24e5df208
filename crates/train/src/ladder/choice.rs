//! `reversi-train ladder choose`: twenty strengths in even steps along the path.

use clap::Args;
use engine::{Classic, Level};
use play::Computer;
use play::rival::Rung;
use rules::Size;

use super::contestant::Contestant;
use super::path;
use super::round_robin::ratings;

/// Options of `ladder choose`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Number of places of the path that play
    #[arg(long, default_value_t = 45)]
    places: usize,
    /// Number of games of each pair
    #[arg(long, default_value_t = 60)]
    games: usize,
    /// How many places on either side of it each place plays
    #[arg(long, default_value_t = 4)]
    near: usize,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// The lowest rung is so much stronger than `greedy`.
const ABOVE_GREEDY: f64 = 20.0;

/// Prints the strengths of the rungs.
pub fn run(options: &Options) {
    let place = |number: usize| number as f64 / (options.places.max(2) - 1) as f64;
    let classic = |classic| Contestant::Computer(Computer::Classic(classic, Level::LOWEST));
    let mut players = vec![classic(Classic::Random), classic(Classic::Greedy)];
    let offset = players.len();
    let strengths = (0..options.places).map(|number| path::strength(place(number)));
    players.extend(strengths.map(Contestant::Strength));
    let (rated, _) = ratings(
        &players,
        Size::EIGHT,
        options.near,
        options.games,
        options.threads,
    );
    for (player, rating) in players.iter().zip(&rated) {
        println!("{:+7.0} ± {:3.0}  {player}", rating.elo, rating.error);
    }
    let elos: Vec<f64> = rated[offset..].iter().map(|rating| rating.elo).collect();
    let rising = rising(&elos);
    let lowest = (rated[1].elo + ABOVE_GREEDY).max(rising[0]);
    let highest = *rising.last().expect("at least one place");
    let rungs = Rung::all().count();
    let step = (highest - lowest) / (rungs - 1) as f64;
    println!("steps of {step:.0} points");
    for number in 0..rungs {
        let wanted = lowest + step * number as f64;
        let strength = path::strength(along(&rising, wanted));
        println!(
            "    ({:.0}, strength({}, {:.3}, {:.3}, {}, {:.3})),",
            wanted - rated[1].elo,
            strength.rating,
            strength.human,
            strength.greed,
            strength.depth,
            strength.trust
        );
    }
}

/// The nearest sequence that does not fall (pool adjacent violators).
fn rising(values: &[f64]) -> Vec<f64> {
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for value in values {
        pools.push((*value, 1));
        while let [.., (before, many), (last, few)] = pools[..]
            && before > last
        {
            pools.truncate(pools.len() - 2);
            let count = many + few;
            pools.push((
                (before * many as f64 + last * few as f64) / count as f64,
                count,
            ));
        }
    }
    let spread = pools
        .iter()
        .flat_map(|&(value, count)| std::iter::repeat_n(value, count));
    spread.collect()
}

/// The place of the path with a rating.
fn along(rising: &[f64], wanted: f64) -> f64 {
    let last = rising.len() - 1;
    let after = rising
        .iter()
        .position(|value| *value >= wanted)
        .unwrap_or(last);
    let before = after.saturating_sub(1);
    let width = rising[after] - rising[before];
    let share = if width > 0.0 {
        (wanted - rising[before]) / width
    } else {
        1.0
    };
    (before as f64 + share.clamp(0.0, 1.0) * (after - before) as f64) / last as f64
}
