//! GTP server: our engine behind the Go Text Protocol.

use engine::{Analysis, Level};
use rules::{Color, Diagram, Game, Record, Size};

use super::commands::{ANALYSES, COMMANDS, count, is_our_game, seconds, side, usage};
use super::cpu_time::processor_time;
use super::message::{Request, Response, vertex};
use super::show;
use super::timed_game::TimedGame;
use super::timing::Timing;
use crate::protocol::{Action, Course, Question, Service, Strength};

/// Reads the game in a file for `loadsgf`.
pub type Load = Box<dyn Fn(&str) -> Result<Record, String> + Send>;

/// The Go Text Protocol with our engine behind it.
pub struct Server {
    strength: Strength,
    load: Load,
    game: TimedGame,
    /// The request that waits for a search.
    pending: Option<Pending>,
    /// The position after our last move.
    moved_to: Option<Diagram>,
}

/// A request that waits for a search.
struct Pending {
    id: Option<u32>,
    purpose: Purpose,
}

/// What a search is for.
enum Purpose {
    /// A move for this side; it is played.
    Move(Color),
    /// A move for this side; it is not played.
    Advice(Color),
    /// The score of every legal move.
    Scores,
}

/// The reply to a command.
enum Reply {
    Text(String),
    /// A search for this number of lines; its result is the answer.
    Think(Purpose, usize),
    Leave,
}

type Answered = Result<Reply, String>;

fn text(text: impl Into<String>) -> Answered {
    Ok(Reply::Text(text.into()))
}

impl Server {
    /// A new game on 8×8. `load` reads the files of `loadsgf`.
    #[must_use]
    pub fn new(strength: Strength, load: Load) -> Server {
        Server {
            strength,
            load,
            game: TimedGame::new(),
            pending: None,
            moved_to: None,
        }
    }

    /// The game so far.
    #[must_use]
    pub fn course(&self) -> &Course {
        &self.game.course
    }

    /// Executes a command.
    fn execute(&mut self, command: &str, arguments: &[&str]) -> Answered {
        let game = self.game.course.game();
        match (command, arguments) {
            ("protocol_version", _) => text("2"),
            ("name", _) => text("Reversi"),
            ("version", _) => text(env!("CARGO_PKG_VERSION")),
            ("known_command", [name]) => text(COMMANDS.contains(name).to_string()),
            ("known_command", _) => text("false"),
            ("list_commands", _) => text(COMMANDS.join("\n")),
            ("quit", _) => Ok(Reply::Leave),
            ("boardsize", [size]) => {
                let size: Size = size
                    .parse()
                    .map_err(|error| format!("unacceptable size: {error}"))?;
                self.restart(Game::new(size))
            }
            ("clear_board", _) => self.restart(Game::new(game.size())),
            ("komi", [komi]) if komi.parse::<f64>().is_ok() => text(""),
            ("play", [color, place]) => {
                self.game.play(side(color)?, place)?;
                text("")
            }
            ("gogui-play_sequence", moves) => {
                self.game.play_all(moves)?;
                text("")
            }
            ("genmove", [color]) => self.choose(side(color)?, true),
            ("reg_genmove", [color]) => self.choose(side(color)?, false),
            ("undo", _) => {
                let undone = self.game.course.undo();
                let wrong = || "cannot undo: no move has been made".to_string();
                undone
                    .then_some(Reply::Text(String::new()))
                    .ok_or_else(wrong)
            }
            ("showboard", _) => text(show::board(game.diagram(), self.game.course.to_move())),
            ("final_score", _) => {
                let wrong = || "cannot score: the game is not over".to_string();
                show::score(game).map(Reply::Text).ok_or_else(wrong)
            }
            ("time_settings", [main, period, stones]) => {
                self.game.timing = Timing::new(seconds(main)?, seconds(period)?, count(stones)?);
                text("")
            }
            ("time_left", [color, time, stones]) => {
                let (color, time, stones) = (side(color)?, seconds(time)?, count(stones)?);
                self.game.timing.set_left(color, time, stones);
                text("")
            }
            ("time_left", [color, time]) => {
                self.game.timing.set_left(side(color)?, seconds(time)?, 0);
                text("")
            }
            ("cputime", _) => text(format!("{:.3}", processor_time().as_secs_f64())),
            ("loadsgf", [name @ .., number]) if !name.is_empty() && count(number).is_ok() => {
                let before = count(number)?.max(1) as usize;
                self.load(&name.join(" "), Some(before - 1))
            }
            ("loadsgf", [_, ..]) => self.load(&arguments.join(" "), None),
            ("set_level", [level]) => {
                let level: Level = level.parse().map_err(|error| format!("{error}"))?;
                self.strength.level = Some(level);
                text("")
            }
            ("list_games", _) => text("Othello"),
            ("set_game", [name]) if is_our_game(name) => text(""),
            ("set_game", _) => Err("unsupported game: only Othello is played here".to_string()),
            ("gogui-setup", squares) => {
                self.game.set_up(squares)?;
                text("")
            }
            ("gogui-setup_player", [color]) => {
                let color = side(color)?;
                let diagram = *game.diagram();
                let turned = diagram.to_move() != color;
                let diagram = if turned { diagram.pass() } else { diagram };
                self.restart(Game::from_diagram(diagram))
            }
            ("gogui-rules_game_id", _) => text("Othello"),
            ("gogui-rules_board", _) => text(show::board_upside_down(game.diagram())),
            ("gogui-rules_board_size", _) => text(game.size().to_string()),
            ("gogui-rules_legal_moves", _) => text(self.game.legal_moves()),
            ("gogui-rules_side_to_move", _) => {
                text(self.game.course.to_move().to_string().to_lowercase())
            }
            ("gogui-rules_final_result", _) => text(show::result(game)),
            ("gogui-analyze_commands", _) => text(ANALYSES),
            ("reversi-scores", _) => {
                let moves = self.game.course.diagram().legal_moves().len() as usize;
                match moves {
                    0 => text(""),
                    _ => Ok(Reply::Think(Purpose::Scores, moves)),
                }
            }
            (known, _) if COMMANDS.contains(&known) => Err(usage(known)),
            _ => Err("unknown command".to_string()),
        }
    }

    /// Replaces the game and resets the clocks.
    fn restart(&mut self, game: Game) -> Answered {
        self.game.restart(game);
        text("")
    }

    /// Starts a search for a move of `color`, which is played if `make`. A forced pass needs no
    /// search.
    fn choose(&mut self, color: Color, make: bool) -> Answered {
        if self.game.course.game().is_over() || self.game.course.owes_pass() == Some(color) {
            if make {
                // This cannot fail: the pass is forced, or the game is over.
                let _ = self.game.course.pass();
            }
            return text("pass");
        }
        if !self.game.course.may_move(color) {
            return Err(self.game.whose_turn());
        }
        let purpose = if make { Purpose::Move } else { Purpose::Advice };
        Ok(Reply::Think(purpose(color), 1))
    }

    /// Replaces the game by the first `moves` moves of a file.
    fn load(&mut self, name: &str, moves: Option<usize>) -> Answered {
        let record = (self.load)(name).map_err(|error| format!("cannot load file: {error}"))?;
        let mut game = Game::from_diagram(*record.game.start());
        for turn in record.game.turns().iter().take(moves.unwrap_or(usize::MAX)) {
            game.play(turn.point()).map_err(|error| error.to_string())?;
        }
        self.restart(game)
    }

    /// The search for a purpose.
    fn question(&self, purpose: &Purpose, lines: usize) -> Question {
        let (diagram, (clock, time)) = match purpose {
            Purpose::Scores => (self.game.course.diagram(), (None, None)),
            Purpose::Move(color) | Purpose::Advice(color) => (
                *self.game.course.game().diagram(),
                self.game.timing.limits(*color),
            ),
        };
        let mut limits = self.strength.limits(&diagram, clock, time);
        limits.book = lines == 1 && self.strength.opens_from_book();
        Question {
            limits,
            diagram,
            lines,
        }
    }

    /// The answer to a pending request, from the result of its search.
    fn answer(&mut self, purpose: &Purpose, analysis: &Analysis) -> Result<String, String> {
        match purpose {
            Purpose::Scores => Ok(show::scores(analysis)),
            Purpose::Advice(_) => Ok(vertex(analysis.best().point())),
            Purpose::Move(color) => {
                self.game.timing.spend(*color, analysis.time);
                let point = analysis.best().point().ok_or("no move was found")?;
                self.game
                    .course
                    .play(point)
                    .map_err(|error| error.to_string())?;
                self.moved_to = Some(self.game.course.diagram());
                Ok(vertex(Some(point)))
            }
        }
    }
}

impl Service for Server {
    fn hear(&mut self, line: &str) -> Vec<Action> {
        let Some(Request {
            id,
            command,
            arguments,
        }) = Request::read(line)
        else {
            return Vec::new();
        };
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let say = |outcome| Action::say(Response { id, outcome }.to_string());
        match self.execute(&command, &arguments) {
            Ok(Reply::Text(text)) => vec![say(Ok(text))],
            Ok(Reply::Leave) => vec![say(Ok(String::new())), Action::Leave],
            Ok(Reply::Think(purpose, lines)) => {
                let question = self.question(&purpose, lines);
                self.pending = Some(Pending { id, purpose });
                vec![Action::Think(Box::new(question))]
            }
            Err(why) => vec![say(Err(why))],
        }
    }

    fn found(&mut self, analysis: &Analysis, done: bool) -> Vec<Action> {
        if !done {
            return Vec::new();
        }
        let Some(Pending { id, purpose }) = self.pending.take() else {
            return Vec::new();
        };
        let outcome = self.answer(&purpose, analysis);
        vec![Action::say(Response { id, outcome }.to_string())]
    }

    fn ponder(&self) -> Option<Question> {
        let diagram = self.game.course.diagram();
        let opponent_thinks = self.moved_to == Some(diagram);
        self.strength.pondering(diagram).filter(|_| opponent_thinks)
    }

    fn listens(&self) -> bool {
        self.pending.is_none()
    }
}
