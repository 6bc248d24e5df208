//! A program under examination, as the referee sees it.

use rules::{Color, Game};

use crate::contest::program::Program;
use play::{ChosenMove, Clock, Fault, Player, Usage, Watch};

/// A program, with the result of the end of its game recorded.
pub(super) struct Witness<'a> {
    /// The program.
    pub(super) program: &'a mut Program,
    /// How it took the end of the game.
    pub(super) ended: Result<(), Fault>,
}

impl Player for Witness<'_> {
    fn name(&self) -> &str {
        self.program.name()
    }

    fn begin(&mut self, game: &Game, color: Color, clock: &Clock) -> Result<(), Fault> {
        self.program.begin(game, color, clock)
    }

    fn choose(
        &mut self,
        game: &Game,
        clock: &Clock,
        watch: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault> {
        self.program.choose(game, clock, watch)
    }

    fn resume(&mut self) -> Result<(), Fault> {
        self.program.resume()
    }

    fn rest(&mut self) -> Result<Usage, Fault> {
        self.program.rest()
    }

    fn end(&mut self, game: &Game) -> Result<(), Fault> {
        self.ended = self.program.end(game);
        self.ended.clone()
    }

    fn stderr(&mut self) -> String {
        self.program.stderr()
    }

    fn talk(&mut self) -> String {
        self.program.talk()
    }
}
