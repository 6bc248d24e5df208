//! The state of a game, as the store keeps it.

use std::time::{Duration, Instant};

use play::{PlayerSpec, Session, VerbError};
use rules::{ByColor, Color, Game, Point};

use super::clock::Clock;
use super::key::Key;
use super::seat::Seats;
use crate::problem::Problem;

/// A game with its players, keys, clock and open requests.
///
/// Its actions check the asker's seats and the rules, and change nothing when they fail.
#[derive(Debug)]
pub struct State {
    /// The id of the game.
    pub id: String,
    /// The number of changes.
    pub version: u64,
    /// When it was made, in seconds since 1970.
    pub created: u64,
    /// The game and its players.
    pub session: Session,
    /// The names of the players; may be empty.
    pub names: ByColor<String>,
    /// The keys of the seats; computers have none.
    pub keys: ByColor<Option<Key>>,
    /// Whether two people sit at one screen.
    pub shared: bool,
    /// Whether each seat's key was ever used.
    pub arrived: ByColor<bool>,
    /// How it ended, if it was not played out.
    pub early: Option<EarlyEnd>,
    /// The clock, if it has one.
    pub clock: Option<Clock>,
    /// The side that asks to take a move back.
    pub undo_asked_by: Option<Color>,
    /// The game that followed this one.
    pub rematch: Option<String>,
}

/// How a game ended before it was played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyEnd {
    /// The loser.
    pub loser: Color,
    /// Whether on time; otherwise by resignation.
    pub by_time: bool,
}

impl State {
    /// The game.
    pub fn game(&self) -> &Game {
        self.session.game()
    }

    /// Whether nothing more can be played.
    pub fn is_over(&self) -> bool {
        self.early.is_some() || self.game().is_over()
    }

    /// Whether any person plays.
    pub fn has_person(&self) -> bool {
        let players = self.session.players();
        players.black.is_human() || players.white.is_human()
    }

    /// Whether any computer plays.
    pub fn has_computer(&self) -> bool {
        let players = self.session.players();
        !(players.black.is_human() && players.white.is_human())
    }

    /// Whether two people play on two screens.
    pub fn is_by_link(&self) -> bool {
        let players = self.session.players();
        players.black.is_human() && players.white.is_human() && !self.shared
    }

    /// The computer whose turn it is, and its colour.
    pub fn computer_to_move(&self) -> Option<(Color, PlayerSpec)> {
        let color = self.game().to_move().filter(|_| !self.is_over())?;
        let player = self.session.players()[color];
        (!player.is_human()).then_some((color, player))
    }

    /// Makes a person's move. `ply` is the number of moves that the person has seen.
    pub fn play(
        &mut self,
        who: Seats,
        point: Point,
        ply: Option<usize>,
        now: Instant,
    ) -> Result<(), Problem> {
        check_any(who)?;
        self.check_ply(ply)?;
        self.check_playing(who)?;
        let mover = self.game().to_move().ok_or(VerbError::GameOver)?;
        if self.session.players()[mover].is_human() && !who.has(mover) {
            return Err(Problem::conflict(
                "not_your_turn",
                "it is the other side's turn",
            ));
        }
        if self.flag(now) {
            return Ok(());
        }
        self.session.play(point)?;
        if let Some(clock) = &mut self.clock {
            clock.run(None, now);
            clock.add(mover);
        }
        self.moved(now);
        Ok(())
    }

    /// Makes the move that a computer has chosen. `time` is what a rival took for it by its clock.
    pub fn reply(
        &mut self,
        point: Point,
        time: Option<Duration>,
        now: Instant,
    ) -> Result<(), Problem> {
        if self.is_over() {
            return Err(VerbError::GameOver.into());
        }
        let mover = self.game().to_move().ok_or(VerbError::GameOver)?;
        // As for people, the clocks run from the second move on.
        let time = time.filter(|_| !self.game().turns().is_empty());
        self.session.reply(point)?;
        if let (Some(clock), Some(time)) = (&mut self.clock, time) {
            clock.hold();
            clock.charge(mover, time);
            clock.add(mover);
        }
        self.moved(now);
        Ok(())
    }

    /// Whether a computer may be asked for a move: it is its turn.
    pub fn check_step(&self, who: Seats, ply: Option<usize>) -> Result<(), Problem> {
        check_any(who)?;
        self.check_ply(ply)?;
        self.check_playing(who)?;
        match self.computer_to_move() {
            Some(_) => Ok(()),
            None => Err(VerbError::HumansTurn.into()),
        }
    }

    /// Takes back the asker's last move and everything after it. Between two people on two
    /// screens it happens when both agree.
    pub fn undo(&mut self, who: Seats, now: Instant) -> Result<(), Problem> {
        check_any(who)?;
        self.check_open()?;
        if !self.is_by_link() {
            self.session.undo()?;
            self.moved(now);
            return Ok(());
        }
        let asker = who.only().ok_or(VerbError::NothingToUndo)?;
        let for_whom = match self.undo_asked_by {
            Some(other) if other != asker => other,
            _ => asker,
        };
        let by_them = |turn: &rules::Turn| turn.color() == for_whom;
        let last = self.game().turns().iter().rposition(by_them);
        let last = last.ok_or(VerbError::NothingToUndo)?;
        if for_whom == asker {
            self.undo_asked_by = Some(asker);
            return Ok(());
        }
        while self.game().turns().len() > last {
            self.session.undo()?;
        }
        self.moved(now);
        Ok(())
    }

    /// Removes the open request to undo: the other side declines it, or the asker
    /// withdraws it.
    pub fn decline(&mut self, who: Seats) -> Result<(), Problem> {
        check_any(who)?;
        match self.undo_asked_by.take() {
            Some(_) => Ok(()),
            None => Err(Problem::conflict(
                "nothing_asked",
                "nobody has asked to take a move back",
            )),
        }
    }

    /// Makes the moves again that were taken back last.
    pub fn redo(&mut self, who: Seats, now: Instant) -> Result<(), Problem> {
        check_any(who)?;
        self.check_open()?;
        if self.is_by_link() {
            return Err(VerbError::NothingToRedo.into());
        }
        self.session.redo()?;
        self.moved(now);
        Ok(())
    }

    /// Resigns; with one key for both sides, for the side to move.
    pub fn resign(&mut self, who: Seats, now: Instant) -> Result<(), Problem> {
        self.check_playing(who)?;
        if !self.has_person() {
            return Err(Problem::conflict(
                "computers_only",
                "nobody plays here but computers, and they never give up",
            ));
        }
        if self.flag(now) {
            return Ok(());
        }
        let to_move = self.game().to_move();
        let loser = who.only().or(to_move).ok_or(VerbError::GameOver)?;
        let by_time = false;
        self.end(EarlyEnd { loser, by_time }, now);
        Ok(())
    }

    /// A new game of the same players with colours exchanged. This game stores its id.
    pub fn rematch(&mut self, who: Seats, id: String, created: u64) -> Result<State, Problem> {
        check_any(who)?;
        if !self.is_over() {
            return Err(Problem::conflict("playing", "this game is not over yet"));
        }
        let players = self.session.players();
        let players = swapped(players.black, players.white);
        let next = State {
            id: id.clone(),
            version: 1,
            created,
            session: Session::new(Game::from_diagram(*self.game().start()), players, 0),
            names: swapped(self.names.black.clone(), self.names.white.clone()),
            keys: swapped(self.keys.black.clone(), self.keys.white.clone()),
            shared: self.shared,
            arrived: swapped(self.arrived.black, self.arrived.white),
            early: None,
            clock: self.clock.as_ref().map(Clock::afresh),
            undo_asked_by: None,
            rematch: None,
        };
        self.rematch = Some(id);
        Ok(next)
    }

    /// Records that the keys of these seats were used. Returns whether that is new.
    pub fn arrive(&mut self, who: Seats, now: Instant) -> bool {
        let before = self.arrived;
        for color in who.colors() {
            self.arrived[color] = true;
        }
        let is_news = before != self.arrived;
        if is_news {
            self.wind(now);
        }
        is_news
    }

    /// Whether there is a move that can be taken back.
    pub fn can_undo(&self) -> bool {
        let by_human = |turn: &rules::Turn| self.session.players()[turn.color()].is_human();
        self.check_open().is_ok() && self.game().turns().iter().any(by_human)
    }

    /// Whether there is a move that can be made again.
    pub fn can_redo(&self) -> bool {
        self.check_open().is_ok() && !self.is_by_link() && self.game().undone().next().is_some()
    }

    /// Updates requests and clock after a move or an undo.
    fn moved(&mut self, now: Instant) {
        self.undo_asked_by = None;
        self.wind(now);
    }

    pub(super) fn end(&mut self, early: EarlyEnd, now: Instant) {
        self.early = Some(early);
        self.undo_asked_by = None;
        if let Some(clock) = &mut self.clock {
            clock.run(None, now);
        }
    }

    fn check_ply(&self, ply: Option<usize>) -> Result<(), Problem> {
        let made = self.game().turns().len();
        match ply {
            Some(ply) if ply != made => Err(Problem::conflict(
                "stale",
                format!("the game has gone on: {made} moves have been made, and you saw {ply}"),
            )),
            _ => Ok(()),
        }
    }

    fn check_playing(&self, who: Seats) -> Result<(), Problem> {
        check_any(who)?;
        if self.is_over() {
            return Err(VerbError::GameOver.into());
        }
        Ok(())
    }

    /// Checks that the game can change: not after resignation, a loss on time or a rematch.
    fn check_open(&self) -> Result<(), Problem> {
        if self.early.is_some() || self.rematch.is_some() {
            return Err(VerbError::GameOver.into());
        }
        Ok(())
    }
}

/// Checks that the asker has a seat: watchers may not change anything.
fn check_any(who: Seats) -> Result<(), Problem> {
    if who.is_empty() {
        return Err(Problem::forbidden(
            "no_key",
            "you can watch this game; to play in it takes the key of one of its seats",
        ));
    }
    Ok(())
}

fn swapped<T>(black: T, white: T) -> ByColor<T> {
    ByColor {
        black: white,
        white: black,
    }
}

/// Seconds since 1970.
pub fn unix_seconds() -> u64 {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::SystemTime::UNIX_EPOCH);
    since_1970.map_or(0, |time| time.as_secs())
}
