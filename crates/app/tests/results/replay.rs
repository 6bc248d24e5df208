//! The data for the script of the page: applied without rules, it leads to every position of a
//! game, forwards and backwards.

use arena::cup::Event;
use arena::results;
use rules::formats::transcript;
use rules::{Color, Diagram, Game, PointSet, Start};
use serde_json::Value;

use super::page::{by_id, parsed, words};
use super::{all, events};

const STEPS: [(i32, i32); 8] = [
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];

fn data(event: &Event) -> Value {
    let page = results::page(event);
    let document = parsed(&page);
    serde_json::from_str(&words(by_id(&document, "data"))).expect("JSON")
}

/// One character a square, as in board strings.
fn squares(diagram: &Diagram) -> Vec<u8> {
    let letter = |point| match diagram.disc(point) {
        Some(Color::Black) => b'X',
        Some(Color::White) => b'O',
        None => b'-',
    };
    PointSet::full(diagram.size())
        .into_iter()
        .map(letter)
        .collect()
}

/// Every position of a game, from the data of the page.
fn replayed(data: &Value, game: &Value) -> Vec<Vec<u8>> {
    let size = data["size"].as_i64().expect("a size") as i32;
    let start = game
        .get("s")
        .unwrap_or(&data["start"])
        .as_str()
        .expect("a board");
    let (start, side) = start.split_once(' ').expect("a side");
    let mut board = start.as_bytes().to_vec();
    let mut color = side.as_bytes()[0];
    let other = |color| if color == b'X' { b'O' } else { b'X' };
    let mut positions = vec![board.clone()];
    let mut letters = game["m"].as_str().expect("moves").bytes().peekable();
    if letters.next_if_eq(&b'-').is_some() {
        color = other(color);
    }
    while let Some(column) = letters.next() {
        let (x, y) = (
            i32::from(column - b'a'),
            i32::from(letters.next().expect("a row") - b'a'),
        );
        assert_eq!(board[(y * size + x) as usize], b'-', "the square is taken");
        board[(y * size + x) as usize] = color;
        while let Some(digit) = letters.next_if(u8::is_ascii_digit) {
            let (dx, dy) = STEPS[usize::from(digit - b'0')];
            for step in 1..=i32::from(letters.next().expect("a count") - b'a') + 1 {
                let at = ((y + step * dy) * size + x + step * dx) as usize;
                assert_eq!(
                    board[at],
                    other(color),
                    "only discs of the other side are turned"
                );
                board[at] = color;
            }
        }
        if letters.next_if_eq(&b'-').is_none() {
            color = other(color);
        }
        positions.push(board.clone());
    }
    positions
}

#[test]
fn turning_the_discs_replays_every_game() {
    for (name, event) in all() {
        let data = data(&event);
        let games = data["games"].as_array().expect("games");
        assert_eq!(games.len(), event.games.len());
        for (game, cup_game) in games.iter().zip(&event.games) {
            let played = &cup_game.played.game;
            let mut expected = vec![squares(played.start())];
            expected.extend(
                played
                    .turns()
                    .iter()
                    .skip(1)
                    .map(|turn| squares(turn.before())),
            );
            if !played.turns().is_empty() {
                expected.push(squares(played.diagram()));
            }
            let positions = replayed(&data, game);
            assert_eq!(positions, expected, "{name}, game {}", cup_game.number);
        }
    }
}

#[test]
fn games_from_positions_and_with_passes_replay_too() {
    let mut event = events::one_game();
    let start: Diagram = "OX-XXXXXXXXXXXXX X".parse().expect("a board");
    let mut game = Game::from_diagram(start);
    game.play("c1".parse().expect("a square")).expect("legal");
    event.size = start.size();
    event.games[0].played.game = game;
    event.games[0].played.opening = 0;
    event.games[0].played.moves.truncate(1);
    let packed = data(&event);
    assert_eq!(packed["games"][0]["s"], "OX-XXXXXXXXXXXXX X");
    assert_eq!(packed["games"][0]["m"], "-ca6a");
    assert_eq!(
        replayed(&packed, &packed["games"][0])[1],
        b"OOOXXXXXXXXXXXXX"
    );

    let start = Diagram::start(event.size, Start::Standard);
    event.games[0].played.game = transcript::read("c4d4d3b4a4d2d1b1a2", start).expect("a game");
    let packed = data(&event);
    let positions = replayed(&packed, &packed["games"][0]);
    let last = event.games[0].played.game.diagram();
    assert_eq!(positions.last(), Some(&squares(last)));
}

/// Values are for the side that moved; opening moves have none.
#[test]
fn times_and_values_are_there_for_the_graph() {
    let event = events::one_game();
    let data = data(&event);
    let game = &data["games"][0];
    let played = &event.games[0].played;
    assert_eq!(game["o"], 2);
    assert_eq!(game["v"].as_array().map(Vec::len), Some(played.moves.len()));
    assert_eq!(game["v"][3].as_i64(), played.moves[3].value.map(i64::from));
    assert_eq!(
        game["t"][3].as_u64(),
        Some(played.moves[3].spent.as_millis() as u64)
    );
}
