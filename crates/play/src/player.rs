//! `trait Player`: asked for a move with a clock, answers with a move and perhaps an analysis.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use engine::{Analysis, Kind, Line, Score};
use rules::{Color, Game, Point, Value};

use crate::clock::Clock;
use crate::fault::Fault;
use crate::usage::Usage;

/// Something that chooses moves: our engine, a classic opponent, or another program.
///
/// The caller's game is authoritative. A player sees it at every turn; a player that drives another
/// program sends that program the moves played since, passes included. A player is never asked when
/// its side has to pass. People are not players: their moves come in through
/// [`Session::play`](crate::Session::play), and nothing waits for them.
///
/// After a [`Fault`] the game is lost and the player is asked nothing more in it. The next
/// [`begin`](Player::begin) starts an outside program again where that is needed.
pub trait Player: Send {
    /// Its name in results.
    fn name(&self) -> &str;

    /// The number of the next game. A player that uses random numbers seeds them with it, so that a
    /// contest can be repeated independently of earlier games.
    fn prepare(&mut self, number: usize) {
        let _ = number;
    }

    /// A game begins, or continues from an opening: `game` holds its moves so far.
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
    /// When there is no answer, or the answer is not a move. The caller checks whether a move is
    /// legal.
    fn choose(
        &mut self,
        game: &Game,
        clock: &Clock,
        watch: &mut Watch<'_>,
    ) -> Result<ChosenMove, Fault>;

    /// It is about to be asked for a move: an outside program that rested goes on. Its clock does
    /// not run yet.
    ///
    /// # Errors
    /// When it can play no more.
    fn resume(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Its turn is over: an outside program rests until its next turn, and uses nothing of the
    /// machine. Tells what it used in this turn.
    ///
    /// # Errors
    /// When it can play no more.
    fn rest(&mut self) -> Result<Usage, Fault> {
        Ok(Usage::default())
    }

    /// The game is over, on the board or by a fault.
    ///
    /// # Errors
    /// When the player did not end the game properly. The result of the game stands.
    fn end(&mut self, game: &Game) -> Result<(), Fault> {
        let _ = game;
        Ok(())
    }

    /// The standard error output of an outside program since the last call; the middle of a long
    /// text is left out.
    fn stderr(&mut self) -> String {
        String::new()
    }

    /// All lines to and from an outside program since the last call, for its author; the middle of
    /// a long talk is left out.
    fn talk(&mut self) -> String {
        String::new()
    }
}

/// How a caller follows a running search.
pub struct Watch<'a> {
    /// Set it to get the best move found so far.
    pub stop: &'a AtomicBool,
    /// Receives every new analysis.
    pub on_progress: &'a mut dyn FnMut(&Analysis),
}

impl Watch<'_> {
    /// Runs a search without progress and without a stop.
    pub fn unwatched<T>(think: impl FnOnce(&mut Watch<'_>) -> T) -> T {
        Watch::stoppable(&AtomicBool::new(false), think)
    }

    /// Runs a search until the flag is set, without progress.
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
    /// The player's analysis of the position, if any.
    pub analysis: Option<Analysis>,
    /// When the answer was complete.
    pub at: Instant,
}

impl ChosenMove {
    /// A move without an analysis, complete now.
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

    /// The same move with the values that another program reported: a value in discs, a depth, or
    /// nothing.
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
                // No value in discs is known.
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

    /// The player's score for its own side, if it is in discs.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        let best = self.analysis.as_ref()?.best();
        let hundredths = (100.0 * best.score.discs()).round() as i32;
        best.kind.is_in_discs().then_some(Value(hundredths))
    }

    /// The player's search depth, if known.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        let depth = self.analysis.as_ref()?.depth;
        (depth > 0).then_some(depth)
    }
}

/// Units of a score in a hundredth of a disc.
const UNITS_A_HUNDREDTH: f64 = Score::DISC as f64 / 100.0;
