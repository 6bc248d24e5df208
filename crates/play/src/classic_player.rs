//! `ClassicPlayer`: a classic opponent as a [`Player`].

use std::time::Instant;

use engine::{Analysis, Choice, Classic, Kind, Level, Line, Random, Score};
use rules::{Color, Game};

use crate::clock::Clock;
use crate::computer::Computer;
use crate::fault::Fault;
use crate::game_random::GameRandom;
use crate::player::{ChosenMove, Player, Watch};

/// A classic opponent at a level. It does not look at the clock; its search is always short.
#[derive(Clone, Debug)]
pub struct ClassicPlayer {
    name: String,
    classic: Classic,
    level: Level,
    random: GameRandom,
}

impl ClassicPlayer {
    /// A classic opponent; `seed` breaks ties between equal moves.
    #[must_use]
    pub fn new(classic: Classic, level: Level, seed: u64) -> ClassicPlayer {
        ClassicPlayer {
            name: Computer::Classic(classic, level).to_string(),
            classic,
            level,
            random: GameRandom::new(seed),
        }
    }

    /// The same player under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> ClassicPlayer {
        self.name = name.to_string();
        self
    }
}

impl Player for ClassicPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self, number: usize) {
        self.random.prepare(number);
    }

    fn begin(&mut self, _: &Game, color: Color, _: &Clock) -> Result<(), Fault> {
        self.random.begin(color);
        Ok(())
    }

    fn choose(&mut self, game: &Game, _: &Clock, _: &mut Watch<'_>) -> Result<ChosenMove, Fault> {
        choose(self.classic, self.level, game, self.random.get())
    }
}

/// The move of a classic opponent, with the analysis it was chosen from.
pub(crate) fn choose(
    classic: Classic,
    level: Level,
    game: &Game,
    random: &mut Random,
) -> Result<ChosenMove, Fault> {
    let start = Instant::now();
    let decision = classic.choose(game.diagram(), level, random);
    let decision = decision.ok_or_else(Fault::no_legal_move)?;
    let analysis = analysis(&decision.choice, start);
    Ok(ChosenMove::of(decision.point).with(analysis))
}

/// The result of a textbook search as an analysis: one line for each of the equal best moves. Its
/// scores are values of the opponent's own evaluation, not discs.
pub(crate) fn analysis(choice: &Choice, start: Instant) -> Analysis {
    let line = |point| Line {
        score: Score::from_units(choice.value),
        kind: Kind::Heuristic(choice.depth),
        moves: vec![Some(point)],
    };
    Analysis {
        lines: choice.best.into_iter().map(line).collect(),
        best_moves: choice.best,
        depth: choice.depth,
        nodes: choice.nodes,
        time: start.elapsed(),
    }
}
