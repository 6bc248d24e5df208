//! Openings: drawn by a seed, each once, with the requested properties.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use arena::matches::{OpeningSupply, Openings, OpeningsError};
use engine::{Engine, Limits, Settings};
use rules::formats::transcript;
use rules::{Board, Diagram, Game, Size};

fn size(side: usize) -> Size {
    Size::new(side).unwrap()
}

fn drawn(openings: Openings, side: usize, seed: u64, count: usize) -> Vec<Game> {
    let mut supply = OpeningSupply::new(openings, size(side), seed).unwrap();
    (0..count).map(|_| supply.draw()).collect()
}

fn game(moves: &str, side: usize) -> Game {
    let start = Diagram::start(size(side), rules::Start::Standard);
    transcript::read(moves, start).unwrap()
}

fn board(game: &Game) -> Board {
    game.diagram().to_board().unwrap()
}

#[test]
fn random_openings_have_their_moves_and_no_two_are_alike() {
    let games = drawn(Openings::Random(6), 8, 1, 300);
    assert!(
        games
            .iter()
            .all(|game| game.turns().len() == 6 && !game.is_over())
    );
    let different: HashSet<Board> = games.iter().map(|game| board(game).canonical()).collect();
    assert_eq!(different.len(), 300);
}

#[test]
fn a_seed_gives_the_same_openings_again() {
    for openings in [Openings::Random(8), Openings::Balanced] {
        let first = drawn(openings.clone(), 8, 7, 5);
        assert_eq!(first, drawn(openings.clone(), 8, 7, 5));
        assert_ne!(first, drawn(openings, 8, 8, 5));
    }
}

/// A deeper search also finds them close to even.
#[test]
fn balanced_openings_are_balanced() {
    let mut engine = Engine::new(Settings::default());
    let stop = AtomicBool::new(false);
    let mut off = Vec::new();
    for game in drawn(Openings::Balanced, 8, 3, 20) {
        assert_eq!(game.turns().len(), 8);
        let analysis = engine.analyse(board(&game), &Limits::depth(12), 1, &stop, &mut |_| {});
        off.push(analysis.best().score.discs().abs());
    }
    let mean = off.iter().sum::<f64>() / off.len() as f64;
    assert!(mean < 2.5, "{off:?}");
    assert!(off.iter().all(|off| *off < 7.0), "{off:?}");
    assert_eq!(drawn(Openings::Balanced, 6, 3, 20).len(), 20);
}

/// There are few positions after two moves; after all were drawn, they repeat.
#[test]
fn openings_that_run_out_begin_again() {
    let games = drawn(Openings::Random(2), 4, 1, 20);
    let different: HashSet<_> = games.iter().map(|game| *game.diagram()).collect();
    assert!(different.len() < 12, "{}", different.len());
    assert_eq!(games.len(), 20);
}

/// Each opening of a list comes once before any is repeated.
#[test]
fn a_list_is_gone_through_in_an_order_left_to_chance() {
    let list = ["f5d6", "f5f6", "f5f4", "f5d6c3", "f5d6c4"].map(|moves| game(moves, 8));
    let twice = drawn(Openings::List(list.to_vec()), 8, 1, 10);
    for half in twice.chunks(5) {
        assert!(list.iter().all(|game| half.contains(game)));
    }
    let seeds = (1..6).map(|seed| drawn(Openings::List(list.to_vec()), 8, seed, 5));
    assert!(seeds.into_iter().any(|order| order != twice[..5]));
}

#[test]
fn openings_that_cannot_be_are_reported() {
    let told = |openings, side| {
        let supply = OpeningSupply::new(openings, size(side), 1);
        supply.err().expect("an error")
    };
    assert_eq!(told(Openings::List(vec![]), 8), OpeningsError::Empty);
    assert_eq!(
        told(Openings::Random(31), 8),
        OpeningsError::TooLong(31, 30)
    );
    assert_eq!(
        told(Openings::Balanced, 10),
        OpeningsError::NoBalance(size(10))
    );
    let small = Openings::List(vec![game("f5", 8), game("e4", 6)]);
    assert_eq!(told(small, 8), OpeningsError::Size(2, size(6)));
    let mut over = Game::new(size(8));
    while let Some(point) = over.legal_moves().into_iter().next() {
        over.play(point).unwrap();
    }
    assert_eq!(told(Openings::List(vec![over]), 8), OpeningsError::Over(1));
}
