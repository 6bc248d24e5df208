//! The steps of an animated game.

use std::time::Duration;

use rules::{Color, Diagram, Game, Point, PointSet, Turn};

/// Duration of the last moment: relative to the others, and minimum.
const END: u32 = 4;
const SHORTEST_END: Duration = Duration::from_secs(3);

/// A step of a game: its start, a move or a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    /// The discs after the step.
    pub(super) diagram: Diagram,
    /// The disc being placed.
    pub(super) placed: Option<Point>,
    /// The discs being turned.
    pub(super) turned: PointSet,
    /// The disc placed last.
    pub(super) last: Option<Point>,
    /// The caption.
    pub(super) text: String,
}

/// The steps of a game; at least its start.
pub(super) fn of(game: &Game) -> Vec<Moment> {
    let start = *game.start();
    let mut moments = vec![Moment {
        diagram: start,
        placed: None,
        turned: PointSet::default(),
        last: None,
        text: String::new(),
    }];
    let first = game.turns().first().map_or(game.diagram(), Turn::before);
    if first.to_move() != start.to_move() {
        moments.push(pass(start, None, start.to_move()));
    }
    for (number, turn) in (1..).zip(game.turns()) {
        moments.push(placing(number, turn));
        if let (Some(color), Some(last)) = (turn.passed(), moments.last()) {
            moments.push(pass(last.diagram, last.last, color));
        }
    }
    moments
}

/// Names a move: `12. c3`.
pub(super) fn name(number: usize, turn: &Turn) -> String {
    format!("{number}. {}", turn.point())
}

fn placing(number: usize, turn: &Turn) -> Moment {
    let (before, point) = (turn.before(), turn.point());
    // A move of a game is legal.
    let diagram = before.play(point).unwrap_or(*before);
    let theirs = before.discs(turn.color().opponent());
    let ours = diagram.discs(turn.color());
    Moment {
        diagram,
        placed: Some(point),
        turned: theirs
            .into_iter()
            .filter(|disc| ours.contains(*disc))
            .collect(),
        last: Some(point),
        text: name(number, turn),
    }
}

fn pass(diagram: Diagram, last: Option<Point>, color: Color) -> Moment {
    Moment {
        diagram,
        placed: None,
        turned: PointSet::default(),
        last,
        text: format!("{color} passes").to_lowercase(),
    }
}

/// The duration of the last moment when the others take `delay`.
pub(super) fn end(delay: Duration) -> Duration {
    (delay * END).max(SHORTEST_END)
}
