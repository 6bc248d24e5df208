//! `trait Player`: asked for a move with a clock, answers with a move and perhaps an analysis.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::{Analysis, Kind, Line, Score};
use rules::{Color, Game, Point, Value};

use crate::clock::Clock;
use crate::fault::Fault;

/// Something that chooses moves: our engine, a classic opponent, or another program.
///
/// The caller's game is the truth. A player is shown it at every turn; a player that drives another
/// program tells that program what has been played since, passes included. A player is never asked
/// when its side has to pass. People are not players: their moves come in through
/// [`Session::play`](crate::Session::play), and nothing waits for them.
///
/// After a [`Fault`] the game is lost and the player is asked nothing more in it. The next
/// [`begin`](Player::begin) starts an outside program again where that is needed.
pub trait Player: Send {
    /// What it is called in results.
    fn name(&self) -> &str;

    /// The number of the next game. A player that uses random numbers seeds them with it, so that
    /// a contest can be repeated whatever was played before.
    fn prepare(&mut self, number: usize) {
        let _ = number;
    }

    /// A game is about to begin, or to go on from an opening: `game` holds its moves so far.
    ///
    /// # Errors
    /// When the player is not ready to play.
    fn begin(&mut self, game: &Game, color: Color, clock: &Clock) -> Result<(), Fault> {
        let _ = (game, color, clock);
        Ok(())
    }

    /// Its move. The clock starts when this is called; `watch` follows the search and may stop it.
    ///
    /// # Errors
    /// When there is no answer, or one that is not a move at all. Whether a move is legal is for
    /// the caller to check.
    fn choose(
        &mut self,
        game: &Game,
        clock: &Clock,
        watch: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault>;

    /// The game is over, on the board or by a fault.
    ///
    /// # Errors
    /// When the player did not end well. The result of the game stands.
    fn end(&mut self, game: &Game) -> Result<(), Fault> {
        let _ = game;
        Ok(())
    }

    /// What an outside program has written to standard error since the last call; the middle of a
    /// long text is left out.
    fn stderr(&mut self) -> String {
        String::new()
    }
}

/// How a caller follows a player that is thinking.
pub struct Watch<'a> {
    /// Set it to get the best move found so far.
    pub stop: &'a AtomicBool,
    /// Receives every new analysis.
    pub on_progress: &'a mut dyn FnMut(&Analysis),
}

impl Watch<'_> {
    /// Lets a player think without following or stopping it.
    pub fn unwatched<T>(think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        Watch::stoppable(&AtomicBool::new(false), think)
    }

    /// Lets a player think until the flag is set, without following it.
    pub fn stoppable<T>(stop: &AtomicBool, think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        think(&mut Watch {
            stop,
            on_progress: &mut |_| {},
        })
    }
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenMove {
    /// The move; `None` is a pass, which is wrong whenever a player is asked.
    pub point: Option<Point>,
    /// What the player says of the position, if it says anything.
    pub analysis: Option<Analysis>,
    /// When the answer was complete.
    pub at: Instant,
}

impl ChosenMove {
    /// A bare move that is there now.
    #[must_use]
    pub fn of(point: Point) -> ChosenMove {
        ChosenMove {
            point: Some(point),
            analysis: None,
            at: Instant::now(),
        }
    }

    /// The same move with an analysis.
    #[must_use]
    pub fn with(self, analysis: Analysis) -> ChosenMove {
        ChosenMove {
            analysis: Some(analysis),
            ..self
        }
    }

    /// The same move with what another program says of it: a value in discs, a depth, or nothing.
    #[must_use]
    pub fn stated(self, value: Option<Value>, depth: Option<u32>) -> ChosenMove {
        if value.is_none() && depth.is_none() {
            return self;
        }
        let depth = depth.unwrap_or(0);
        let hundredths = value.unwrap_or_default().0;
        let line = Line {
            score: Score::from_units((f64::from(hundredths) * UNITS_A_HUNDREDTH).round() as i32),
            kind: match value {
                Some(_) => Kind::Estimate(depth),
                // Nothing is known in discs.
                None => Kind::Heuristic(depth),
            },
            moves: vec![self.point],
        };
        self.with(Analysis {
            lines: vec![line],
            depth,
            ..Analysis::default()
        })
    }

    /// What the player thinks the game is worth for itself, if it says so in discs.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        let best = self.analysis.as_ref()?.best();
        let hundredths = (100.0 * best.score.discs()).round() as i32;
        best.kind.is_in_discs().then_some(Value(hundredths))
    }

    /// How many moves the player looked ahead, if it says so.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        let depth = self.analysis.as_ref()?.depth;
        (depth > 0).then_some(depth)
    }
}

/// Units of a score in a hundredth of a disc.
const UNITS_A_HUNDREDTH: f64 = Score::DISC as f64 / 100.0;
