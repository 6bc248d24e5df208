//! The game of the GTP server, with its clocks.

use rules::{ByColor, Color, Diagram, Game, Point, PointSet, Size};

use super::commands::{side, usage};
use super::message::{read_vertex, vertex};
use super::timing::Timing;
use crate::protocol::Course;

/// The game and the clocks that commands change. A failed command changes nothing, except that
/// `gogui-play_sequence` keeps the moves before the wrong one.
pub(super) struct TimedGame {
    pub(super) course: Course,
    pub(super) timing: Timing,
}

impl TimedGame {
    /// A new game on 8×8 without clocks.
    pub(super) fn new() -> TimedGame {
        TimedGame {
            course: Course::new(Game::new(Size::EIGHT)),
            timing: Timing::default(),
        }
    }

    /// Replaces the game and resets the clocks.
    pub(super) fn restart(&mut self, game: Game) {
        self.course = Course::new(game);
        self.timing = self.timing.restarted();
    }

    /// Makes a move, or accepts a pass. A forced pass may be left out.
    pub(super) fn play(&mut self, color: Color, place: &str) -> Result<(), String> {
        let game = self.course.game();
        let point = read_vertex(place).ok_or_else(|| {
            let place: String = place.chars().take(12).collect();
            format!("syntax error: `{place}` is neither a square such as f5 nor pass")
        })?;
        let idle_pass = point.is_none() && game.is_over();
        if !self.course.may_move(color) && !idle_pass {
            return Err(format!("illegal move: {}", self.whose_turn()));
        }
        let illegal = |error| format!("illegal move: {error}");
        match point {
            Some(point) if game.to_move() == Some(color) => {
                self.course.play(point).map_err(illegal)
            }
            Some(_) => Err(format!("illegal move: {color} has no move and must pass")),
            None if game.is_over() || self.course.owes_pass() == Some(color) => {
                self.course.pass().map_err(illegal)
            }
            None => Err(format!(
                "illegal move: {color} can move and may not pass; legal squares: {}",
                game.legal_moves()
            )),
        }
    }

    /// Makes several moves: `b f5 w d6`.
    pub(super) fn play_all(&mut self, moves: &[&str]) -> Result<(), String> {
        for pair in moves.chunks(2) {
            let [color, place] = pair else {
                return Err(usage("gogui-play_sequence"));
            };
            self.play(side(color)?, place)?;
        }
        Ok(())
    }

    /// Says whose turn it is, for an error message.
    pub(super) fn whose_turn(&self) -> String {
        match self.course.game().to_move() {
            Some(color) => format!("it is {color}'s turn"),
            None => "the game is over".to_string(),
        }
    }

    /// Puts discs on an empty board: `b f5 w d6`. Black is to move until `gogui-setup_player`.
    pub(super) fn set_up(&mut self, squares: &[&str]) -> Result<(), String> {
        let size = self.course.game().size();
        let mut discs = ByColor::from_fn(|_| PointSet::EMPTY);
        for pair in squares.chunks(2) {
            let [color, place] = pair else {
                return Err(usage("gogui-setup"));
            };
            let point: Point = place.parse().map_err(|error| format!("{error}"))?;
            discs[side(color)?].insert(point);
        }
        let diagram = Diagram::from_discs(size, discs, Color::Black);
        let wrong = || "a square is off the board, or has two discs".to_string();
        self.restart(Game::from_diagram(diagram.ok_or_else(wrong)?));
        Ok(())
    }

    /// The legal squares, or `pass`; empty when the game is over.
    pub(super) fn legal_moves(&self) -> String {
        if self.course.owes_pass().is_some() {
            return "pass".to_string();
        }
        let moves = self.course.game().legal_moves().into_iter();
        let moves: Vec<String> = moves.map(|point| vertex(Some(point))).collect();
        moves.join(" ")
    }
}
