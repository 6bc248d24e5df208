//! How often each fact is found for mistakes, and for moves that lose next to nothing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::{Engine, Level, Settings};
use rules::Size;
use rules::formats::wthor::{self, Names};

use super::Finders;
use super::case::Case;
use crate::Watch;
use crate::people::Rating;
use crate::review::{Effort, Review, Reviewer};

/// Reviews every `step`th game of a file.
fn reviews(file: &Path, step: usize, count: usize, level: u32, exact: u32) -> Vec<Review> {
    let bytes = std::fs::read(file).expect("a file of games");
    let (header, entries) = wthor::read(&bytes).expect("a file of games");
    let level = Level::new(level).expect("a level");
    let effort = Effort {
        exact,
        ..Effort::level(level, Size::EIGHT)
    };
    let mut engine = Engine::new(Settings {
        threads: 1,
        hash_mb: 8,
    });
    let games = entries.step_by(step).filter_map(|entry| {
        let record = entry.ok()?.to_record(&header, &Names::new()).ok()?;
        (record.game.turns().len() > 40).then_some(record.game)
    });
    let review = |game| {
        let mut reviewer = Reviewer::new(game, effort).expect("an 8×8 game");
        Watch::unwatched(|watch| while reviewer.step(&mut engine, watch) {});
        reviewer.into_review()
    };
    games.take(count).map(review).collect()
}

fn data(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    folder.join(name)
}

/// Prints the table of docs/review.md: for each fact its share of mistakes and of nearly best moves.
#[test]
#[ignore = "a measurement, not a test: it reads games beside the project"]
fn rates_of_facts() {
    let mut reviews: Vec<Review> = reviews(&data("wthor/WTH_2015.wtb"), 9, 150, 10, 18);
    reviews.extend(self::reviews(
        &data("playok/PLAYOK_2023.wtb"),
        170,
        150,
        10,
        18,
    ));
    let mut found: BTreeMap<&str, [u32; 2]> = BTreeMap::new();
    let mut shown: BTreeMap<&str, u32> = BTreeMap::new();
    let mut moves = [0u32; 2];
    for review in &reviews {
        for judged in review.judged().filter(|judged| !judged.forced) {
            let group = match judged.lost().discs() {
                lost if lost >= 4.0 => 0,
                lost if lost > 0.2 && lost <= 1.0 => 1,
                2.0 if judged.kind.is_exact() => 1,
                _ => continue,
            };
            let before = review.game().turns()[judged.number - 1].before();
            let Some(case) = Case::new(before, judged) else {
                continue;
            };
            moves[group] += 1;
            let mut names: Vec<&str> = super::causes(&case)
                .iter()
                .map(|cause| cause.fact.name())
                .collect();
            names.dedup();
            for name in names {
                found.entry(name).or_default()[group] += 1;
            }
            if group == 0 {
                for reason in super::reasons(before, judged) {
                    *shown.entry(reason.fact.name()).or_default() += 1;
                }
            }
        }
    }
    println!("{} mistakes, {} nearly best moves", moves[0], moves[1]);
    println!(
        "{:18} {:>8} {:>8} {:>6} {:>8}",
        "fact", "mistakes", "others", "ratio", "shown"
    );
    let share = |count: u32, of: u32| f64::from(count) / f64::from(of);
    for (name, [bad, good]) in found {
        let (bad, good) = (share(bad, moves[0]), share(good, moves[1]));
        let seen = share(shown.remove(name).unwrap_or(0), moves[0]);
        println!(
            "{name:18} {:8.1} {:8.1} {:6.1} {:8.1}",
            100.0 * bad,
            100.0 * good,
            bad / good,
            100.0 * seen
        );
    }
    for (name, count) in shown {
        println!("{name:18} {:33.1}", 100.0 * share(count, moves[0]));
    }
    let start = Instant::now();
    let mut count = 0;
    for review in &reviews {
        for judged in review.judged() {
            let before = review.game().turns()[judged.number - 1].before();
            for reason in super::why(before, judged) {
                count += reason.english().len() + reason.greek().len();
            }
        }
    }
    let reasons = start.elapsed() / reviews.len() as u32;
    let start = Instant::now();
    for review in &reviews {
        for judged in review.judged() {
            let before = review.game().turns()[judged.number - 1].before();
            count += usize::from(Finders::of(before, judged, Rating::new(1500)).is_some());
        }
    }
    let finders = start.elapsed() / reviews.len() as u32;
    println!("a game: reasons {reasons:?}, finders {finders:?} ({count} bytes and finders)");
}
