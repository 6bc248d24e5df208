//! Running games: boards and clocks as the live page shows them.

use std::time::{Duration, SystemTime};

use play::Clock;
use rules::{ByColor, Color, Game, Size};
use serde::Serialize;

use crate::results::names::{clean, shorten};

/// The longest name, in columns.
const LONGEST: usize = 40;

/// A game that is being played.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningGame {
    label: String,
    names: ByColor<String>,
    board: String,
    moves: usize,
    last: Option<String>,
    to_move: Option<Color>,
    /// The clocks when the turn began.
    clocks: ByColor<Option<Duration>>,
    /// When the turn began; `None` until both programs are ready.
    since: Option<SystemTime>,
}

impl RunningGame {
    /// A game of a round between two entrants, whose programs are being started.
    #[must_use]
    pub fn new(label: &str, names: ByColor<&str>, opening: &Game) -> RunningGame {
        let name = |color| shorten(&clean(names[color]), LONGEST);
        let mut running = RunningGame {
            label: shorten(&clean(label), LONGEST),
            names: ByColor::from_fn(name),
            board: String::new(),
            moves: 0,
            last: None,
            to_move: None,
            clocks: ByColor::from_fn(|_| None),
            since: None,
        };
        running.show(opening);
        running
    }

    /// A turn has begun: both programs are ready, or a move was made.
    pub fn turn(&mut self, game: &Game, clocks: &ByColor<Clock>) {
        self.show(game);
        let left = |clock: &Clock| clock.left().or_else(|| clock.allowed());
        self.clocks = ByColor::from_fn(|color| left(&clocks[color]));
        self.since = Some(SystemTime::now());
    }

    fn show(&mut self, game: &Game) {
        let board = game.diagram().to_string();
        // The side to move follows the squares.
        self.board = board.split(' ').next().unwrap_or_default().to_string();
        self.moves = game.turns().len();
        self.last = game.turns().last().map(|turn| turn.point().to_string());
        self.to_move = game.to_move();
    }
}

#[derive(Serialize)]
struct Boards<'a> {
    size: usize,
    games: Vec<Board<'a>>,
}

#[derive(Serialize)]
struct Board<'a> {
    /// The same for all positions of a game.
    id: usize,
    label: &'a str,
    /// Black, White.
    names: [&'a str; 2],
    board: &'a str,
    moves: usize,
    last: Option<&'a str>,
    to_move: Option<&'static str>,
    /// Milliseconds of Black and White at the beginning of the turn; `null` without a limit.
    clocks: [Option<u64>; 2],
    /// When the turn began, in milliseconds since 1970.
    since: Option<u64>,
}

/// The running games as JSON on one line, with an identifier for each.
#[must_use]
pub fn boards<'a>(size: Size, games: impl Iterator<Item = (usize, &'a RunningGame)>) -> String {
    let board = |(id, game): (usize, &'a RunningGame)| Board {
        id,
        label: &game.label,
        names: [&game.names.black, &game.names.white],
        board: &game.board,
        moves: game.moves,
        last: game.last.as_deref(),
        to_move: game.to_move.map(|color| match color {
            Color::Black => "black",
            Color::White => "white",
        }),
        clocks: [game.clocks.black, game.clocks.white].map(|time| time.map(milliseconds)),
        since: game.since.map(|since| {
            let since_1970 = since.duration_since(SystemTime::UNIX_EPOCH);
            milliseconds(since_1970.unwrap_or_default())
        }),
    };
    let boards = Boards {
        size: size.side(),
        games: games.map(board).collect(),
    };
    serde_json::to_string(&boards).expect("text and numbers only")
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::TimeControl;
    use serde_json::Value;

    fn told(game: &RunningGame) -> Value {
        let json = boards(Size::EIGHT, [(7, game)].into_iter());
        assert!(!json.contains('\n'), "{json}");
        serde_json::from_str(&json).expect("JSON")
    }

    #[test]
    fn a_running_game_has_its_board_and_its_clocks() {
        let mut game = Game::new(Size::EIGHT);
        let names = ByColor {
            black: "Ann",
            white: "\u{1b}[2J<b>\u{202e}\n\0",
        };
        let mut running = RunningGame::new("Final\r\ndata: x", names, &game);
        let begun = told(&running);
        assert_eq!(begun["games"][0]["since"], Value::Null);
        assert_eq!(
            begun["games"][0]["names"][1],
            "\u{fffd}[2J<b>\u{fffd} \u{fffd}"
        );
        let control = TimeControl {
            per_game: Some(Duration::from_secs(60)),
            ..TimeControl::default()
        };
        let mut clocks = ByColor::from_fn(|_| Clock::new(control));
        game.play("f5".parse().unwrap()).unwrap();
        assert!(clocks.black.spend(Duration::from_secs(2)));
        running.turn(&game, &clocks);
        let told = told(&running);
        let told = &told["games"][0];
        assert_eq!((&told["id"], &told["moves"]), (&7.into(), &1.into()));
        assert_eq!(
            (&told["last"], &told["to_move"]),
            (&"f5".into(), &"white".into())
        );
        assert_eq!(told["clocks"], serde_json::json!([58_000, 60_000]));
        assert_eq!(told["board"].as_str().map(str::len), Some(64));
        assert!(told["since"].is_u64());
    }
}
