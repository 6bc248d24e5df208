//! Replaying a line to its final score.

use rules::{Diagram, Game, Point};

/// The final score of a line for the side to move at its start; `None` when the line is not legal or
/// the game is not over at its end. A pass in the line is `None`.
pub(crate) fn final_score(
    start: &Diagram,
    line: impl IntoIterator<Item = Option<Point>>,
) -> Option<i32> {
    let mut position = *start;
    for point in line {
        position = match point {
            Some(point) => position.play(point)?,
            None => position.pass(),
        };
    }
    let outcome = Game::from_diagram(position).outcome()?;
    Some(outcome.score(start.to_move()))
}
