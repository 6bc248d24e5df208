//! A row of the table of games.

use std::time::{Duration, Instant, SystemTime};

use play::{PlayerSpec, Session};
use rules::formats::{board_string, transcript};
use rules::{ByColor, Color};
use rusqlite::{Row as SqlRow, Statement, ToSql};

use crate::game::clock::{Clock, milliseconds};
use crate::game::key::Key;
use crate::game::state::{EarlyEnd, State};

/// A row of the table of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    id: String,
    version: i64,
    created: i64,
    start: String,
    moves: String,
    made: i64,
    players: [String; 2],
    names: [String; 2],
    keys: [Option<String>; 2],
    shared: bool,
    arrived: [bool; 2],
    loser: Option<String>,
    by_time: bool,
    clock: Option<String>,
    running: Option<String>,
    since: Option<i64>,
    undo_asked_by: Option<String>,
    rematch: Option<String>,
    phase: Option<i64>,
}

/// How far a game has come. It is stored, so that old games are found without reading all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No move was ever made.
    New,
    /// It can go on.
    Playing,
    /// It is over.
    Over,
}

impl Phase {
    /// The phases of games that are deleted when they are old.
    pub fn old(finished: bool) -> &'static [Phase] {
        if finished {
            &[Phase::New, Phase::Playing, Phase::Over]
        } else {
            &[Phase::New, Phase::Playing]
        }
    }

    /// The number that is stored.
    pub fn code(self) -> i64 {
        match self {
            Phase::New => 0,
            Phase::Playing => 1,
            Phase::Over => 2,
        }
    }
}

/// Inserts or replaces a game.
pub const SAVE: &str = "INSERT OR REPLACE INTO games (id, version, created, touched, start, moves, \
     made, black, white, black_name, white_name, black_key, white_key, shared, black_arrived, \
     white_arrived, loser, by_time, clock, running, since, undo_asked_by, rematch, phase) \
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

/// Reads games; a condition follows.
pub const SELECT: &str = "SELECT id, version, created, touched, start, moves, made, black, white, \
     black_name, white_name, black_key, white_key, shared, black_arrived, white_arrived, loser, \
     by_time, clock, running, since, undo_asked_by, rematch, phase FROM games";

impl Row {
    /// The row of a game.
    pub fn of(state: &State, now: Instant) -> Row {
        let game = state.game();
        let mut whole = game.clone();
        while whole.redo().is_some() {}
        let players = state.session.players();
        let clock = state.clock.as_ref();
        let running = clock.and_then(Clock::running);
        let moves = transcript::write(&whole);
        let phase = phase(state, &moves);
        Row {
            id: state.id.clone(),
            version: state.version.cast_signed(),
            created: state.created.cast_signed(),
            start: board_string::write(game.start()),
            moves,
            made: game.turns().len() as i64,
            players: [players.black.to_string(), players.white.to_string()],
            names: [state.names.black.clone(), state.names.white.clone()],
            keys: [&state.keys.black, &state.keys.white]
                .map(|key| key.as_ref().map(|key| key.secret().to_string())),
            shared: state.shared,
            arrived: [state.arrived.black, state.arrived.white],
            loser: state.early.map(|early| letter(early.loser)),
            by_time: state.early.is_some_and(|early| early.by_time),
            clock: clock.map(|clock| written(clock, now)),
            running: running.map(letter),
            since: running.map(|_| unix_milliseconds()),
            undo_asked_by: state.undo_asked_by.map(letter),
            rematch: state.rematch.clone(),
            phase: Some(phase.code()),
        }
    }

    /// The game; the time that has passed on its clock is charged.
    ///
    /// # Errors
    /// The reason a stored row is invalid.
    pub fn state(self, now: Instant) -> Result<State, String> {
        let start = board_string::read(&self.start).map_err(|error| error.to_string())?;
        let mut game = transcript::read(&self.moves, start).map_err(|error| error.to_string())?;
        let made = usize::try_from(self.made).unwrap_or(usize::MAX);
        while game.turns().len() > made {
            game.undo();
        }
        let [black, white] = self.players;
        let players = ByColor {
            black: player(&black)?,
            white: player(&white)?,
        };
        let [black, white] = self.names;
        let [black_key, white_key] = self.keys.map(|key| key.map(Key::kept));
        let [black_arrived, white_arrived] = self.arrived;
        let loser = self.loser.as_deref().map(color).transpose()?;
        let by_time = self.by_time;
        let undo_asked_by = self.undo_asked_by.as_deref().map(color).transpose()?;
        let mut state = State {
            id: self.id,
            version: self.version.cast_unsigned(),
            created: self.created.cast_unsigned(),
            session: Session::new(game, players, 0),
            names: ByColor { black, white },
            keys: ByColor {
                black: black_key,
                white: white_key,
            },
            shared: self.shared,
            arrived: ByColor {
                black: black_arrived,
                white: white_arrived,
            },
            early: loser.map(|loser| EarlyEnd { loser, by_time }),
            clock: self.clock.as_deref().map(read).transpose()?,
            undo_asked_by,
            rematch: self.rematch,
        };
        if let (Some(running), Some(since)) = (self.running, self.since) {
            let spent = unix_milliseconds().saturating_sub(since).max(0);
            let spent = Duration::from_millis(spent.cast_unsigned());
            state.go_on(color(&running)?, spent, now);
        }
        Ok(state)
    }

    /// The phase of the game; `None` if the row is invalid.
    pub fn judge(&self) -> Option<Phase> {
        let state = self.clone().state(Instant::now()).ok()?;
        Some(phase(&state, &self.moves))
    }

    /// Whether the game has not changed since it was created.
    pub fn is_new(&self) -> bool {
        self.version == 1
    }

    /// Writes it with the statement [`SAVE`].
    pub fn save(&self, statement: &mut Statement<'_>) -> rusqlite::Result<usize> {
        let touched = unix_milliseconds() / 1000;
        let Row { players, names, .. } = self;
        let values: [&dyn ToSql; 24] = [
            &self.id,
            &self.version,
            &self.created,
            &touched,
            &self.start,
            &self.moves,
            &self.made,
            &players[0],
            &players[1],
            &names[0],
            &names[1],
            &self.keys[0],
            &self.keys[1],
            &self.shared,
            &self.arrived[0],
            &self.arrived[1],
            &self.loser,
            &self.by_time,
            &self.clock,
            &self.running,
            &self.since,
            &self.undo_asked_by,
            &self.rematch,
            &self.phase,
        ];
        statement.execute(&values[..])
    }

    /// Reads a row of the statement that begins with [`SELECT`].
    pub fn load(row: &SqlRow<'_>) -> rusqlite::Result<Row> {
        Ok(Row {
            id: row.get("id")?,
            version: row.get("version")?,
            created: row.get("created")?,
            start: row.get("start")?,
            moves: row.get("moves")?,
            made: row.get("made")?,
            players: [row.get("black")?, row.get("white")?],
            names: [row.get("black_name")?, row.get("white_name")?],
            keys: [row.get("black_key")?, row.get("white_key")?],
            shared: row.get("shared")?,
            arrived: [row.get("black_arrived")?, row.get("white_arrived")?],
            loser: row.get("loser")?,
            by_time: row.get("by_time")?,
            clock: row.get("clock")?,
            running: row.get("running")?,
            since: row.get("since")?,
            undo_asked_by: row.get("undo_asked_by")?,
            rematch: row.get("rematch")?,
            phase: row.get("phase")?,
        })
    }
}

/// The phase of a game with these moves, also those that were taken back.
fn phase(state: &State, moves: &str) -> Phase {
    if state.is_over() {
        Phase::Over
    } else if moves.is_empty() {
        Phase::New
    } else {
        Phase::Playing
    }
}

fn player(text: &str) -> Result<PlayerSpec, String> {
    text.parse()
        .map_err(|error: play::ParsePlayerError| error.to_string())
}

fn letter(color: Color) -> String {
    match color {
        Color::Black => "black".to_string(),
        Color::White => "white".to_string(),
    }
}

fn color(text: &str) -> Result<Color, String> {
    match text {
        "black" => Ok(Color::Black),
        "white" => Ok(Color::White),
        _ => Err(format!("`{text}` is no colour")),
    }
}

fn written(clock: &Clock, now: Instant) -> String {
    let times = [
        clock.at_first,
        clock.increment,
        clock.left(Color::Black, now),
        clock.left(Color::White, now),
    ];
    times.map(|time| milliseconds(time).to_string()).join(" ")
}

fn read(clock: &str) -> Result<Clock, String> {
    let wrong = || format!("`{clock}` is no clock");
    let times: Result<Vec<u64>, _> = clock.split(' ').map(str::parse).collect();
    let times = times.map_err(|_| wrong())?;
    let [at_first, increment, black, white] = times[..] else {
        return Err(wrong());
    };
    let [at_first, increment, black, white] =
        [at_first, increment, black, white].map(Duration::from_millis);
    let left = ByColor { black, white };
    Ok(Clock::resumed(at_first, increment, left))
}

/// Milliseconds since 1970.
pub fn unix_milliseconds() -> i64 {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    i64::try_from(since_1970.unwrap_or_default().as_millis()).unwrap_or(i64::MAX)
}
