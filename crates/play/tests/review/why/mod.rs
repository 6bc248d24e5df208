//! Explanations: every fact that is stated holds, by a plain computation from the rules alone.

mod check;
mod counts;
mod finders;

use std::collections::BTreeMap;
use std::path::Path;

use engine::{Engine, Limits, Random, Settings};
use play::review::why::{Fact, Reason, why};
use play::review::{Judged, Label, Review};
use rules::formats::wthor::{self, Names};
use rules::{Diagram, Game, Point, Size, Start};

use super::games::random_games;
use super::{effort, review};
use check::{check, check_words};

/// Games between people, if they are beside the project.
fn games_of_people() -> Vec<Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let files = [("wthor/WTH_2011.wtb", 40), ("playok/PLAYOK_2023.wtb", 700)];
    let mut games = Vec::new();
    for (name, step) in files {
        let Ok(bytes) = std::fs::read(folder.join(name)) else {
            println!("{name} is absent");
            continue;
        };
        let (header, entries) = wthor::read(&bytes).expect("a file of games");
        let records = entries
            .step_by(step)
            .filter_map(|entry| entry.ok()?.to_record(&header, &Names::new()).ok());
        games.extend(records.map(|record| record.game).take(30));
    }
    games
}

/// A game in which one move of three is played by chance and the others by the engine.
fn careless_game(seed: u64) -> Game {
    let mut engine = Engine::new(Settings {
        threads: 1,
        hash_mb: 1,
    });
    let mut random = Random::new(seed);
    let mut game = Game::from_diagram(Diagram::start(Size::EIGHT, Start::Standard));
    while !game.is_over() {
        let legal: Vec<Point> = game.legal_moves().into_iter().collect();
        let point = match game.turns().len() % 3 {
            0 => random.pick(&legal).expect("a move"),
            _ => {
                let limits = Limits::depth(2);
                let stop = std::sync::atomic::AtomicBool::new(false);
                let analysis = engine.analyse(game.diagram(), &limits, 1, &stop, &mut |_| {});
                analysis.best().moves[0].expect("a move")
            }
        };
        game.play(point).expect("a legal move");
    }
    game
}

/// The reasons of all mistakes of a review.
fn explained(review: &Review) -> impl Iterator<Item = (&Diagram, &Judged, Vec<Reason>)> {
    review.judged().map(|judged| {
        let before = review.game().turns()[judged.number - 1].before();
        (before, judged, why(before, judged))
    })
}

#[test]
fn a_thousand_explanations_hold() {
    let mut games = games_of_people();
    games.extend((0..48).map(careless_game));
    games.extend(random_games(8, 0..16));
    games.extend(random_games(6, 0..12));
    games.extend(random_games(4, 0..12));
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut explanations = 0;
    for game in &games {
        let review = review(game, effort(6, 14));
        for (before, judged, reasons) in explained(&review) {
            let is_mistake = judged.label() >= Label::Inaccuracy && !judged.forced;
            assert_eq!(!reasons.is_empty(), is_mistake, "{judged:?}");
            assert!(reasons.len() <= 2);
            explanations += usize::from(is_mistake);
            for (index, reason) in reasons.iter().enumerate() {
                assert_eq!(reason.also, index > 0 && !reasons[0].fact.praises_best());
                check(before, judged, reason);
                check_words(reason);
                *seen.entry(reason.fact.name()).or_default() += 1;
            }
        }
    }
    println!("{explanations} explanations: {seen:?}");
    assert!(explanations >= 1000, "{explanations} explanations");
    // Every kind of fact was stated, but a wipe-out, which has its own test.
    assert!(seen.len() >= 19, "{seen:?}");
}

/// A wipe-out is told before all else, and alone.
#[test]
fn a_wipe_out_is_told() {
    let games = random_games(4, 100..140).chain(random_games(6, 140..200));
    let found = games.filter_map(|game| {
        let review = review(&game, effort(4, 10));
        explained(&review).find_map(|(before, judged, reasons)| {
            let first = reasons.first()?;
            let Fact::WipedOut { .. } = first.fact else {
                return None;
            };
            check(before, judged, first);
            check_words(first);
            assert_eq!(reasons.len(), 1);
            Some(first.clone())
        })
    });
    let texts: Vec<String> = found.map(|reason| reason.english()).collect();
    assert!(!texts.is_empty());
    assert!(
        texts.iter().all(|text| text.contains("loses every disc")),
        "{texts:?}"
    );
}
