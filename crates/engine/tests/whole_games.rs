//! Every opponent plays games to their end, on boards of every size.

use reversi_engine::{Classic, Level, Opponent, Random};
use reversi_rules::{Game, Size};

use crate::common::choose;

/// Plays an opponent against itself to the end and checks every move and the result.
fn play(opponent: Opponent, size: Size, plies: u32) -> Game {
    let level = Level::new(plies).expect("not 0");
    let mut random = Random::new(plies.into());
    let mut game = Game::new(size);
    while !game.is_over() {
        let point = choose(opponent, game.diagram(), level, &mut random)
            .expect("a side that can move is to move");
        assert!(
            game.legal_moves().contains(point),
            "{opponent}\n{:?}",
            game.diagram()
        );
        let (before, turned) = (game.empties(), game.diagram().board().flips(point));
        assert!(!turned.is_empty());
        game.play(point).expect("a legal move");
        assert_eq!(game.empties(), before - 1);
    }
    let after = choose(opponent, game.diagram(), level, &mut random);
    assert_eq!(after, None);
    assert_adds_up(&game);
    game
}

fn assert_adds_up(game: &Game) {
    let outcome = game.outcome().expect("the game is over");
    let (discs, area) = (outcome.discs, game.size().area());
    assert_eq!((discs.black + discs.white + outcome.empties) as usize, area);
    assert_eq!(discs, game.counts());
    assert_eq!(game.turns().len() + 4 + outcome.empties as usize, area);
    assert!(game.diagram().board().is_over(), "{:?}", game.diagram());
}

#[test]
fn every_opponent_finishes_on_4x4_at_every_level() {
    for opponent in Opponent::ALL {
        for plies in [1, 2, 3, 4, 5, 12, u32::MAX] {
            play(opponent, Size::MIN, plies);
        }
    }
}

#[test]
fn every_opponent_finishes_on_26x26() {
    for opponent in Opponent::ALL {
        play(opponent, Size::MAX, 1);
    }
}

#[test]
fn a_cheap_opponent_looks_two_moves_ahead_on_26x26() {
    play(Classic::Discs.into(), Size::MAX, 2);
}

#[test]
fn every_size_can_be_played_to_the_end() {
    for size in Size::all() {
        play(Classic::Random.into(), size, 1);
        play(Classic::Greedy.into(), size, 1);
        play(Classic::Positional.into(), size, 1);
    }
}

#[test]
fn every_opponent_finishes_on_8x8() {
    for opponent in Opponent::ALL {
        play(opponent, Size::EIGHT, 3);
    }
}

#[test]
fn the_engine_beats_the_random_opponent() {
    let level = Level::new(3).expect("not 0");
    let mut random = Random::new(1);
    let mut won = 0;
    for round in 0..10 {
        let engine = [reversi_rules::Color::Black, reversi_rules::Color::White][round % 2];
        let mut game = Game::new(Size::EIGHT);
        while let Some(color) = game.to_move() {
            let player = if color == engine {
                Opponent::Engine
            } else {
                Classic::Random.into()
            };
            let point = choose(player, game.diagram(), level, &mut random);
            game.play(point.expect("a move")).expect("a legal move");
        }
        won += usize::from(game.outcome().and_then(|outcome| outcome.winner()) == Some(engine));
    }
    assert!(won >= 9, "won {won} of 10");
}
