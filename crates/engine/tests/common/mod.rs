//! Seeded random games, and the players of the tests.

use std::sync::atomic::AtomicBool;

use reversi_engine::{
    Choice, Classic, Engine, Evaluation, Level, Method, Opponent, Random, Settings, Textbook,
};
use reversi_rules::{Diagram, Game, Point, Position, Size};

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

/// Positions from all stages of random games, one from each game. The side to move has a legal
/// move.
pub fn random_positions(size: Size, count: usize, seed: u64) -> Vec<Diagram> {
    let mut random = Random::new(seed);
    let one_of_a_game = |_| {
        let game = random_game(size, &mut random);
        let turn = random.pick(game.turns()).expect("a game has moves");
        *turn.before()
    };
    (0..count).map(one_of_a_game).collect()
}

/// A player with a textbook search: a classic opponent, or the handmade evaluation that the engine
/// uses on boards above 8×8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judge {
    House,
    Classic(Classic),
}

impl Judge {
    /// All players that evaluate positions.
    pub fn all() -> impl Iterator<Item = Judge> {
        let evaluates = |classic: &Classic| *classic != Classic::Random;
        let classic = Classic::ALL.into_iter().filter(evaluates);
        std::iter::once(Judge::House).chain(classic.map(Judge::Classic))
    }

    /// All players whose search depth is their level.
    pub fn with_level() -> impl Iterator<Item = Judge> {
        Judge::all().filter(|judge| *judge != Judge::Classic(Classic::Greedy))
    }

    pub fn evaluation<P: Position>(self, size: Size) -> Evaluation<P> {
        match self {
            Judge::House => Evaluation::house(size),
            Judge::Classic(classic) => classic.evaluation(size).expect("one that evaluates"),
        }
    }

    pub fn consider(self, diagram: &Diagram, level: Level, method: Method) -> Option<Choice> {
        fn house<P: Position>(position: &P, level: Level, method: Method) -> Option<Choice> {
            let evaluation = Evaluation::house(position.size());
            Textbook::new(&evaluation, method, position).choose(position, level)
        }
        match (self, diagram.to_board()) {
            (Judge::House, Some(board)) => house(&board, level, method),
            (Judge::House, None) => house(diagram.board(), level, method),
            (Judge::Classic(classic), _) => classic.consider(diagram, level, method),
        }
    }
}

/// The move of an opponent; `None` when there is no legal move.
pub fn choose(
    opponent: Opponent,
    diagram: &Diagram,
    level: Level,
    random: &mut Random,
) -> Option<Point> {
    match opponent {
        Opponent::Engine => {
            let settings = Settings {
                hash_mb: 1,
                ..Settings::default()
            };
            let limits = level.limits(diagram.size(), diagram.board().empties());
            let stop = AtomicBool::new(false);
            let chosen = Engine::new(settings).choose(diagram, &limits, random, &stop, &mut |_| {});
            chosen.map(|(point, _)| point)
        }
        Opponent::Classic(classic) => {
            let decision = classic.choose(diagram, level, random);
            decision.map(|decision| decision.point)
        }
    }
}

/// Plays an opponent against itself to the end.
pub fn whole_game(opponent: Opponent, size: Size, level: Level, seed: u64) -> Game {
    let mut game = Game::new(size);
    let mut random = Random::new(seed);
    while let Some(point) = choose(opponent, game.diagram(), level, &mut random) {
        game.play(point).expect("a legal move");
    }
    game
}
