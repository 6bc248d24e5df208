//! `reversi-train people ratings`: the ratings of all players, and the mistakes that players of each rating
//! make, which join the pools.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::Args;
use engine::{Engine, Limits, Random, Settings};
use rules::{Board, Color, Square};

use super::games::{self, PeopleGame};
use super::parallel;
use super::scale::{PeopleRatings, offset};

/// Options of `people ratings`.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// Folders of .wtb files: each is a pool of players of its own
    #[arg(required = true)]
    folders: Vec<PathBuf>,
    /// Number of games of each pool whose mistakes are measured
    #[arg(long, default_value_t = 2500)]
    games: usize,
    /// Search depth of the measurement
    #[arg(long, default_value_t = 8)]
    depth: u32,
    /// Number of threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Positions measured of each side of a game.
const POSITIONS: usize = 6;

/// The empty squares of measured positions: before, moves are learnt by heart.
const EMPTIES: std::ops::RangeInclusive<u32> = 10..=44;

/// A loss in discs counts no more than this: the game is lost anyway.
const MOST_LOST: f64 = 16.0;

/// Players need this many games to be measured.
const FEWEST_GAMES: usize = 20;

/// Prints the distribution of ratings, the mistakes by rating and the offsets of the pools.
///
/// # Errors
/// When games cannot be read.
pub fn run(options: &Options) -> Result<()> {
    let games = games::read(&options.folders)?;
    let ratings = PeopleRatings::new(&games);
    let mut curves = Vec::new();
    for (pool, folder) in options.folders.iter().enumerate() {
        println!("{}", folder.display());
        distribution(&games, &ratings, pool);
        let points = measure(&games, &ratings, pool, options);
        report(&points);
        curves.push(Curve::of(&points));
    }
    for (pool, curve) in curves.iter().enumerate().skip(1) {
        match curve.offset(&curves[0]) {
            Some(offset) => println!(
                "{}: {offset:+.0} points against the first folder put equal mistakes at equal ratings",
                options.folders[pool].display()
            ),
            None => println!("too few games to join {}", options.folders[pool].display()),
        }
    }
    Ok(())
}

/// Prints how many players there are of each rating, and who leads.
fn distribution(games: &[PeopleGame], ratings: &PeopleRatings, pool: usize) {
    let of_pool = games.iter().filter(|game| game.pool == pool);
    let sides = of_pool.flat_map(|game| Color::ALL.map(|color| (game, color)));
    let mut seen: Vec<f64> = sides
        .filter_map(|(game, color)| ratings.person(game, color))
        .filter(|person| person.games >= FEWEST_GAMES)
        .map(|person| person.elo)
        .collect();
    seen.sort_by(f64::total_cmp);
    let quantile = |share: f64| {
        let place = (share * (seen.len() - 1) as f64).round() as usize;
        seen.get(place).copied().unwrap_or(f64::NAN)
    };
    let players = ratings.apart().players(FEWEST_GAMES);
    let players = players.filter(|player| player.0 == pool).count();
    print!("{players} players with {FEWEST_GAMES} games or more; ratings over their games:");
    for percent in [0, 1, 5, 25, 50, 75, 95, 99, 100] {
        print!(" {percent}%: {:.0}", quantile(f64::from(percent) / 100.0));
    }
    println!();
}

/// A measured side of a game.
struct Point {
    rating: f64,
    lost: f64,
}

/// The mean loss of sides of games chosen by chance.
fn measure(
    games: &[PeopleGame],
    ratings: &PeopleRatings,
    pool: usize,
    options: &Options,
) -> Vec<Point> {
    let enough = |game: &&PeopleGame| {
        let known = |color| {
            let person = ratings.person(game, color);
            person.is_some_and(|person| person.games >= FEWEST_GAMES)
        };
        game.pool == pool && game.moves.len() >= 50 && Color::ALL.into_iter().all(known)
    };
    let mut candidates: Vec<&PeopleGame> = games.iter().filter(enough).collect();
    let mut random = Random::new(1 + pool as u64);
    let count = options.games.min(candidates.len());
    for at in 0..count {
        let other = at + random.below(candidates.len() - at);
        candidates.swap(at, other);
    }
    candidates.truncate(count);
    let make = || {
        Engine::new(Settings {
            threads: 1,
            hash_mb: 8,
        })
    };
    let points = parallel::map(&candidates, options.threads, make, |engine, game| {
        let mut random = Random::new(game.number as u64);
        Color::ALL.map(|color| {
            let lost = mean_loss(game, color, engine, options.depth, &mut random)?;
            let rating = ratings.of(game, color) - offset(pool);
            Some(Point { rating, lost })
        })
    });
    points.into_iter().flatten().flatten().collect()
}

fn mean_loss(
    game: &PeopleGame,
    side: Color,
    engine: &mut Engine,
    depth: u32,
    random: &mut Random,
) -> Option<f64> {
    let mut positions: Vec<(Board, Square)> = game
        .positions()
        .filter(|(board, color, _)| {
            *color == side && EMPTIES.contains(&board.empties()) && board.legal_moves().len() > 1
        })
        .map(|(board, _, square)| (board, square))
        .collect();
    let mut sum = 0.0;
    for _ in 0..POSITIONS {
        if positions.is_empty() {
            return None;
        }
        let (board, played) = positions.swap_remove(random.below(positions.len()));
        sum += loss(board, played, engine, depth).min(MOST_LOST);
    }
    Some(sum / POSITIONS as f64)
}

/// What a move loses in discs, by a search of all moves to the same depth.
fn loss(board: Board, played: Square, engine: &mut Engine, depth: u32) -> f64 {
    let stop = AtomicBool::new(false);
    let count = board.legal_moves().len() as usize;
    let analysis = engine.analyse(board, &Limits::depth(depth), count, &stop, &mut |_| {});
    let line = analysis
        .lines
        .iter()
        .find(|line| line.square() == Some(played));
    let best = analysis.best().score.discs();
    line.map_or(0.0, |line| best - line.score.discs())
}

/// Prints the mean loss by rating.
fn report(points: &[Point]) {
    println!("rating against the pool's mean: discs lost a move (sides)");
    for [rating, lost, count] in Curve::of(points).0 {
        println!("{rating:6.0}: {lost:.3} ({count:.0})");
    }
}

/// The width of a band of ratings.
const BAND: f64 = 100.0;

/// A band is used if it has this many sides of games.
const FEWEST_SIDES: usize = 20;

/// The mean loss of bands of ratings: rating, loss, number of sides.
struct Curve(Vec<[f64; 3]>);

impl Curve {
    fn of(points: &[Point]) -> Curve {
        let mut bands: BTreeMap<i64, Vec<&Point>> = BTreeMap::new();
        for point in points {
            let band = (point.rating / BAND).floor() as i64;
            bands.entry(band).or_default().push(point);
        }
        let enough = bands
            .into_values()
            .filter(|inside| inside.len() >= FEWEST_SIDES);
        let mean = enough.map(|inside| {
            let count = inside.len() as f64;
            let rating = inside.iter().map(|point| point.rating).sum::<f64>() / count;
            let lost = inside.iter().map(|point| point.lost).sum::<f64>() / count;
            [rating, lost, count]
        });
        Curve(mean.collect())
    }

    /// The loss at a rating, between bands on a straight line; `None` beyond the last ones.
    fn at(&self, rating: f64) -> Option<f64> {
        let two = self
            .0
            .windows(2)
            .find(|two| (two[0][0]..=two[1][0]).contains(&rating))?;
        let share = (rating - two[0][0]) / (two[1][0] - two[0][0]);
        Some(two[0][1] + share * (two[1][1] - two[0][1]))
    }

    /// What has to be added to the ratings of this curve so that it lies on another one best, by the squares of
    /// the differences; `None` where they have nothing in common.
    fn offset(&self, other: &Curve) -> Option<f64> {
        let distance = |offset: f64| {
            let (mut sum, mut weight) = (0.0, 0.0);
            for [rating, lost, count] in &self.0 {
                if let Some(wanted) = other.at(rating + offset) {
                    sum += count * (lost - wanted).powi(2);
                    weight += count;
                }
            }
            let all: f64 = self.0.iter().map(|band| band[2]).sum();
            // Most of the curve has to be compared.
            (2.0 * weight > all).then(|| sum / weight)
        };
        let candidates = (-600..=600).filter_map(|offset| {
            let offset = f64::from(offset);
            Some((offset, distance(offset)?))
        });
        let best = candidates.min_by(|one, other| one.1.total_cmp(&other.1));
        best.map(|(offset, _)| offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Players of one pool lose less with each point; those of another pool are 70 points better than their
    /// ratings say.
    #[test]
    fn the_offset_puts_equal_mistakes_at_equal_ratings() {
        let lost = |rating: f64| 3.0 * (-rating / 400.0).exp();
        let pool = |hidden: f64| {
            let ratings = (-400..400).map(f64::from);
            let points = ratings.map(|rating| Point {
                rating,
                lost: lost(rating + hidden),
            });
            Curve::of(&points.collect::<Vec<Point>>())
        };
        let offset = pool(70.0).offset(&pool(0.0)).expect("they overlap");
        assert!((offset - 70.0).abs() < 10.0, "{offset}");
        assert!(pool(0.0).offset(&Curve(Vec::new())).is_none());
    }
}
