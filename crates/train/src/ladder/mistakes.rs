//! The mistakes of people and of rungs on the same positions, which put both on one scale.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use engine::{Engine, Limits, Random, Settings};
use play::Watch;
use play::rival::Strength;
use rules::{Board, Square};

use crate::people::games::{self, Part, PeopleGame};
use crate::people::parallel;
use crate::people::scale::PeopleRatings;

/// The search depth that tells what a move loses.
const DEPTH: u32 = 8;

/// A loss in discs counts no more than this: the game is lost anyway.
const MOST_LOST: f64 = 16.0;

/// The empty squares of the positions: openings are known by heart.
const EMPTIES: std::ops::RangeInclusive<u32> = 6..=48;

/// The width of a band of ratings.
const BAND: f64 = 100.0;

/// The rating of a person with fewer games says little.
const FEWEST_GAMES: usize = 20;

/// A band is used if it has this many positions.
const FEWEST: usize = 60;

/// A position of a game of people.
pub struct Position {
    board: Board,
    /// The rating of the person who moved.
    rating: f64,
    /// What that person lost, in discs.
    lost: f64,
    /// What each move loses.
    losses: Vec<(Square, f64)>,
}

/// Positions chosen by chance from the games of the test part, with what each move loses.
///
/// # Errors
/// When games cannot be read.
pub fn positions(folders: &[PathBuf], count: usize, threads: usize) -> Result<Vec<Position>> {
    let games = games::read(folders)?;
    let ratings = PeopleRatings::new(&games);
    let is_known = |game: &PeopleGame, color| {
        let person = ratings.person(game, color);
        person.is_some_and(|person| person.games >= FEWEST_GAMES)
    };
    let tests = games.iter().filter(|game| game.part() == Part::Test);
    let tests: Vec<(&PeopleGame, Vec<_>)> = tests
        .filter_map(|game| {
            let usable = game.positions().filter(|(board, color, _)| {
                EMPTIES.contains(&board.empties())
                    && board.legal_moves().len() > 1
                    && is_known(game, *color)
            });
            let usable: Vec<_> = usable.collect();
            (!usable.is_empty()).then_some((game, usable))
        })
        .collect();
    ensure!(
        !tests.is_empty(),
        "no test game has a player with {FEWEST_GAMES} games or more"
    );
    let mut random = Random::new(1);
    let chosen: Vec<_> = std::iter::repeat_with(|| {
        let (game, usable) = &tests[random.below(tests.len())];
        let (board, color, played) = usable[random.below(usable.len())];
        (board, ratings.of(game, color), played)
    })
    .take(count)
    .collect();
    let make = || {
        Engine::new(Settings {
            threads: 1,
            hash_mb: 8,
        })
    };
    Ok(parallel::map(
        &chosen,
        threads,
        make,
        |engine, &(board, rating, played)| {
            let losses = losses(board, engine);
            let lost = losses.iter().find(|(square, _)| *square == played);
            Position {
                board,
                rating,
                lost: lost.map_or(0.0, |(_, lost)| *lost),
                losses,
            }
        },
    ))
}

fn losses(board: Board, engine: &mut Engine) -> Vec<(Square, f64)> {
    let stop = AtomicBool::new(false);
    let count = board.legal_moves().len() as usize;
    let limits = Limits::depth(DEPTH);
    let analysis = engine.analyse(board, &limits, count, &stop, &mut |_| {});
    let best = analysis.best().score.discs();
    let lines = analysis.lines.iter();
    let losses = lines.filter_map(|line| {
        let lost = (best - line.score.discs()).min(MOST_LOST);
        Some((line.square()?, lost))
    });
    losses.collect()
}

/// The rating of the people who make as many mistakes as a strength, with its standard error; `None` where no
/// people do.
#[must_use]
pub fn equivalent(
    positions: &[Position],
    strength: &Strength,
    threads: usize,
) -> Option<(f64, f64)> {
    let make = || {
        Engine::new(Settings {
            threads: 1,
            hash_mb: 8,
        })
    };
    let differences = parallel::map(positions, threads, make, |engine, position| {
        let (shares, _) = Watch::unwatched(|watch| strength.shares(position.board, engine, watch));
        let loss = |square: Square| {
            let lost = position.losses.iter().find(|(other, _)| *other == square);
            lost.map_or(0.0, |(_, lost)| *lost)
        };
        let expected: f64 = shares
            .iter()
            .map(|&(square, share)| share * loss(square))
            .sum();
        (position.rating, expected - position.lost)
    });
    crossing(&differences)
}

/// Where the mean difference of losses is 0: people of lower ratings lose more than the strength, people of
/// higher ratings less. A straight line is fitted to the means of bands.
fn crossing(differences: &[(f64, f64)]) -> Option<(f64, f64)> {
    let band = |rating: f64| (rating / BAND).floor() as i64;
    let mut bands: Vec<i64> = differences
        .iter()
        .map(|(rating, _)| band(*rating))
        .collect();
    bands.sort_unstable();
    bands.dedup();
    // Ratings, means and weights of bands.
    let mut points: Vec<[f64; 3]> = Vec::new();
    for place in bands {
        let inside: Vec<(f64, f64)> = differences
            .iter()
            .copied()
            .filter(|(rating, _)| band(*rating) == place)
            .collect();
        if inside.len() >= FEWEST {
            let count = inside.len() as f64;
            let mean = |of: &dyn Fn(&(f64, f64)) -> f64| inside.iter().map(of).sum::<f64>() / count;
            let (rating, difference) = (mean(&|one| one.0), mean(&|one| one.1));
            let variance = mean(&|one| (one.1 - difference).powi(2)) / count;
            points.push([rating, difference, 1.0 / variance.max(1e-6)]);
        }
    }
    let total: f64 = points.iter().map(|point| point[2]).sum();
    let mean = |of: &dyn Fn(&[f64; 3]) -> f64| {
        points.iter().map(|point| point[2] * of(point)).sum::<f64>() / total
    };
    let (rating, difference) = (mean(&|point| point[0]), mean(&|point| point[1]));
    let spread = mean(&|point| (point[0] - rating).powi(2));
    let both = mean(&|point| (point[0] - rating) * (point[1] - difference));
    let slope = both / spread;
    let at = rating - difference / slope;
    let variance = (1.0 / total) * (1.0 + (at - rating).powi(2) / spread) / (slope * slope);
    let (first, last) = (points.first()?, points.last()?);
    let inside = (first[0] - BAND..=last[0] + BAND).contains(&at);
    (slope > 0.0 && inside).then_some((at, variance.sqrt()))
}
