//! The board, the result and the scores of moves as text.

use std::fmt::Write;

use engine::{Analysis, Line, Score};
use rules::{Color, Diagram, Game, Point};

use super::message::vertex;

/// The board with its coordinates, row 1 at the top, and whose turn it is.
pub(super) fn board(diagram: &Diagram, to_move: Color) -> String {
    let side = diagram.size().side();
    let mut text = String::from("\n   ");
    let letters = (0..side).filter_map(|column| Point::new(column, 0));
    for point in letters {
        let _ = write!(text, " {}", point.letter().to_ascii_uppercase());
    }
    for row in 0..side {
        let _ = write!(text, "\n{:3}", row + 1);
        for letter in squares(diagram, row) {
            let _ = write!(text, " {letter}");
        }
    }
    let discs = diagram.counts();
    let _ = write!(
        text,
        "\n{to_move} to move, X {}, O {}",
        discs.black, discs.white
    );
    text
}

/// The board as GoGui draws it, the last row first.
pub(super) fn board_upside_down(diagram: &Diagram) -> String {
    let rows = (0..diagram.size().side()).rev();
    let rows = rows.map(|row| squares(diagram, row).collect::<String>());
    rows.collect::<Vec<String>>().join("\n")
}

fn squares(diagram: &Diagram, row: usize) -> impl Iterator<Item = char> {
    let points = (0..diagram.size().side()).filter_map(move |column| Point::new(column, row));
    points.map(|point| match diagram.disc(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    })
}

/// The result as Go programs write it: `B+12`, `W+3`, `0`; `None` while the game goes on.
pub(super) fn score(game: &Game) -> Option<String> {
    let score = game.outcome()?.score(Color::Black);
    Some(match score {
        0 => "0".to_string(),
        1.. => format!("B+{score}"),
        _ => format!("W+{}", -score),
    })
}

/// The result in words.
pub(super) fn result(game: &Game) -> String {
    let Some(outcome) = game.outcome() else {
        return "unknown".to_string();
    };
    let (black, white) = (outcome.discs.black, outcome.discs.white);
    match outcome.winner() {
        Some(color) => format!("{color} wins {}-{}", black.max(white), black.min(white)),
        None => format!("Draw {black}-{white}"),
    }
}

/// The legal squares, each followed by the score of the move there.
pub(super) fn scores(analysis: &Analysis) -> String {
    let pair = |line: &Line| {
        let point = line.point()?;
        let score = line.discs().unwrap_or(Score::DRAW);
        Some(format!("{} {score}", vertex(Some(point))))
    };
    let pairs: Vec<String> = analysis.lines.iter().filter_map(pair).collect();
    pairs.join(" ")
}
