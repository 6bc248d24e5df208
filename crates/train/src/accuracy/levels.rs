//! The same games at several levels: how far their accuracies are apart.

use std::fmt::Write;

use anyhow::{Context, Result};
use engine::Level;
use rules::{Color, Game};

use super::people::Chosen;
use super::reviews::Reviews;
use super::statistics::{mean, quantile};

/// The levels that are compared.
const LEVELS: [u32; 3] = [10, 16, 20];

/// Accuracies are meant to be this close.
const CLOSE: f64 = 3.0;

/// Reviews the first games at all levels and compares the accuracies of each side. With `kept`, only games
/// that all have reviews of already.
///
/// # Errors
/// When the reviews cannot be made.
pub fn report(
    chosen: &[Chosen],
    count: usize,
    kept: bool,
    reviews: &mut Reviews,
) -> Result<String> {
    let levels = LEVELS
        .map(Level::new)
        .into_iter()
        .collect::<Option<Vec<Level>>>();
    let levels = levels.context("a level begins at 1")?;
    let is_wanted = |game: &&Game| !kept || levels.iter().all(|level| reviews.has(game, *level));
    let games = chosen.iter().map(|chosen| &chosen.game).filter(is_wanted);
    let games: Vec<Game> = games.take(count).cloned().collect();
    let mut by_level = Vec::new();
    for level in levels {
        let reviews = reviews.of(&games, level)?;
        let sides = reviews.iter().flat_map(|review| {
            let accuracy = review.accuracy();
            Color::ALL.map(|color| accuracy[color])
        });
        by_level.push(sides.collect::<Vec<Option<f64>>>());
    }
    let mut apart = Vec::new();
    let mut means = [0.0; LEVELS.len()];
    for side in 0..by_level[0].len() {
        let accuracies = by_level.iter().filter_map(|sides| sides[side]);
        let accuracies: Vec<f64> = accuracies.collect();
        if accuracies.len() == LEVELS.len() {
            apart.push(quantile(&accuracies, 1.0) - quantile(&accuracies, 0.0));
            for (sum, accuracy) in means.iter_mut().zip(accuracies) {
                *sum += accuracy;
            }
        }
    }
    let close = apart.iter().filter(|apart| **apart <= CLOSE).count();
    let mut text = String::from("\naccuracy of the same sides at level");
    for (level, sum) in LEVELS.iter().zip(means) {
        let _ = write!(text, " {level}: {:.2};", sum / apart.len() as f64);
    }
    let _ = writeln!(
        text,
        "\nmost and least differ by {:.2} on average, median {:.2}, 95 % within {:.2}, at most {:.2}; {:.1} % \
         of {} sides within {CLOSE}",
        mean(&apart),
        quantile(&apart, 0.5),
        quantile(&apart, 0.95),
        quantile(&apart, 1.0),
        100.0 * close as f64 / apart.len() as f64,
        apart.len(),
    );
    Ok(text)
}
