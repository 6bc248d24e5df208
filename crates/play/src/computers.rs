//! `Computers`: the computer players of one session, or of many games.

use std::time::Instant;

use engine::{Analysis, Engine, Level, Method, Opponent, Random, Settings};
use rules::{Diagram, Game};

use crate::classic_player;
use crate::clock::Clock;
use crate::computer::Computer;
use crate::fault::Fault;
use crate::player::{ChosenMove, Player, Watch};
use crate::repertoire::Repertoire;
use crate::rival_player;

/// All computer players, with one source of random numbers and one engine for players. A second
/// engine gives advice, so that advice does not change the moves of the first one.
///
/// It keeps no game, so one can serve many games: [`player`](Computers::player) makes any of them
/// a [`Player`].
///
/// ```
/// use engine::{Classic, Level};
/// use play::{Clock, Computer, Computers, Player, TimeControl, Watch};
/// use rules::{Game, Size};
///
/// let mut computers = Computers::new(1);
/// let (game, clock) = (Game::new(Size::EIGHT), Clock::new(TimeControl::default()));
/// let mut walle = computers.player(Computer::Classic(Classic::Walle, Level::LOWEST));
/// let chosen = Watch::unwatched(|watch| walle.choose(&game, &clock, watch)).unwrap();
/// assert!(game.legal_moves().contains(chosen.point.unwrap()));
/// ```
#[derive(Debug)]
pub struct Computers {
    random: Random,
    repertoire: Repertoire,
    settings: Settings,
    engine: Option<Engine>,
    adviser: Option<Engine>,
}

impl Computers {
    /// Computers with empty tables and no book. `seed` breaks ties between equal moves.
    #[must_use]
    pub fn new(seed: u64) -> Computers {
        Computers {
            random: Random::new(seed),
            repertoire: Repertoire::None,
            settings: Settings::default(),
            engine: None,
            adviser: None,
        }
    }

    /// The same with other settings for the engines.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Computers {
        Computers { settings, ..self }
    }

    /// Sets the book that the engine opens from, at level 10 and above. Advice never comes from a
    /// book.
    pub fn open_from(&mut self, repertoire: Repertoire) {
        self.repertoire = repertoire;
    }

    /// A computer as a player.
    pub fn player(&mut self, computer: Computer) -> ComputerPlayer<'_> {
        ComputerPlayer {
            computers: self,
            computer,
        }
    }

    /// The analysis of a position by an opponent at a level; `None` when there is no legal move. It
    /// does not change later moves of the computers.
    pub fn advise(
        &mut self,
        diagram: &Diagram,
        (opponent, level): (Opponent, Level),
        watch: &mut Watch<'_>,
    ) -> Option<Analysis> {
        let start = Instant::now();
        match opponent {
            Opponent::Engine => {
                let settings = self.settings;
                let adviser = self.adviser.get_or_insert_with(|| Engine::new(settings));
                let mut limits = level.limits(diagram.size(), diagram.board().empties());
                limits.book = false;
                let analysis = adviser.analyse(diagram, &limits, 1, watch.stop, watch.on_progress);
                (!analysis.best_moves.is_empty()).then_some(analysis)
            }
            Opponent::Classic(classic) => {
                let choice = classic.consider(diagram, level, Method::AlphaBeta)?;
                Some(classic_player::analysis(&choice, start))
            }
        }
    }
}

/// One player of [`Computers`].
#[derive(Debug)]
pub struct ComputerPlayer<'a> {
    computers: &'a mut Computers,
    computer: Computer,
}

impl Player for ComputerPlayer<'_> {
    fn name(&self) -> &str {
        self.computer.name()
    }

    /// Its strength alone limits the search; the clock is not used.
    fn choose(
        &mut self,
        game: &Game,
        _: &Clock,
        watch: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault> {
        let Computers {
            random,
            repertoire,
            settings,
            engine,
            ..
        } = &mut *self.computers;
        match self.computer {
            Computer::Classic(classic, level) => {
                classic_player::choose(classic, level, game, random)
            }
            Computer::Rival(rung) => {
                let engine = engine.get_or_insert_with(|| Engine::new(*settings));
                rival_player::choose(rung, game, engine, random, watch)
            }
            Computer::Engine(level) => {
                let engine = engine.get_or_insert_with(|| Engine::new(*settings));
                let limits = level.limits(game.size(), game.empties());
                if limits.book {
                    // The book of the program is unpacked when it is first needed.
                    engine.set_book(repertoire.book());
                }
                let chosen = engine.choose(game, &limits, random, watch.stop, watch.on_progress);
                let (point, analysis) = chosen.ok_or_else(Fault::no_legal_move)?;
                Ok(ChosenMove::of(point).with(analysis))
            }
        }
    }
}
