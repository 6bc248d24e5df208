//! Plies: turns as protocols count them, where a pass is a turn too.

use rules::{Color, Diagram, Game, IllegalMove, Point, Reason, Turn};

/// One turn of a side: a move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Whose turn it was.
    pub color: Color,
    /// The square of the disc; `None` is a pass.
    pub point: Option<Point>,
}

/// The plies of a game so far. Forced passes are included if the game went on after them.
///
/// ```
/// use arena::protocol::plies;
/// use rules::{Diagram, Size, Start, formats::transcript};
/// let start = Diagram::start(Size::MIN, Start::Standard);
/// let game = transcript::read("c4d4d3b4a4d2d1b1", start).unwrap();
/// assert_eq!(plies(&game).len(), 9); // Black cannot answer b1
/// assert_eq!(plies(&game)[8].point, None);
/// ```
#[must_use]
pub fn plies(game: &Game) -> Vec<Ply> {
    let mut plies = Vec::with_capacity(game.turns().len() + 4);
    let pass = |color| Ply { color, point: None };
    let first = game.start().to_move();
    let mover = game
        .turns()
        .first()
        .map_or(game.diagram().to_move(), Turn::color);
    if mover != first {
        plies.push(pass(first));
    }
    for turn in game.turns() {
        plies.push(Ply {
            color: turn.color(),
            point: Some(turn.point()),
        });
        plies.extend(turn.passed().map(pass));
    }
    plies
}

/// A game for protocols with explicit passes: a side that has to pass is to move until its pass is
/// recorded, or the other side moves.
#[derive(Clone, Debug)]
pub struct Course {
    game: Game,
    /// Whether the pass that is due now was recorded.
    passed: bool,
    /// For each move and each recorded pass, whether it was a pass.
    were_passes: Vec<bool>,
}

impl Course {
    /// A game whose last pass, if it ends with one, is not recorded yet.
    #[must_use]
    pub fn new(game: Game) -> Course {
        Course {
            were_passes: vec![false; game.turns().len()],
            game,
            passed: false,
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The side that has to pass now.
    #[must_use]
    pub fn owes_pass(&self) -> Option<Color> {
        self.game.passed().filter(|_| !self.passed)
    }

    /// The side to move or to pass. When the game is over, the side that would be to move.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.owes_pass()
            .unwrap_or_else(|| self.game.diagram().to_move())
    }

    /// The position with the side to move that [`to_move`](Course::to_move) returns.
    #[must_use]
    pub fn diagram(&self) -> Diagram {
        match self.owes_pass() {
            Some(_) => self.game.diagram().pass(),
            None => *self.game.diagram(),
        }
    }

    /// Whether a side may move or pass now. A side may also move when the other one has to pass.
    #[must_use]
    pub fn may_move(&self, color: Color) -> bool {
        self.owes_pass() == Some(color) || self.game.to_move() == Some(color)
    }

    /// Makes a move. A pass that was due counts as made.
    ///
    /// # Errors
    /// When it is illegal.
    pub fn play(&mut self, point: Point) -> Result<(), IllegalMove> {
        self.game.play(point)?;
        self.passed = false;
        self.were_passes.push(false);
        Ok(())
    }

    /// Records a pass. After the end of the game a pass is always allowed.
    ///
    /// # Errors
    /// When no side has to pass; the error holds the legal moves.
    pub fn pass(&mut self) -> Result<(), IllegalMove> {
        if self.owes_pass().is_none() && !self.game.is_over() {
            return Err(IllegalMove {
                point: Point::A1,
                reason: Reason::TurnsNothing,
                legal: self.game.legal_moves(),
            });
        }
        self.passed = true;
        self.were_passes.push(true);
        Ok(())
    }

    /// Takes back the last move or the last recorded pass. Returns `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(was_pass) = self.were_passes.pop() else {
            return false;
        };
        if !was_pass {
            self.game.undo();
        }
        self.passed = self.were_passes.last() == Some(&true);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::formats::transcript;
    use rules::{Size, Start};

    /// The sample game on 4×4, in which Black cannot answer b1.
    fn stuck() -> Course {
        let start = Diagram::start(Size::MIN, Start::Standard);
        Course::new(transcript::read("c4d4d3b4a4d2d1b1", start).expect("a game"))
    }

    #[test]
    fn a_pass_is_due_until_it_is_recorded() {
        let mut course = stuck();
        assert_eq!(course.to_move(), Color::Black);
        assert_eq!(course.diagram().to_move(), Color::Black);
        assert!(course.diagram().legal_moves().is_empty());
        course.pass().expect("it has to");
        assert_eq!(course.to_move(), Color::White);
        assert!(course.pass().is_err());
        assert!(course.undo());
        assert_eq!(course.to_move(), Color::Black);
    }

    #[test]
    fn a_move_makes_the_pass_before_it() {
        let mut course = stuck();
        assert!(course.may_move(Color::Black) && course.may_move(Color::White));
        course.play("a2".parse().expect("a square")).expect("legal");
        assert!(course.game().is_over());
        course.pass().expect("nobody can move");
        assert!(course.undo() && course.undo());
        assert_eq!(course.to_move(), Color::Black);
    }

    #[test]
    fn a_pass_that_is_not_due_is_refused() {
        let mut course = Course::new(Game::new(Size::EIGHT));
        assert!(course.pass().is_err());
        assert!(!course.undo());
    }
}
