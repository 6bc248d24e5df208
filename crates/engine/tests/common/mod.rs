//! Games that are the same in every run. Each test uses some of them.

#![allow(dead_code)]

use engine::{Level, Opponent, Random};
use rules::{Diagram, Game, Size};

/// A game of random moves, played to its end.
pub fn random_game(size: Size, random: &mut Random) -> Game {
    let mut game = Game::new(size);
    loop {
        let moves: Vec<_> = game.legal_moves().into_iter().collect();
        match random.pick(&moves) {
            Some(point) => game.play(point).expect("a legal move"),
            None => return game,
        };
    }
}

/// Positions from all stages of random games, one from each. Their side to move can move.
pub fn random_positions(size: Size, count: usize, seed: u64) -> Vec<Diagram> {
    let mut random = Random::new(seed);
    let one_of_a_game = |_| {
        let game = random_game(size, &mut random);
        let turn = random.pick(game.turns()).expect("a game has moves");
        *turn.before()
    };
    (0..count).map(one_of_a_game).collect()
}

/// Plays an opponent against itself to the end.
pub fn whole_game(opponent: Opponent, size: Size, level: Level, seed: u64) -> Game {
    let mut game = Game::new(size);
    let mut random = Random::new(seed);
    while let Some(decision) = opponent.choose(game.diagram(), level, &mut random) {
        game.play(decision.point).expect("a legal move");
    }
    game
}
