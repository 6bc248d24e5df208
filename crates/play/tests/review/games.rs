//! Games to review.

use engine::Random;
use rules::formats::transcript;
use rules::{Diagram, Game, Point, Size, Start};

/// The sample game of *uoa* on 4×4: Black must pass after b1, and a2 ends the game.
pub const SAMPLE: &str = "c4d4d3b4a4d2d1b1a2";

pub fn of_moves(moves: &str, side: usize) -> Game {
    let size = Size::new(side).expect("an even size");
    transcript::read(moves, Diagram::start(size, Start::Standard)).expect("a game")
}

/// A random game from a position, to its end or to a number of moves.
pub fn by_chance(start: Diagram, seed: u64, moves: usize) -> Game {
    let mut random = Random::new(seed);
    let mut game = Game::from_diagram(start);
    while game.turns().len() < moves {
        let legal: Vec<Point> = game.legal_moves().into_iter().collect();
        let Some(point) = random.pick(&legal) else {
            break;
        };
        game.play(point).expect("a legal move");
    }
    game
}

/// Random games from the start to their ends.
pub fn random_games(side: usize, seeds: std::ops::Range<u64>) -> impl Iterator<Item = Game> {
    let size = Size::new(side).expect("an even size");
    seeds.map(move |seed| by_chance(Diagram::start(size, Start::Standard), seed, usize::MAX))
}
