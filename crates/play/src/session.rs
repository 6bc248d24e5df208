//! A session: a game with its players. Console, guided game, demo and web games drive it.

use std::fmt;

use engine::{Analysis, Level, Opponent};
use rules::{ByColor, Diagram, Game, IllegalMove, Point, PointSet, Turn};

use crate::clock::{Clock, TimeControl};
use crate::computers::Computers;
use crate::player::{ChosenMove, Player, Watch};
use crate::repertoire::Repertoire;
use crate::spec::PlayerSpec;

/// A game and the players at the board. People's moves come in through [`play`](Session::play);
/// computers move when asked with [`think`](Session::think).
///
/// ```
/// use play::{PlayerSpec, Session};
/// use rules::{ByColor, Game, Size};
///
/// let players = ByColor { black: PlayerSpec::Human, white: "walle:2".parse().unwrap() };
/// let mut session = Session::new(Game::new(Size::EIGHT), players, 1);
/// session.play("f5".parse().unwrap()).unwrap();
/// session.think().unwrap();
/// session.undo().unwrap(); // both moves, so that it is the human's turn again
/// assert!(session.game().turns().is_empty());
/// ```
#[derive(Debug)]
pub struct Session {
    game: Game,
    players: ByColor<PlayerSpec>,
    computers: Computers,
}

impl Session {
    /// A session that continues `game`. `seed` breaks ties between equal moves of computers.
    #[must_use]
    pub fn new(game: Game, players: ByColor<PlayerSpec>, seed: u64) -> Session {
        Session {
            game,
            players,
            computers: Computers::new(seed),
        }
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The players.
    #[must_use]
    pub fn players(&self) -> &ByColor<PlayerSpec> {
        &self.players
    }

    /// Replaces the players.
    pub fn seat(&mut self, players: ByColor<PlayerSpec>) {
        self.players = players;
    }

    /// Sets the opening book of the engine, used at level 10 and above; a new session has none.
    /// Suggestions never come from a book.
    pub fn open_from(&mut self, repertoire: Repertoire) {
        self.computers.open_from(repertoire);
    }

    /// Starts over from a position, with the same players.
    pub fn restart(&mut self, start: Diagram) {
        self.game = Game::from_diagram(start);
    }

    /// The player to move; `None` when the game is over.
    #[must_use]
    pub fn mover(&self) -> Option<PlayerSpec> {
        self.game.to_move().map(|color| self.players[color])
    }

    /// Makes a person's move.
    ///
    /// # Errors
    /// When it is a computer's turn, the game is over, or the move is illegal.
    pub fn play(&mut self, point: Point) -> Result<Turn, VerbError> {
        match self.mover() {
            None => Err(VerbError::GameOver),
            Some(PlayerSpec::Computer(..)) => Err(VerbError::ComputersTurn),
            Some(PlayerSpec::Human) => self.game.play(point).map_err(VerbError::Illegal),
        }
    }

    /// Lets the computer whose turn it is choose a move and makes it.
    ///
    /// # Errors
    /// When it is a person's turn or the game is over.
    pub fn think(&mut self) -> Result<(Turn, ChosenMove), VerbError> {
        Watch::unwatched(|watch| self.think_watched(watch))
    }

    /// The same; `watch` follows the search and may stop it.
    ///
    /// # Errors
    /// When it is a person's turn or the game is over.
    pub fn think_watched(
        &mut self,
        watch: &mut Watch<'_>,
    ) -> Result<(Turn, ChosenMove), VerbError> {
        match self.mover() {
            Some(PlayerSpec::Computer(computer)) => {
                let mut player = self.computers.player(computer);
                let clock = Clock::new(TimeControl::default());
                let chosen = player.choose(&self.game, &clock, watch);
                // Its only fault is that there is no legal move.
                let chosen = chosen.map_err(|_| VerbError::GameOver)?;
                let point = chosen.point.ok_or(VerbError::GameOver)?;
                let turn = self.game.play(point).map_err(VerbError::Illegal)?;
                Ok((turn, chosen))
            }
            Some(PlayerSpec::Human) => Err(VerbError::HumansTurn),
            None => Err(VerbError::GameOver),
        }
    }

    /// Makes a move that was chosen by other [`Computers`] than the session's own.
    ///
    /// # Errors
    /// When it is a person's turn, the game is over, or the move is illegal.
    pub fn reply(&mut self, point: Point) -> Result<Turn, VerbError> {
        match self.mover() {
            None => Err(VerbError::GameOver),
            Some(PlayerSpec::Human) => Err(VerbError::HumansTurn),
            Some(PlayerSpec::Computer(..)) => self.game.play(point).map_err(VerbError::Illegal),
        }
    }

    /// The move that an opponent suggests to the person whose turn it is. It changes neither the game
    /// nor later moves of computers.
    ///
    /// # Errors
    /// When it is a computer's turn or the game is over.
    pub fn suggest(
        &mut self,
        opponent: Opponent,
        level: Level,
        watch: &mut Watch<'_>,
    ) -> Result<Point, VerbError> {
        match self.mover() {
            Some(PlayerSpec::Human) => {
                let analysis = self.advise((opponent, level), watch)?;
                let mut best = analysis.best_moves.into_iter();
                best.next().ok_or(VerbError::GameOver)
            }
            Some(PlayerSpec::Computer(..)) => Err(VerbError::ComputersTurn),
            None => Err(VerbError::GameOver),
        }
    }

    /// An opponent's analysis of the position. It changes neither the game nor later moves of
    /// computers.
    ///
    /// # Errors
    /// When the game is over.
    pub fn advise(
        &mut self,
        computer: (Opponent, Level),
        watch: &mut Watch<'_>,
    ) -> Result<Analysis, VerbError> {
        let analysis = self.computers.advise(self.game.diagram(), computer, watch);
        analysis.ok_or(VerbError::GameOver)
    }

    /// Takes back the last move of a person and all moves after it. Returns the number of moves.
    ///
    /// # Errors
    /// When no person has moved yet.
    pub fn undo(&mut self) -> Result<usize, VerbError> {
        let by_human = |turn: &Turn| self.players[turn.color()].is_human();
        let turns = self.game.turns();
        let last = turns.iter().rposition(by_human);
        let count = turns.len() - last.ok_or(VerbError::NothingToUndo)?;
        for _ in 0..count {
            self.game.undo();
        }
        Ok(count)
    }

    /// Repeats the moves that the last [`undo`](Session::undo) took back, up to the next move of a
    /// person.
    ///
    /// # Errors
    /// When nothing was taken back, or another move was made since.
    pub fn redo(&mut self) -> Result<Turn, VerbError> {
        let mut turn = self.game.redo().ok_or(VerbError::NothingToRedo)?;
        while !self.mover().is_some_and(PlayerSpec::is_human)
            && let Some(reply) = self.game.redo()
        {
            turn = reply;
        }
        Ok(turn)
    }

    /// The legal moves of the person to move; empty when no person is to move.
    #[must_use]
    pub fn human_moves(&self) -> PointSet {
        match self.mover() {
            Some(PlayerSpec::Human) => self.game.legal_moves(),
            _ => PointSet::EMPTY,
        }
    }
}

/// Why a session refused a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VerbError {
    /// It is a person's turn.
    HumansTurn,
    /// It is a computer's turn.
    ComputersTurn,
    /// The game is over.
    GameOver,
    /// The rules do not allow the move.
    Illegal(IllegalMove),
    /// No person has made a move.
    NothingToUndo,
    /// No move was taken back.
    NothingToRedo,
}

impl fmt::Display for VerbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerbError::HumansTurn => f.write_str("It's your turn to play"),
            VerbError::ComputersTurn => f.write_str("It's the computer's turn to play"),
            VerbError::GameOver => f.write_str("The game is over"),
            VerbError::Illegal(error) => write!(f, "Illegal move: {error}"),
            VerbError::NothingToUndo => f.write_str("You have made no move to take back"),
            VerbError::NothingToRedo => f.write_str("No move was taken back"),
        }
    }
}

impl std::error::Error for VerbError {}
