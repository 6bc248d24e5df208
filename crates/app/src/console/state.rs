//! Prints a position in the console.

use anyhow::Result;
use rules::{Color, Point};

use super::{Console, Flow};
use crate::draw::{Drawing, Style};

impl Console {
    /// Prints the board, the move just played if there is one, whose turn it is and the count.
    pub(super) fn show_state(&mut self, played: Option<Point>) -> Result<Flow> {
        let game = self.session.game();
        let marks = self.show_legal.then(|| self.session.human_moves());
        let drawing = Drawing {
            diagram: game.diagram(),
            legal: marks.unwrap_or_default(),
            last: None,
            style: Style::Grid,
            paint: self.paint,
        };
        write!(self.out, "{}", drawing.text())?;
        if let Some(point) = played {
            writeln!(self.out, "Move played: {point}")?;
        }
        let counts = game.counts();
        let count = format!("White: {} - Black: {}", counts.white, counts.black);
        match game.to_move() {
            Some(color) => writeln!(self.out, "{}\n{count}", self.turn(color))?,
            None => writeln!(self.out, "{count}\nEND OF GAME")?,
        }
        Ok(Flow::Continue)
    }

    /// Whose turn it is, in words.
    fn turn(&self, color: Color) -> String {
        let who = if color == self.human {
            "human"
        } else {
            "computer"
        };
        format!("{color} player ({who}) plays now")
    }

    /// Whose turn it is now, in words.
    pub(super) fn turn_now(&self) -> String {
        let color = self.session.game().to_move();
        color.map_or("END OF GAME".to_string(), |color| self.turn(color))
    }
}
