//! Game job: a game between players of this program, for any machine.

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
use super::verify;
use jobs::{Control, Failure, Job, RemoteJob};
use play::{Player, TimeControl};

/// The longest time limit of a move or a game.
const DAY: Duration = Duration::from_secs(86_400);

/// The longest increment, and the longest margin.
const HOUR: Duration = Duration::from_secs(3600);

/// The maximum length of a board string, and of the moves of a game.
const LONGEST_TEXT: usize = 4096;

/// The shortest time between two progress reports of a game.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

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

/// A player of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seated {
    /// The entrant as text.
    player: String,
    /// Breaks ties between equal moves.
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

    /// The opening of the game, if it is valid.
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

    /// The time control.
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

/// The table of one thread. It keeps the two players of the last game, so that a match does not
/// create new ones for each game.
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

    /// A player: the kept one, or a new one.
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

impl Job for GameJob {
    type Answer = GameSheet;
    type Worker = Gaming;

    fn run(&self, table: &mut Gaming, control: &mut Control<'_>) -> Result<GameSheet, Failure> {
        let opening = self.opening().map_err(Failure::Failed)?;
        let time = self.time().map_err(Failure::Failed)?;
        let mut black = table.seat(&self.black).map_err(Failure::Failed)?;
        let mut white = table.seat(&self.white).map_err(Failure::Failed)?;
        // Other kept players are dropped.
        table.waiting.clear();
        black.prepare(self.number);
        white.prepare(self.number);
        let stop = control.stop;
        let referee = Referee { time, stop };
        let pair = ByColor {
            black: &mut *black as &mut dyn Player,
            white: &mut *white,
        };
        let mut told = Instant::now();
        let played = referee.play(&opening, pair, &mut |game, _| {
            if told.elapsed() >= PROGRESS_INTERVAL {
                told = Instant::now();
                (control.progress)(&format!("move {}", game.turns().len()));
            }
        });
        let played = played.ok_or(Failure::Stopped)?;
        for (color, seated, player) in [
            (Color::Black, &self.black, black),
            (Color::White, &self.white, white),
        ] {
            if played.faulty() != Some(color) {
                table.waiting.push((seated.clone(), player));
            }
        }
        Ok(GameSheet::of(&played))
    }

    fn verify(&self, sheet: &GameSheet) -> Result<(), String> {
        let played = sheet.clone().played();
        let checked = played.and_then(|played| match played.ending {
            Ending::Board | Ending::Fault { .. } => verify::verify(&played, &self.opening()?),
            // Only the referee of this machine ends games otherwise.
            Ending::Adjudicated { .. } | Ending::Void { .. } => {
                Err("it was not played to its end".to_string())
            }
        });
        checked.map_err(|error| format!("its record makes no sense: {error}"))
    }
}

impl RemoteJob for GameJob {
    const KIND: &'static str = "game";

    /// The moves and the ending are equal: seeds determine a game without a clock.
    fn agrees(&self, one: &GameSheet, other: &GameSheet) -> bool {
        one.is_same_game(other)
    }

    fn is_repeatable(&self) -> bool {
        let TimeControl {
            per_move, per_game, ..
        } = self.time;
        let depends_on_time = |seated: &Seated| match Entrant::from_portable(&seated.player) {
            Ok(Entrant::Engine(options)) => {
                options.time.is_some() || options.threads.is_some_and(|threads| threads > 1)
            }
            _ => false,
        };
        let is_timed = per_move.or(per_game).is_some();
        !is_timed && ![&self.black, &self.white].into_iter().any(depends_on_time)
    }
}
