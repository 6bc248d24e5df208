//! Random games, the same in every run.

use engine::Random;
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
