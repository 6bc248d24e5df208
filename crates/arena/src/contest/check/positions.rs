//! Positions for trials and probes.

use engine::Random;
use rules::{Color, Game, Size};

/// The number of random games that are searched for one with a pass.
const MAX_PASS_GAMES: u64 = 200;

/// An unfinished game in which the colour `passing` has to pass now; `None` if none was found.
pub(super) fn opening_with_pass(size: Size, passing: Color) -> Option<Game> {
    (0..MAX_PASS_GAMES).find_map(|seed| {
        let mut random = Random::new(seed);
        let mut game = Game::new(size);
        while !game.is_over() {
            let legal: Vec<_> = game.legal_moves().into_iter().collect();
            game.play(random.pick(&legal)?).ok()?;
            if game.passed() == Some(passing) && !game.is_over() {
                return Some(game);
            }
        }
        None
    })
}

/// A position in which a side is to move, after a few random moves.
pub(super) fn random_position(size: Size, seed: u64) -> Game {
    let mut random = Random::new(seed);
    let mut game = Game::new(size);
    for _ in 0..=seed {
        let legal: Vec<_> = game.legal_moves().into_iter().collect();
        let mut next = game.clone();
        match random.pick(&legal) {
            Some(point) if next.play(point).is_ok() && !next.is_over() => game = next,
            _ => break,
        }
    }
    game
}
