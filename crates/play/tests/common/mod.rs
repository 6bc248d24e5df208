//! Sessions that tests start from.

use engine::{Analysis, Level, Opponent, Random};
use play::{ChosenMove, PlayerSpec, Session, VerbError, Watch};
use rules::formats::transcript;
use rules::{ByColor, Diagram, Game, Point, Size, Start};

/// The sample game of *uoa* on 4×4: Black must pass after b1, and a2 ends the game.
pub const SAMPLE: &str = "c4d4d3b4a4d2d1b1a2";

pub fn players(black: &str, white: &str) -> ByColor<PlayerSpec> {
    let player = |text: &str| text.parse().expect("a player");
    ByColor {
        black: player(black),
        white: player(white),
    }
}

pub fn session(side: usize, black: &str, white: &str, seed: u64) -> Session {
    let size = Size::new(side).expect("an even size");
    Session::new(Game::new(size), players(black, white), seed)
}

/// The sample game, finished, with players that did not play it.
pub fn sample(black: &str, white: &str) -> Session {
    let start = Diagram::start(Size::MIN, Start::Standard);
    let game = transcript::read(SAMPLE, start).expect("a whole game");
    Session::new(game, players(black, white), 1)
}

/// The values that a computer player reports with its move.
pub fn analysis(chosen: &ChosenMove) -> &Analysis {
    chosen
        .analysis
        .as_ref()
        .expect("our players say what they think")
}

pub fn point(name: &str) -> Point {
    name.parse().expect("a square")
}

pub fn moves(session: &Session) -> String {
    transcript::write(session.game())
}

/// Makes one move: the computer's own, or a random one for a person.
pub fn step(session: &mut Session, chance: &mut Random) {
    if !session.human_moves().is_empty() {
        let legal: Vec<Point> = session.game().legal_moves().into_iter().collect();
        let point = chance.pick(&legal).expect("there is a move");
        session.play(point).expect("a legal move");
    } else {
        session.think().expect("a computer's turn");
    }
}

/// The move that an opponent would play for a person.
pub fn suggest(
    session: &mut Session,
    opponent: Opponent,
    level: Level,
) -> Result<Point, VerbError> {
    Watch::unwatched(|watch| session.suggest(opponent, level, watch))
}
