//! `RivalPlayer`: a rival as a [`Player`].

use engine::{Engine, Random, Settings};
use rules::{Color, Game};

use crate::clock::Clock;
use crate::computer::Computer;
use crate::fault::Fault;
use crate::game_random::GameRandom;
use crate::player::{ChosenMove, Player, Watch};
use crate::rival::{self, Rung};

/// The transposition table of a rival in megabytes: its searches are short.
const HASH_MB: usize = 8;

/// A rival in a contest: it moves at once, and a game depends only on the seed, the number of the game and
/// the colour.
///
/// ```
/// use play::rival::Rung;
/// use play::{Clock, Player, RivalPlayer, TimeControl, Watch};
/// use rules::{Game, Size};
///
/// let mut rival = RivalPlayer::new(Rung::FIRST, 1);
/// let (game, clock) = (Game::new(Size::EIGHT), Clock::new(TimeControl::default()));
/// let chosen = Watch::unwatched(|watch| rival.choose(&game, &clock, watch)).unwrap();
/// assert!(game.legal_moves().contains(chosen.point.unwrap()));
/// ```
#[derive(Debug)]
pub struct RivalPlayer {
    name: String,
    rung: Rung,
    engine: Engine,
    random: GameRandom,
}

impl RivalPlayer {
    /// The rival of a rung; `seed` settles which of the probable moves it plays.
    #[must_use]
    pub fn new(rung: Rung, seed: u64) -> RivalPlayer {
        RivalPlayer {
            name: Computer::Rival(rung).to_string(),
            rung,
            engine: Engine::new(Settings {
                threads: 1,
                hash_mb: HASH_MB,
            }),
            random: GameRandom::new(seed),
        }
    }

    /// The same player under another name.
    #[must_use]
    pub fn named(mut self, name: &str) -> RivalPlayer {
        self.name = name.to_string();
        self
    }
}

impl Player for RivalPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn prepare(&mut self, number: usize) {
        self.random.prepare(number);
    }

    fn begin(&mut self, game: &Game, color: Color, _: &Clock) -> Result<(), Fault> {
        self.random.begin(color);
        self.engine.clear();
        // Before the clock runs.
        self.engine.prepare(game.size());
        Ok(())
    }

    fn choose(
        &mut self,
        game: &Game,
        _: &Clock,
        watch: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault> {
        choose(self.rung, game, &mut self.engine, self.random.get(), watch)
    }
}

/// The move of a rival, with the analysis of its search if it looks ahead.
pub(crate) fn choose(
    rung: Rung,
    game: &Game,
    engine: &mut Engine,
    random: &mut Random,
    watch: &mut Watch<'_>,
) -> Result<ChosenMove, Fault> {
    let chosen = rival::choose(rung, game, engine, random, watch);
    let (point, analysis) = chosen.ok_or_else(Fault::no_legal_move)?;
    let chosen = ChosenMove::of(point);
    Ok(match analysis {
        Some(analysis) => chosen.with(analysis),
        None => chosen,
    })
}
