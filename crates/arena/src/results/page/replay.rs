//! Games in the form that the script of the page replays.
//!
//! Moves are text. Each move is: its square as two letters, column and row from `a`; then, for each
//! direction with flipped discs, a digit for the direction, clockwise from the top, and a letter
//! for the number of discs, from `a` for one; then `-` when the other side has to pass. A `-` at
//! the very beginning is a pass in the first position. So `fe6a` is f5, which flips one disc to its
//! left.

use crate::contest::Played;
use crate::cup::{CupGame, Event};
use rules::{Diagram, Game, Start, Turn};
use serde::Serialize;

use crate::results::names::Names;

/// Columns and rows of a step in each direction, clockwise from the top.
const DIRECTIONS: [(i8, i8); 8] = [
    (0, -1),
    (1, -1),
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
];

/// The data of the script. Names are short, because they are written thousands of times.
#[derive(Serialize)]
struct Data {
    size: usize,
    /// The usual first position as a board string.
    start: String,
    names: Vec<String>,
    games: Vec<Packed>,
}

#[derive(Serialize)]
struct Packed {
    /// Number.
    n: usize,
    /// Black, White.
    p: [usize; 2],
    /// The first position, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    s: Option<String>,
    /// Moves.
    m: String,
    /// The number of opening moves.
    #[serde(skip_serializing_if = "is_zero")]
    o: usize,
    /// Times of the other moves, in milliseconds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    t: Vec<u64>,
    /// Values that the players reported for their moves, in hundredths of a disc.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    v: Vec<Option<i32>>,
    /// Search depths that the players reported.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    d: Vec<Option<u32>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks this way")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// All games as JSON that is safe inside a script element.
pub(super) fn data(event: &Event, names: &Names) -> String {
    let usual = Diagram::start(event.size, Start::Standard);
    let data = Data {
        size: event.size.side(),
        start: usual.to_string(),
        names: (0..event.entrants.len())
            .map(|it| names.short(it))
            .collect(),
        games: event
            .games
            .iter()
            .map(|game| packed(game, &usual))
            .collect(),
    };
    let text = serde_json::to_string(&data).expect("text and numbers only");
    text.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

fn packed(game: &CupGame, usual: &Diagram) -> Packed {
    let Played {
        game: moves,
        opening,
        moves: made,
        ..
    } = &game.played;
    Packed {
        n: game.number,
        p: [game.seats.black, game.seats.white],
        s: (moves.start() != usual).then(|| moves.start().to_string()),
        m: pack(moves),
        o: *opening,
        t: made
            .iter()
            .map(|made| made.spent.as_millis() as u64)
            .collect(),
        v: some(made.iter().map(|made| made.value)),
        d: some(made.iter().map(|made| made.depth)),
    }
}

/// The list; empty when no entry has a value.
fn some<T>(values: impl Iterator<Item = Option<T>>) -> Vec<Option<T>> {
    let values: Vec<Option<T>> = values.collect();
    if values.iter().all(Option::is_none) {
        return Vec::new();
    }
    values
}

/// The moves of a game with the discs that they flip.
pub(super) fn pack(game: &Game) -> String {
    let mut text = String::with_capacity(8 * game.turns().len());
    let first = game.turns().first().map(Turn::color);
    if first.is_some_and(|first| first != game.start().to_move()) {
        text.push('-');
    }
    for turn in game.turns() {
        let (before, point, color) = (turn.before(), turn.point(), turn.color());
        text.push(letter(point.column()));
        text.push(letter(point.row()));
        let after = before.play(point).expect("the game was played");
        let (theirs, ours) = (before.discs(color.opponent()), after.discs(color));
        for (direction, (columns, rows)) in ('0'..).zip(DIRECTIONS) {
            let next = |from: &rules::Point| from.step(columns, rows);
            let is_turned = |at: &rules::Point| theirs.contains(*at) && ours.contains(*at);
            let ray = std::iter::successors(next(&point), next);
            let turned = ray.take_while(is_turned).count();
            if turned > 0 {
                text.push(direction);
                text.push(letter(turned - 1));
            }
        }
        if turn.passed().is_some() {
            text.push('-');
        }
    }
    text
}

/// `a` for 0, `z` for 25: no column, row or number of discs is larger.
fn letter(number: usize) -> char {
    char::from(b'a' + number as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::{Color, Size};

    #[test]
    fn f5_turns_one_disc_to_its_left() {
        let mut game = Game::new(Size::EIGHT);
        game.play("f5".parse().unwrap()).unwrap();
        assert_eq!(pack(&game), "fe6a");
        game.play("d6".parse().unwrap()).unwrap();
        assert_eq!(pack(&game), "fe6adf0a");
    }

    #[test]
    fn passes_are_marked() {
        let start = Diagram::start(Size::MIN, Start::Standard);
        let game = rules::formats::transcript::read("c4d4d3b4a4d2d1b1a2", start).unwrap();
        assert_eq!(game.turns()[7].passed(), Some(Color::Black));
        assert_eq!(pack(&game).matches('-').count(), 1);
        // Black must pass at first.
        let start: Diagram = "OX-XXXXXXXXXXXXX X".parse().unwrap();
        let mut game = Game::from_diagram(start);
        assert_eq!(game.passed(), Some(Color::Black));
        game.play("c1".parse().unwrap()).unwrap();
        assert_eq!(pack(&game), "-ca6a");
    }
}
