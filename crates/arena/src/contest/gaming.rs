//! Games as work for many hands.

use std::time::{Duration, Instant};

use rules::formats::{board_string, transcript};
use rules::{ByColor, Color, Game};
use serde::{Deserialize, Serialize};

use super::entrant::Entrant;
use super::played::Ending;
use super::referee::Referee;
use super::schedule::Pairing;
use super::seat::luck;
use super::sheet::GameSheet;
use jobs::batch::{Failure, Pulse, Work};
use play::Player;
use play::TimeControl;

/// The longest that a move or a game may be given.
const DAY: Duration = Duration::from_secs(86_400);

/// The longest that may be added after a move, or that an answer may be late.
const HOUR: Duration = Duration::from_secs(3600);

/// The largest board and all moves of a game on it as text are no longer than this.
const LONGEST_TEXT: usize = 4096;

/// How often it is told how far a game has come.
const NOW_AND_THEN: Duration = Duration::from_secs(1);

/// A game to be played between entrants of this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameJob {
    number: usize,
    black: Seated,
    white: Seated,
    /// The position that the game begins with, as a board string.
    start: String,
    /// The moves of the opening.
    moves: String,
    time: TimeControl,
}

/// Somebody at the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seated {
    /// The entrant as text.
    player: String,
    /// What settles its choice among equal moves.
    seed: u64,
}

impl GameJob {
    /// A game of a contest between entrants, who are given as [text](Entrant::portable).
    ///
    /// # Panics
    /// When there is no such entrant.
    #[must_use]
    pub fn new(pairing: &Pairing, entrants: &[String], seed: u64, time: TimeControl) -> GameJob {
        let seated = |color: Color| {
            let entrant = pairing.seats[color];
            Seated {
                player: entrants[entrant].clone(),
                seed: luck(seed, entrant),
            }
        };
        GameJob {
            number: pairing.number,
            black: seated(Color::Black),
            white: seated(Color::White),
            start: board_string::write(pairing.opening.start()),
            moves: transcript::write(&pairing.opening),
            time,
        }
    }

    /// Where the game begins, if it can.
    fn opening(&self) -> Result<Game, String> {
        if self.start.len().max(self.moves.len()) > LONGEST_TEXT {
            return Err("the opening is too long for any board".to_string());
        }
        let start = board_string::read(&self.start).map_err(|error| error.to_string())?;
        let game = transcript::read(&self.moves, start).map_err(|error| error.to_string())?;
        if game.is_over() {
            return Err("there is nothing to play: the game is over".to_string());
        }
        Ok(game)
    }

    /// In how much time.
    fn time(&self) -> Result<TimeControl, String> {
        let TimeControl {
            per_move,
            per_game,
            increment,
            margin,
        } = self.time;
        let long = [per_move, per_game].into_iter().flatten();
        let short = [increment, margin];
        if long.max().is_some_and(|time| time > DAY) || short.iter().any(|time| *time > HOUR) {
            return Err("no game has so much time: a day, with an hour added at most".to_string());
        }
        Ok(self.time)
    }
}

/// Plays games, one after the other. The two who played last are kept, so that those of a match
/// need not be made anew for each.
#[derive(Default)]
pub struct Gaming {
    waiting: Vec<(Seated, Box<dyn Player>)>,
}

impl Gaming {
    /// An empty table.
    #[must_use]
    pub fn new() -> Gaming {
        Gaming::default()
    }

    /// Who plays: the one who waits, or somebody new.
    fn seat(&mut self, seated: &Seated) -> Result<Box<dyn Player>, String> {
        let found = self.waiting.iter().position(|(who, _)| who == seated);
        if let Some(place) = found {
            return Ok(self.waiting.swap_remove(place).1);
        }
        let entrant = Entrant::from_portable(&seated.player)?;
        let player = entrant.player(&seated.player, None, seated.seed);
        player.ok_or_else(|| format!("`{}` cannot play here", seated.player))
    }
}

impl Work for Gaming {
    const KIND: &'static str = "game";
    type Job = GameJob;
    type Answer = GameSheet;

    fn perform(&mut self, job: &GameJob, pulse: &mut Pulse<'_>) -> Result<GameSheet, Failure> {
        let opening = job.opening().map_err(Failure::Failed)?;
        let time = job.time().map_err(Failure::Failed)?;
        let mut black = self.seat(&job.black).map_err(Failure::Failed)?;
        let mut white = self.seat(&job.white).map_err(Failure::Failed)?;
        // Whoever else waits makes room.
        self.waiting.clear();
        black.prepare(job.number);
        white.prepare(job.number);
        let stop = pulse.stop;
        let referee = Referee { time, stop };
        let pair = ByColor {
            black: &mut *black as &mut dyn Player,
            white: &mut *white,
        };
        let mut said = Instant::now();
        let played = referee.play(&opening, pair, &mut |game| {
            if said.elapsed() >= NOW_AND_THEN {
                said = Instant::now();
                (pulse.say)(&format!("move {}", game.turns().len()));
            }
        });
        let played = played.ok_or(Failure::Stopped)?;
        let lost = |color: Color| match played.ending {
            Ending::Board => false,
            Ending::Fault { black, .. } => black == (color == Color::Black),
        };
        for (color, seated, player) in [
            (Color::Black, &job.black, black),
            (Color::White, &job.white, white),
        ] {
            if !lost(color) {
                self.waiting.push((seated.clone(), player));
            }
        }
        Ok(GameSheet::of(&played))
    }
}
